"""Fifty varied sentences: lengths of 1 to 60 words, numbers, quotes, questions, lists, names."""

SENTENCES: tuple[str, ...] = (
    "Yes.",
    "Nine fifteen.",
    "Where is it?",
    "Stop!",
    "Good morning, and welcome.",
    "The kettle is on the stove.",
    "It costs $24.95, not $18.20.",
    "She left at 7:30 and came back at noon.",
    "Call me when the train has left the station.",
    "They said it wasn't ready, but we'll wait.",
    "Doctor Lane lives at 42 Mill Road, near the old bridge.",
    "In 1987 the town had 2,345 houses and one school.",
    "The temperature fell to minus five degrees during the night.",
    "Please read the third chapter, then answer the questions at its end.",
    "He paused; nobody moved, nobody spoke, and the clock went on ticking.",
    '"Open the door," she whispered, "before somebody sees us standing here."',
    "The recipe needs two eggs, a cup of sugar, some butter and a pinch of salt.",
    "Version 2.0.1 grew by 12.5 percent between the first and the third quarter.",
    "If the rain stops before noon we will walk along the river to the mill.",
    "A quick brown fox jumps over the lazy dog while the farmer looks the other way.",
    "The committee will meet on March 3rd, 2031, to vote on the budget for the year.",
    "Her brother, who had studied music in Vienna, played the cello at every wedding.",
    "Nobody could explain why the lights in the harbour went out at the same moment.",
    "We measured the bridge twice, once in the morning and once after the heat of noon.",
    "Turn left at the second light, go past the church, and park behind the library.",
    "The old map showed a road that no living person in the valley had ever walked.",
    "Do you think that the letter will arrive before they close the office on Friday?",
    "What a strange idea: to paint the ceiling blue and the floor the colour of sand!",
    "His first three novels sold badly, yet the fourth was translated into nine languages.",
    "The engine coughed, caught, coughed again, and finally settled into a steady hum.",
    "Between the two mountains lies a lake so clear that you can count the stones below.",
    "Most of the visitors came by ferry, although a few brave ones crossed on the ice.",
    "When the bell rang the children ran outside, laughing, and forgot about the test.",
    "Zebras, giraffes, and an unreasonable number of ducks share the far end of the park.",
    "The judge asked everyone to be seated, put on her glasses, and opened the thick file.",
    "After lunch we checked the numbers again, because the total was off by 17 cents.",
    "I would rather walk for an hour in the snow than sit for ten minutes in that waiting room.",
    "Scientists who study the deep sea say that most of the animals there make their own light.",
    "The package weighs about 3 kilograms and should be kept in a dry place away from sunlight.",
    "Every evening at six the baker's daughter carried a basket of warm bread across the square.",
    "There is a difference between knowing the path and walking the path, as the old saying goes.",
    "She had never seen the ocean before, and for a long time she stood there without a word.",
    "The company announced on Tuesday that it would hire 250 people and build a new plant "
    "outside the city, where land is cheap.",
    "Although the experiment had failed twice, the two students repeated it a third time, and "
    "in the early hours of the morning they saw the faint green line that they had predicted.",
    "The museum keeps a small collection of clocks, among them one that was made for a king, "
    "one that runs backwards, and one that has not stopped since the year 1902.",
    "From the top of the tower you can see the whole town, the river with its five bridges, "
    "the railway yard, the fields beyond, and on a clear day the snow on the border mountains.",
    "It was late in the autumn when the letter came, and because the roads were already deep in "
    "mud the postman had walked the last nine miles with his boots in one hand and the mail in "
    "the other.",
    "The teacher explained that a sentence may be long without being difficult, provided that "
    "its parts follow one another in an order that the listener expects, and that nothing which "
    "belongs together has been torn apart.",
    "After the long winter the villagers gathered in the square to celebrate the return of the "
    "sun, singing songs that their grandparents had taught them, while the children ran between "
    "the stalls and the old men argued about the weather, the harvest, and the price of bread.",
    "We sailed at dawn with a light wind from the west and a crew of eleven, none of whom had "
    "ever crossed the strait in winter, and by the time the sun stood over the lighthouse the "
    "sea had turned the colour of slate, the gulls had gone inland, and even the cook, who was "
    "afraid of nothing, had put on his coat.",
)
