"""Do groups, raters or systems differ?"""
