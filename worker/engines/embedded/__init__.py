"""The embedded engine: moderngl on whatever OpenGL the machine has, Mesa's software rasteriser included."""
