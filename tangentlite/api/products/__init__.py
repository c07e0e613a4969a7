"""Products of derivatives with vectors at given arguments: vjp, jvp and jet."""
