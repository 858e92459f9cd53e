"""Map sheets as data: a folder for each sheet, tables of hexes, hexsides, cities, ports, airfields and lines (rule 2).

`heads` reads what a sheet says about itself, `tables` knows the files and their columns, `layers` reads them and lays
overlays over them, `checks` lists every fault of a folder. The format is described in docs/reference/map-format.md.
"""
