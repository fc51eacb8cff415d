"""Parts of the optical reader: pictures in, readings out. No camera, no file of a camera, no thread in here."""

import os

# The products here are small: several threads for one of them would mostly wait for each other, and for the table.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
