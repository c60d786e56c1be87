"""SSML, HTML and bracket tags in text: where they stand, and what a listener gets of them.

The streaming clean-up owns the text and asks: at every ``<`` and ``[`` it calls
:func:`~brisa.text.markup.scan.scan_tag`; what matches it hands to
:class:`~brisa.text.markup.elements.Elements`, which answers with cleaned text to put in its place::

    elements.push(piece)                       # every piece of source first, for line numbers
    found = scan_tag(buffer, at, final=final, before=character_before_the_buffer)
    if found is None: ...                      # plain text; "<" or "[" is one character of it
    elif found is WAIT: ...                    # hold text[at:] until more has come
    else:
        out += elements.apply(found, buffer_start_char, last)
        at = found.end
    while elements.skipping is not None:       # inside an element nobody wants to hear
        at = skip_end(buffer, at, elements.skipping, final=final)  # text before it is dropped
        ...                                    # the closing tag stands there, or more is needed
    out += elements.end(total_chars)           # when the utterance ends
"""
