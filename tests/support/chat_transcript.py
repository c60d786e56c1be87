"""A long conversation as a language model writes it, and the tokens it would arrive in."""

from __future__ import annotations

import re
from itertools import cycle

TRANSCRIPT = """\
Hi there! Good to hear from you, Mrs. Alder. You asked three things at once, so let me take them \
one by one, and please stop me if I go too fast.

# Your heat pump

The short answer is yes. A unit of 8.5 kW (the one Mr. Brandt quoted at $7,249.00, incl. VAT) is \
enough for a house of 140 m² with double glazing. Here is why:

1. Your peak load is about 6.2 kW at -12 °C.
2. The U-value of the walls, e.g. on the north side, is 0.28 W/m²K.
3. Hot water needs another 1.5 kW, mostly between 6 a.m. and 8 a.m. on weekdays.

So 6.2 + 1.5 = 7.7, which leaves a margin of 0.8 kW. That is fine. Really.

> "A pump that is too big will switch on and off all day," as Dr. Ines Moreau (Ph.D., Grenoble) \
wrote on Feb. 3, 2024. "It wears out early." I agree.

## What I would ask the installer

- Is the price fixed until Dec. 31?
- Who pays for the crane -- you or they?
- Does "all inclusive" cover the buffer tank, the pipes, the wiring, the permit from the council \
and the removal of the old boiler, or only some of these?
- Can they start before Oct. 15th? If not, when?

Wait... one more thing! The noise. At night the limit is 35 dB(A) at your neighbour's window, and \
the data sheet (p. 14, fig. 3) says 41.5 dB at 3 m. Double the distance and you lose 6 dB, so at \
6 m you would be at 35.5. Hmm. That is close.

---

# The script

You also wanted a script that renames your photos. Try this:

```python
from pathlib import Path

for path in sorted(Path("photos").glob("*.JPG")):
    date = path.stem.split("_")[1]
    path.rename(path.with_name(f"{date}.jpg"))  # e.g. 2024.jpg
```

Save it as `rename.py` and run `python rename.py --dry-run` first. If it says \
`FileNotFoundError: [Errno 2]`, you are in the wrong folder. More at \
https://docs.example.org/3.11/library/pathlib.html#pathlib.Path.rename. Have a backup. Always.

**Important:** two photos of one day would get the same name, and the second would overwrite the \
first; that is why I would rather add the time as well, i.e. 20240203_1415.jpg, which your camera \
writes into every file anyway and which no two pictures share unless you hold the shutter down.

# The trip

| Day | From | To | km |
|-----|------|----|----|
| Mon | Lyon | Turin | 312.5 |
| Tue | Turin | Genoa | 170 |

The drive on Monday takes four to five hours... maybe six with the dog. On Tuesday you can sleep \
in! Leave at 10 a.m. The toll is 41,20 EUR for the tunnel and approx. 18 EUR for the rest. Pay by \
card. Or cash. Both work.

Is it worth it? I think so, and not only because of the food, the sea and the light, but because \
the two of you have not been away together since the winter before last when the whole family was \
ill and somebody had to stay at home with the cat and the children and the leaking roof while the \
others went skiing in the rain near St. Moritz without much joy as far as I can remember.

"But what about the U.S. visa?" you wrote. No. 5 on your list, right? For Italy you need none. \
For the States, apply at https://esta.example.gov (not .com!) at least 72 hours before. It was \
$21.00 last year.And it may be more now. J. R. Holt, Jr. of the consulate told me so himself.

Some words to take along:

* **Buongiorno** = good morning
* *Grazie mille!* = thanks a lot
* Quanto costa? = how much is it?

Oh, and your mail: bob.alder+trip@mail.example.co.uk bounced twice. Is it "alder" or "adler"? Tell \
me. I will send the list again. It has 1,204 lines.

1) Check the tyres. 2) Fill up before the border. 3) Print the tickets, please!

That was a lot; sorry! In short: take the 8.5 kW unit, keep a backup, and go. You will not regret \
it. Ciao, and say hello to Prof. Weiss, St. John, and all the others (even to Max. He means \
well.) from me :)

# The contract

Lastly, clause 7.3 of the lease. The owner (Sr. Paulo Lima & Cia. Ltda., Av. Central 18, 4th fl.) \
may raise the rent by at most 3.5% p.a., or by the index, whichever is lower: "the lower of both", \
it says. From $1,180 that makes $1,221.30. Not $1,250! Write to him before Nov. 1. A letter will \
do; keep a copy.

### What to write

Dear Mr. Lima,

Thank you for your letter of Oct. 2. According to clause 7.3 the rent rises by 3.5 percent, that \
is to $1,221.30 per month from Jan. 1, 2027. Please send me a corrected notice. I shall pay the \
present rent until then.

Kind regards,
R. Alder

That is polite and short. Does he answer? Wait two weeks. Does he not? Then call the tenants' \
office at +44 20 7946 0018 (Mon. to Thu., 9 a.m. - 4 p.m.) and ask for Ms. O'Neil or Mr. Tran, who \
know the house and have had him on the phone before, more than once, so I am told.

| Item | Before | After |
|---|---|---|
| Rent | $1,180.00 | $1,221.30 |
| Heating | $95.50 | $88.00 |

## About the meter

You sent me this reading and asked whether it can be true:

```json
{"meter": "A-104.2", "at": "2027-01-05T06:30:00Z", "kWh": [0.42, 1.337, 0.9], "ok": true}
```

It can. Between 6:30 and 7:15 the pump ran at 1.337 kW (that is 61% of its rated power), then it \
throttled down. What you see at 03:00 is the legionella cycle; it heats the tank to 60 °C once a \
week, on Thursdays, for about 20 min. Nothing to worry about! If it bothers you, set menu item \
no. 14.2 to "off" -- but read the note first. The note matters...

1. Press **OK** for 5 sec. until the display says `SERVICE`.
2. Go to *Hygiene > Cycle*. Use the arrow keys.
3. Choose a new day, e.g. Sunday, and a time. Then press OK again.
   This line belongs to the third step.

Does it beep? Good. If not, unplug it, count to ten, plug it in again and call the hotline: \
0800 555 0199, ext. 7. They know the model (WP-8.5/R290, rev. C). Ask for Vera! She is quick.

Total so far: 3,412 kWh in 11 months = 10.2 kWh/day = 0.31 EUR/kWh x 10.2 = 3.16 EUR/day. Not bad \
for a house from 1962, is it?

P.S. The weather: Mon 14 °C, Tue 17.5 °C, Wed... who knows? See you on Sat. Bring the dog. 好的，\
明天见！我们走吧。 Bye bye
"""

_TOKEN = re.compile(r"\s?[^\W\d_]+|\s?\d{1,3}|\s+|[^\w\s]{1,3}|_")
_HALVED = (0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0)


def tokens(text: str) -> list[str]:
    """Words with the space before them, digits by threes, marks; every few words in two halves."""
    found: list[str] = []
    for match, halved in zip(_TOKEN.finditer(text), cycle(_HALVED), strict=False):
        token = match.group()
        middle = len(token) // 2 + 1
        found += [token[:middle], token[middle:]] if halved and len(token) > 4 else [token]
    return found
