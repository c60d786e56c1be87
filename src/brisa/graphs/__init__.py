"""The model compiler: voice files as published become the graphs brisa runs.

Runs when a voice is added or first used, never while speaking. Imports ``onnx``; running a graph,
which calibration needs, is a callable handed in, so ONNX Runtime stays behind its one door.
"""
