"""Does confidence mean what it says, and what goes together?"""
