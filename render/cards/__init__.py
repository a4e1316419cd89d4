"""Pictures of people: what they have done, not what lies on a board. They know no scene and no game."""
