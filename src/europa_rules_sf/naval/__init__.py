"""The naval war of 1943 to 1945 (SF 27 to 35): a module for each rule."""
