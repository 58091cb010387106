"""All rooms of a server: opening, finding, listing, and taking them out of memory."""
