"""The commonest words of languages in Latin script, from which a text is recognised.

Collected for brisa: the short words that hold sentences together, everyday verbs and nouns, and
what people answer. Each list also teaches the letter sequences of its language. Order has no
meaning. Words are in lower case; a word that several languages share stands in each of their lists.
"""

from __future__ import annotations

from typing import Final

COMMON_WORDS: Final = {
    "en": """
a an the and or but if then than that this these those there here it its he she they we you i me
him her them us my your his our their mine yours is are was were be been being am do does did done
have has had having will would shall should can could may might must not no yes don't doesn't
didn't isn't wasn't won't can't couldn't wouldn't i'm i've i'll you're it's that's there's let's
of to in on at by for with from into onto about after before between through during without within
over under up down out off again more most less least very too also just only even still yet ever
never always often sometimes already now soon later today tomorrow yesterday what which who whom
whose when where why how all any both each every few many much some such other another same own so
because while until though although since as like one two three four five six seven eight nine ten
first last next new old good great little long right left big small high low early late young own
people person man woman child children day night morning evening week month year time hour minute
way thing things world life hand part place house home room door window water work school name
number question answer word please thank thanks sorry hello hi goodbye bye okay welcome sure nice
know think see look want need make made take took come came go going went get got give gave say
said tell told ask asked find found feel felt leave left keep let begin seem help talk turn start
show hear play run move live believe hold bring happen write provide sit stand lose pay meet
include continue set learn change lead understand watch follow stop create speak read spend grow
open walk win offer remember love consider appear buy wait serve die send expect build stay fall
cut reach the should anything nothing something everything nobody everyone someone around against
under behind beside away back together almost nearly enough rather quite really
""",
    "fr": """
le la les l' un une des du de d' et ou mais si alors que qu' qui quoi dont où quand comment
pourquoi combien ce c' cet cette ces ça cela ceci il elle on nous vous ils elles je j' tu me m' te
t' se s' lui leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos moi toi soi eux est
sont était étaient être été suis es sommes êtes ai as a avons avez ont avait avaient avoir eu sera
serait fait faire fais font va vais vas allez aller vont peut peux peuvent pouvez pouvoir veut
veux voulez dois doit devez devoir faut sait sais savez savoir voir vu vois dit dire dis prendre
pris mettre mis venir venu vient parler parle trouver trouve donner donne passer rester reste
arrive ne n' pas plus moins jamais rien personne aucun oui non merci bonjour bonsoir salut revoir
s'il plaît pardon d'accord à au aux en dans sur sous avec sans pour par chez vers entre depuis
pendant avant après contre devant derrière très trop bien mal peu beaucoup assez encore toujours
déjà aussi même tout toute tous toutes autre autres quelque quelques chaque plusieurs ici là
maintenant aujourd'hui hier demain soir matin nuit jour jours semaine mois an ans année heure
heures minute minutes temps fois homme femme enfant enfants gens monde vie chose maison porte rue
ville pays eau main tête père mère frère sœur ami amie travail école livre nom mot question
réponse deux trois quatre cinq six sept huit neuf dix premier première dernier nouveau nouvelle
grand grande petit petite bon bonne beau belle vieux jeune parce puis donc car lorsque comme
presque c'est n'est j'ai qu'il qu'elle d'un d'une l'on l'eau peut-être est-ce quel quelle quels
quelles voudrais pense crois aime attends attendez fermé ouvert monsieur madame cherche besoin
mieux ensemble loin près lumière froid chaud
""",
    "de": """
der die das den dem des ein eine einen einem einer eines und oder aber wenn dann dass daß ob weil
als wie wo wer was wann warum wieso welche welcher welches ich du er sie es wir ihr mich dich sich
uns euch mir dir ihm ihn ihnen mein meine meinen meinem meiner dein deine sein seine seinen ihre
ihren ihrem unser unsere euer ist sind war waren bin bist seid gewesen haben habe hat hast hatte
hatten werden wird werde wurde wurden kann können könnte muss müssen soll sollte will wollen
wollte möchte möchten darf mag mach machen macht gemacht gehen geht ging gegangen kommen kommt kam
gekommen sehen sieht gesehen sagen sagt gesagt wissen weiß wusste geben gibt gab gegeben nehmen
finden gefunden denken glauben bleiben bleibt lassen liegt steht stehen sprechen spricht nicht
kein keine keinen nie niemals nichts niemand ja nein doch danke bitte hallo tschüss guten tag
morgen abend nacht entschuldigung gut gerne gern in im an am auf aus bei beim mit nach von vom vor
zu zum zur über unter zwischen durch für gegen ohne um seit während bis hinter neben sehr auch
noch schon nur mehr weniger viel viele wenig immer wieder oft manchmal jetzt hier da dort heute
gestern bald dann denn also so alle alles andere anderen jeder jede jedes etwas einige man woche
monat jahr jahre stunde stunden uhr minuten zeit mal mann frau kind kinder leute welt leben haus
tür straße stadt land wasser hand kopf vater mutter bruder schwester freund arbeit schule buch
name wort frage antwort zwei drei vier fünf sechs sieben acht neun zehn erste ersten letzte neue
neuen große kleine guter gute schöne alt jung lange heißt wirklich vielleicht natürlich eigentlich
genau ganz fast zusammen zurück weg links rechts oben unten draußen warten brauchen brauche habt
geht's freut geschlossen geöffnet kalt warm licht später früh spät lieber einfach
""",
    "pt": """
o a os as um uma uns umas de do da dos das e ou mas se então que quem qual quais onde quando como
porque porquê quanto quantos isto isso aquilo este esta estes estas esse essa esses essas aquele
aquela ele ela eles elas eu tu nós vós você vocês me te lhe lhes nos mim ti si meu minha meus
minhas teu tua seu sua seus suas nosso nossa é são era eram ser sido sou somos foi foram está
estão estava estar estou estamos tem têm tinha ter tenho temos teve há haver vai vão vou vamos ir
fui pode podem posso poder quer quero querem querer deve devem dever faz fazer fez feito diz dizer
disse sabe sei saber ver vê viu dar dá deu vem vir veio fica ficar ficou falar fala passar achar
acho não nem nunca nada ninguém nenhum sim obrigado obrigada olá oi tchau bom boa dia tarde noite
desculpe por favor está bem claro em no na nos nas ao à aos às num numa com sem para pra por pelo
pela pelos pelas sobre sob entre até desde depois antes durante contra muito muita muitos muitas
pouco mais menos demais tão tanto também já ainda sempre só apenas mesmo todo toda todos todas
tudo outro outra outros cada algum alguma alguns algo aqui aí ali lá agora hoje ontem amanhã manhã
semana mês ano anos hora horas minuto minutos tempo vez vezes homem mulher criança crianças gente
pessoa pessoas mundo vida coisa coisas casa porta rua cidade país água mão cabeça pai mãe irmão
irmã amigo trabalho escola livro nome palavra pergunta resposta dois duas três quatro cinco seis
sete oito nove dez primeiro primeira último novo nova grande pequeno pequena bonito velho jovem
bem mal melhor pior talvez quase assim enquanto embora pois logo gostaria gosto preciso espere
fechado aberto senhor senhora frio quente luz ficam chega deixar deixou então muito pouca fora
dentro longe perto
""",
    "es": """
el la los las un una unos unas de del al y e o u pero si entonces que qué quien quién cual cuál
donde dónde cuando cuándo como cómo porque cuanto cuánto cuántos esto eso aquello este esta estos
estas ese esa esos esas aquel aquella él ella ellos ellas yo tú usted ustedes nosotros vosotros me
te se le les lo nos os mí ti mi mis tu tus su sus nuestro nuestra es son era eran ser sido soy
eres somos fue fueron está están estaba estar estoy estamos ha han he has había haber hay tiene
tienen tengo tener tenía va van voy vamos ir puede pueden puedo puedes poder quiere quiero quieren
querer debe deben hacer hace hizo hecho dice decir dijo sabe sé saber ver ve vio dar da dio viene
venir vino queda quedar hablar habla pasar creo llega llegar dejar dejó no ni nunca nada nadie
ningún ninguna sí gracias hola adiós buenos buenas días tardes noches perdón por favor claro vale
acuerdo en con sin para por sobre bajo entre hasta desde después antes durante contra hacia muy
mucho mucha muchos muchas poco más menos demasiado tan tanto también ya todavía aún siempre sólo
solo mismo todo toda todos todas otro otra otros cada algún alguna algunos algo aquí ahí allí
ahora hoy ayer mañana noche anoche semana mes año años hora horas minuto minutos tiempo vez veces
hombre mujer niño niña niños gente persona personas mundo vida cosa cosas casa puerta calle ciudad
país agua mano cabeza padre madre hermano hermana amigo trabajo escuela libro nombre palabra
pregunta respuesta dos tres cuatro cinco seis siete ocho nueve diez primero primera último nuevo
nueva grande pequeño pequeña bueno buena bonito viejo joven bien mal mejor peor quizás casi así
mientras aunque pues luego quisiera gusta necesito espere cerrado abierto señor señora frío
caliente luz fuera dentro lejos cerca encima debajo ustedes suerte demás según cualquier
""",
    "it": """
il lo la i gli le l' un uno una un' di del dello della dei degli delle da dal dalla a al allo alla
ai alle in nel nello nella nei nelle su sul sulla sui con per tra fra e ed o ma se allora che chi
cosa cui quale quali dove quando come perché quanto quanti questo questa questi queste quello
quella quelli quelle ciò io tu lui lei noi voi loro mi ti si ci vi ne mio mia miei tuo tua suo sua
nostro vostro è sono era erano essere stato stata sei siamo siete ho hai ha abbiamo avete hanno
aveva avere sarà sarebbe fa fare fatto faccio fanno va vado andare vanno può posso possono potere
vuole voglio deve devo dovere sa so sapere vedere visto dice dire detto dare viene venire prendere
mettere messo parlare trovare non più meno mai niente nulla nessuno sì no grazie prego ciao
buongiorno buonasera scusi scusa favore senza sotto sopra dentro fuori prima dopo durante contro
verso molto molta molti poco troppo tanto così anche ancora sempre già solo stesso tutto tutti
tutte altro altra altri ogni qualche alcuni qui qua là lì adesso ora oggi ieri domani sera mattina
notte giorno giorni settimana mese anno anni ore minuti tempo volta volte uomo donna bambino
bambini gente persone mondo vita casa porta strada città paese acqua mano testa padre madre
fratello sorella amico lavoro scuola libro nome parola domanda risposta due tre quattro cinque sei
sette otto nove dieci primo ultimo nuovo grande piccolo buono bello vecchio giovane bene male
meglio forse quasi mentre poi quindi vorrei piace c'è chiuso aperto signore signora freddo caldo
luce gioco giocano nuova lontano vicino
""",
    "nl": """
de het een en of maar als dan dat die dit deze daar hier wie wat waar wanneer waarom hoe welke
hoeveel ik jij je u hij zij ze wij we jullie mij me jou hem haar ons hun hen mijn jouw zijn onze
is was waren ben bent zijn geweest heb heeft hebben had hadden wordt worden werd kan kunnen kon
moet moeten mag wil willen zou zullen zal doen doet deed gedaan gaan gaat ging gegaan komen komt
kwam zien ziet zag gezien zeggen zegt zei weten weet wist geven geeft nemen vinden denken blijven
laten staat staan spreken niet geen nooit niets niemand ja nee dank bedankt alsjeblieft
alstublieft hallo dag goed goede morgen avond nacht sorry graag in op aan bij met naar van voor
uit over onder tussen door tegen zonder om sinds tijdens tot achter naast zeer erg ook nog al
alleen meer minder veel weinig altijd weer vaak soms nu vandaag gisteren straks toen dus zo alle
alles andere ieder elk iets enkele men week maand jaar jaren uur minuten tijd keer man vrouw kind
kinderen mensen wereld leven huis deur straat stad land water hand hoofd vader moeder broer zus
vriend werk school boek naam woord vraag antwoord twee drie vier vijf zes zeven acht negen tien
eerste laatste nieuwe grote kleine mooie oud jong lang heet echt misschien natuurlijk eigenlijk
precies helemaal bijna samen terug weg links rechts boven beneden buiten wachten nodig gesloten
open koud warm licht later vroeg laat liever gewoon er eens want omdat terwijl hadden ligt
""",
    "pl": """
i a w z na do od po o u za przez przed pod nad między bez dla przy oraz ale lub albo czy że żeby
aby jeśli gdy kiedy gdzie jak dlaczego ile który która które którzy kto co ten ta to te ci tam tu
tutaj ja ty on ona ono my wy oni one mnie mi ciebie ci jego jej go mu nas nam was wam ich im się
siebie mój moja moje twój swój nasz wasz jest są był była było byli być będzie będą mam masz ma
mamy mają miał mieć może mogę można móc chce chcę chciałbym musi muszę trzeba robi robić zrobić
idzie iść widzieć wie wiem wiedzieć mówi mówić powiedział daje dać bierze myśli myślę proszę
dziękuję tak nie nigdy nic nikt dzień dobry cześć przepraszam bardzo też także jeszcze już tylko
więcej mniej dużo mało zawsze znowu często czasem teraz dziś dzisiaj wczoraj jutro rano wieczór
wieczorem noc potem więc wszystko wszyscy inny inne każdy coś ktoś tydzień miesiąc rok lat godzina
godzinie minut czas raz człowiek kobieta dziecko dzieci ludzie świat życie dom drzwi ulica miasto
kraj woda ręka głowa ojciec matka brat siostra przyjaciel praca szkoła książka imię słowo pytanie
odpowiedź dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć pierwszy ostatni nowy duży
mały dobrze źle lepiej może prawie tak razem lewo prawo zimno ciepło światło później wcześnie
ponieważ podczas kiedyś
""",
    "sv": """
och att det som en ett den de är var på i för av med till om har inte han hon jag du vi ni dom mig
dig honom henne oss er sig min mitt mina din sin sitt hans hennes vår era deras vad vem när var
hur varför vilken men eller så då där här detta denna dessa ska skulle kan kunde måste vill ville
får fick blir blev göra gör gjorde gå går gick komma kommer kom se ser såg säga säger sa vet veta
ge tar ta finns aldrig ingen inget inga ingenting ja nej tack hej snälla förlåt god morgon kväll
natt från under över mellan genom mot utan efter före vid hos mycket många lite mer mindre också
bara redan ännu alltid ofta ibland nu idag igår imorgon snart allt alla andra varje något någon
några man vecka månad år timme timmar minuter tid gång man kvinna barn människor värld liv hus
dörr gata stad land vatten hand huvud far mor bror syster vän arbete skola bok namn ord fråga svar
två tre fyra fem sex sju åtta nio tio första sista ny nya stor liten bra dåligt kanske nästan
tillsammans eftersom medan
""",
    "da": """
og at det som en et den de er var på i for af med til om har ikke han hun jeg du vi i dem mig dig
ham hende os jer sig min mit mine din sin sit hans hendes vores deres hvad hvem hvornår hvor
hvordan hvorfor hvilken men eller så da der her dette denne disse skal skulle kan kunne må vil
ville får fik bliver blev gøre gør gjorde gå går gik komme kommer kom se ser så sige siger sagde
ved vide give tager findes aldrig ingen intet ja nej tak hej undskyld god godt morgen aften nat
fra under over mellem gennem mod uden efter før hos meget mange lidt mere mindre også kun allerede
endnu altid ofte nogle nu snart alt alle andre hver noget nogen man uge måned år time timer
minutter tid gang mand kvinde børn mennesker verden liv hus dør gade by land vand hånd hoved far
mor bror søster ven arbejde skole bog navn ord spørgsmål svar to tre fire fem seks syv otte ni ti
første sidste ny nye stor lille måske næsten sammen fordi mens
""",
    "tr": """
ve bir bu şu o da de ki ile için gibi kadar daha çok az en ama fakat ya veya eğer ne kim nerede
nereye nasıl neden niçin kaç hangi ben sen biz siz onlar beni seni onu bana sana ona bizi size
benim senin onun bizim sizin var yok değil mi mı mu mü evet hayır teşekkürler teşekkür ederim
lütfen merhaba selam günaydın iyi akşamlar geceler günler tamam şimdi bugün dün yarın sonra önce
her hep hiç bazı bütün tüm başka aynı kendi şey zaman gün hafta ay yıl saat dakika insan adam
kadın çocuk çocuklar dünya hayat ev kapı sokak şehir ülke su el baş baba anne kardeş arkadaş iş
okul kitap ad isim söz soru cevap iki üç dört beş altı yedi sekiz dokuz on ilk son yeni büyük
küçük güzel iyi kötü eski genç belki birlikte geldi gitti oldu olan olarak olur istiyorum biliyor
yapmak etmek gel git ver al bak söyle dedi üzerinde altında içinde arasında diye çünkü artık hâlâ
hala
""",
    "id": """
yang dan di ke dari untuk dengan pada ini itu adalah tidak akan sudah telah bisa dapat harus saya
aku kamu anda dia kami kita mereka nya apa siapa kapan mana bagaimana mengapa kenapa berapa atau
tetapi tapi jika kalau karena oleh sebagai dalam luar atas bawah antara setelah sebelum sampai
seperti juga masih belum hanya lebih kurang sangat sekali banyak sedikit selalu sering sekarang
hari kemarin besok pagi siang malam minggu bulan tahun jam menit waktu orang anak pria wanita
dunia hidup rumah pintu jalan kota negara air tangan kepala ayah ibu kakak adik teman kerja
sekolah buku nama kata pertanyaan jawaban satu dua tiga empat lima enam tujuh delapan sembilan
sepuluh pertama baru besar kecil baik buruk lama muda semua setiap lain sama ada ya terima kasih
tolong maaf halo selamat mungkin hampir bersama ketika sambil ingin mau pergi datang melihat tahu
""",
    "ro": """
și în de la cu pe un o una unei unui al ai ale a că ce care cine când unde cum cât dar sau dacă
atunci nu este e sunt era erau fi fost am ai are avem aveți au avea voi va vor aș ar pot poate
trebuie vreau face fac făcut merge vine știu văd spune zice eu tu el ea noi voi ei ele mă te se îl
îi ne vă meu mea tău său nostru acest această acesta aceasta acea acel din prin pentru fără sub
peste între după înainte până despre foarte mult multe puțin mai cel cea tot toată toți alt altă
fiecare nimic nimeni niciodată da mulțumesc bună ziua seara salut rog acum azi ieri mâine aici
acolo casă ușa stradă oraș țară apă mână cap tată mamă frate soră prieten carte nume cuvânt
întrebare doi trei patru cinci șase șapte opt nouă zece prima nou nouă mare mic bun frumos vechi
timp an ani oră oameni
""",
    "fi": """
ja on ei että se hän minä sinä me te he tämä tuo nämä mikä mitä kuka missä milloin miten miksi
kuinka joka jotka mutta tai jos niin kun kuin ovat oli olivat olla ollut olen olet olemme en et
emme eivät voi voin pitää täytyy haluan haluaa tehdä tekee mennä menee tulla tulee nähdä sanoa
sanoi tietää tiedän antaa ottaa kanssa ilman alla päällä välillä jälkeen ennen asti vasta hyvin
paljon vähän enemmän myös vain jo vielä aina usein nyt tänään eilen huomenna pian kaikki muut
jokainen jotain joku viikko kuukausi vuosi tunti aika kerran mies nainen lapsi lapset ihmiset
maailma elämä talo ovi katu kaupunki maa vesi käsi pää isä äiti veli sisko ystävä työ koulu kirja
nimi sana kysymys vastaus kaksi kolme neljä viisi kuusi seitsemän kahdeksan kymmenen ensimmäinen
uusi iso pieni hyvä kyllä kiitos hei moi anteeksi huomenta iltaa yötä ehkä melkein koska vaikka
""",
    "cs": """
a i v ve na do od po o u za přes před pod nad mezi bez pro při ale nebo že aby jestli když kde jak
proč kolik který která které kdo co ten ta to ti tam tady já ty on ona ono my vy oni mě mi tě ho
mu nás nám vás vám jich jim se sebe můj moje tvůj svůj náš váš je jsou byl byla bylo byli být bude
budou mám máš má máme mají měl mít může mohu můžu chce chci musí musím dělá dělat jde jít vidět ví
vím vědět říká říkat řekl dát bere myslí myslím prosím děkuji ano ne nikdy nic nikdo dobrý den
ahoj promiňte velmi také ještě už jen jenom více méně hodně málo vždy zase často někdy teď dnes
včera zítra ráno večer noc potom všechno všichni jiný každý něco někdo týden měsíc rok let hodina
hodin minut čas člověk žena dítě děti lidé svět život dům dveře ulice město země voda ruka hlava
otec matka bratr sestra přítel práce škola kniha jméno slovo otázka odpověď dva tři čtyři pět šest
sedm osm devět deset první poslední nový velký malý dobře možná skoro protože
""",
    "hu": """
a az és hogy nem is egy ez azt ezt van volt lesz vagyok vagy vagyunk vannak voltak lenne lehet
kell akar akarok tud tudom tudok megy jön lát mond mondta csinál ad vesz én te ő mi ti ők engem
téged őt nekem neked neki minket ki mi mit hol mikor hogyan miért mennyi melyik aki ami amely de
vagy ha akkor mert mint még már csak több kevesebb sok kevés nagyon mindig gyakran most ma tegnap
holnap reggel este éjszaka nap hét hónap év óra perc idő ember nő férfi gyerek gyerekek világ élet
ház ajtó utca város ország víz kéz fej apa anya testvér barát munka iskola könyv név szó kérdés
válasz két kettő három négy öt hat hét nyolc kilenc tíz első utolsó új nagy kicsi jó rossz szép
régi fiatal minden más valami valaki semmi senki soha igen köszönöm kérem szia jó napot bocsánat
talán majdnem együtt után előtt alatt között nélkül
""",
    "ca": """
el la els les l' un una uns unes de del dels d' i o però si que què qui quin quina on quan com
perquè per quant això aquest aquesta aquests aquell aquella ell ella ells jo tu vostè nosaltres
vosaltres em et es li ens us hi ho en meu meva teu seu seva nostre és són era eren ser estat sóc
està estan estar ha han he has havia haver té tenen tinc tenir va van vaig anem anar pot poden puc
vol vull fer fa fet diu dir sap saber veure donar ve venir no mai res ningú cap sí gràcies hola
adéu bon bona dia tarda nit perdó sisplau amb sense al als a per sobre sota entre fins des després
abans durant contra molt molta molts poc més menys massa també ja encara sempre només mateix tot
tota tots totes altre altra cada algun alguna aquí allà ara avui ahir demà setmana mes any anys
hora hores temps vegada home dona nen nena nens gent persona món vida casa porta carrer ciutat
país aigua mà cap pare mare germà germana amic feina escola llibre nom paraula pregunta resposta
dos dues tres quatre cinc sis set vuit nou deu primer primera nou gran petit bé mal millor potser
gairebé així
""",
}
