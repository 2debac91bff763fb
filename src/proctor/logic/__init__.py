"""What a formula means. Standard library only: the trusted floor of the house."""
