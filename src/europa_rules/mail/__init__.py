"""Play by mail without a server: letters that nobody can change, and dice that neither player can choose."""
