"""The simulated camera: cards drawn by us, photographed badly on purpose, as a device without a line (parts D and E).

    camera = build_camera(seed=7, options={"level": "moderate"})      hardware_sims.camera.simulator
    camera.operate("show As", 0.0)
    picture = camera.frame(1.0)                                       BGR, 8 bit; None while the camera is lost

Only the modules that paint import OpenCV and numpy, and they are imported with the first picture.
"""
