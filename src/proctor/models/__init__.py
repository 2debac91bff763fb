"""What the user describes, as arrays, and the products that know the way home."""
