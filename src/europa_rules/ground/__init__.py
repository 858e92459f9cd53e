"""The rules of the ground war: one module for each rule."""
