"""Wire shapes that many trace formats share, and joining results to the calls they answer."""
