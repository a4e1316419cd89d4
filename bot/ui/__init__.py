"""What Discord shows and hears."""
