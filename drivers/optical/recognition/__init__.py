"""From a picture to a card: outlines, poses, alignment, match scores, decision.

One thread each for OpenCV and for BLAS (`drivers/optical/__init__.py`): a camera has one core, the table the others.
"""

import cv2

cv2.setNumThreads(1)
