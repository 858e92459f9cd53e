"""Orders of battle as text close to the printed booklets: `parse_ob` reads one, `write_ob` writes it back."""
