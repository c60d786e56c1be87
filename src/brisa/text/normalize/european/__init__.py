"""Reading by tables: what French, German, Portuguese and Spanish have in common.

Each language gives its words and forms as a :class:`~brisa.text.normalize.european.lexis.Lexis`;
:func:`~brisa.text.normalize.european.rules.language_rules` makes its rules of them.
"""
