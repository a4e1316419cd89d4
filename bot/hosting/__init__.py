"""What whoever hosts the bot sets, reads and watches."""
