"""Cut and protect: a proof by tree search, for problems with few places on big graphs."""
