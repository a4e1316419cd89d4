"""The guide: `/rules`, `/help`, and the [Rules] button."""
