"""OpenAI's speech API: ``/v1/audio/speech``, ``/v1/models`` and what its clients probe for."""
