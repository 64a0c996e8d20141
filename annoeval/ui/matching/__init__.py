"""The page Matching: an image with its drawn objects, pairs, rules, and how a class did."""
