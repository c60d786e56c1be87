"""Text as people and language models write it -> text as it is to be read.

:class:`~brisa.text.clean.cleaner.Cleaner` takes pieces and gives cleaned text back. Inside, every
rule is a function ``rule(state, at, final)`` that looks at the text from one place on, a bounded
number of characters ahead, and answers with the place where it is done, or that it must wait. So
what comes out never depends on how the text was cut.

- ``fold``: characters to the ones the rules know, one to one, or none
- ``window``: the folded text that is looked at, and where its characters stand in the source
- ``lines``: what can only stand where a line begins: headings, list items, rules, quotations
- ``inline``: which rule is asked at which character; the rules are in the modules named for them
- ``writer``: what was said so far; spaces, stops and runs of punctuation settle there
"""
