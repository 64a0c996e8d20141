"""Do raters agree, and who is right where they do not?"""
