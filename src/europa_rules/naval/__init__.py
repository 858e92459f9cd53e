"""The naval war: a module for each rule."""
