"""The running program around the window: system libraries, display, threads, exceptions, a clean end."""
