"""Where a simulator can be met: in this process, on a pty, over tcp or rfc2217, as a pyserial URL, as a USB device."""
