"""How members and servers like it, and what is stored about them."""
