"""What is found, recorded and saved: plain data, standard library only."""
