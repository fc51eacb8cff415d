"""Parts of the optical reader: pictures in, readings out. No camera, no file of a camera, no thread in here."""
