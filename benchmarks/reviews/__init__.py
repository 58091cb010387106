"""The accuracy of reviews: chances and luck."""
