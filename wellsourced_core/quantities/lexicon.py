"""The words of numbers: numerals, scales, units, currencies, months, and what is said around a number."""

from __future__ import annotations

from wellsourced_core.model import BOUNDS, QUANTITY_KINDS, member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Bound, QuantityKind

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SMALL = {word: value for value, word in enumerate(_UNITS.split())}
TENS = {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
CARDINALS = SMALL | TENS

_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
ORDINALS = {word: value for value, word in enumerate(_ORDINALS.split()) if value} | {
    word[:-1] + "ieth": value for word, value in TENS.items()
}
ORDINAL_TENS = {word: value for word, value in ORDINALS.items() if word.endswith("ieth")}

# Scales as words stand after digits and number words; the short ones only right after digits.
SCALES = {
    "hundred": 1e2, "thousand": 1e3, "lakh": 1e5, "lakhs": 1e5, "million": 1e6, "millions": 1e6, "mln": 1e6,
    "crore": 1e7, "crores": 1e7, "billion": 1e9, "billions": 1e9, "bn": 1e9, "bln": 1e9, "trillion": 1e12,
    "trillions": 1e12, "tn": 1e12, "trn": 1e12, "dozen": 12.0, "mn": 1e6, "mm": 1e6,
    "mio": 1e6, "millionen": 1e6, "tausend": 1e3, "hundert": 1e2, "mrd": 1e9, "milliarde": 1e9,
    "milliarden": 1e9, "milliard": 1e9, "milliards": 1e9, "mille": 1e3, "mil": 1e3, "millones": 1e6,
    "millón": 1e6, "millon": 1e6, "milioni": 1e6, "miliardi": 1e9, "milhões": 1e6, "bilhões": 1e9,
    "miljoen": 1e6, "miljard": 1e9, "百": 1e2, "千": 1e3, "万": 1e4, "萬": 1e4, "億": 1e8, "亿": 1e8, "兆": 1e12,
}  # fmt: skip
CJK_SCALES = "百千万萬億亿兆"
CJK_MARKS = "年月日号號元円"  # of dates and money: right after digits they stand for themselves
LONG_SCALES = {"billionen": 1e12, "billones": 1e12, "billón": 1e12, "trillionen": 1e18}
SHORT_SCALES = {
    "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12, "md": 1e9, "mds": 1e9, "bn": 1e9, "mn": 1e6, "mm": 1e6, "tn": 1e12,
}  # fmt: skip
FRACTION_CHARS = {
    "½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅕": 1 / 5, "⅖": 2 / 5, "⅗": 3 / 5,
    "⅘": 4 / 5, "⅙": 1 / 6, "⅚": 5 / 6, "⅐": 1 / 7, "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8,
    "⅑": 1 / 9, "⅒": 1 / 10,
}  # fmt: skip
FRACTION_WORDS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4,
    "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7, "eighth": 8, "eighths": 8,
    "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10, "hundredth": 100, "hundredths": 100,
}  # fmt: skip
MULTIPLES = {
    "doubled": 2.0, "doubling": 2.0, "doubles": 2.0, "double": 2.0, "twice": 2.0, "twofold": 2.0,
    "tripled": 3.0, "tripling": 3.0, "triples": 3.0, "triple": 3.0, "thrice": 3.0, "threefold": 3.0,
    "quadrupled": 4.0, "quadruple": 4.0, "quadrupling": 4.0, "fourfold": 4.0, "fivefold": 5.0,
    "quintupled": 5.0, "sixfold": 6.0, "tenfold": 10.0, "halved": 0.5, "halving": 0.5,
    "verdoppelt": 2.0, "verdreifacht": 3.0, "halbiert": 0.5, "doublé": 2.0, "triplé": 3.0,
}  # fmt: skip

CURRENCY_SIGNS = {
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY",
    "₪": "ILS", "₦": "NGN", "₱": "PHP", "฿": "THB", "₫": "VND", "₴": "UAH",
}  # fmt: skip
DOLLAR_PREFIXES = {
    "us": "USD", "u.s": "USD", "a": "AUD", "au": "AUD", "aud": "AUD", "c": "CAD", "ca": "CAD", "cdn": "CAD",
    "cad": "CAD", "can": "CAD", "s": "SGD", "sg": "SGD", "hk": "HKD", "nz": "NZD", "nt": "TWD", "r": "BRL",
    "usd": "USD", "mex": "MXN",
}  # fmt: skip
CURRENCY_CODES = {
    code.lower(): code
    for code in (
        "USD EUR GBP JPY CNY INR RUB KRW CHF AUD CAD NZD SGD HKD SEK NOK DKK PLN CZK HUF TRY BRL MXN ZAR ILS"
        " THB IDR MYR PHP TWD AED SAR EGP NGN PKR VND UAH ARS CLP COP RMB"
    ).split()
}
CURRENCY_CODES["rmb"] = "CNY"
CURRENCY_PREFIX_WORDS = {
    "rs": "INR", "re": "INR", "kr": "SEK", "fr": "CHF", "sfr": "CHF", "ps": "GBP", "nkr": "NOK", "skr": "SEK",
    "dkr": "DKK", "nis": "ILS",
}  # fmt: skip
CURRENCY_WORDS = {
    "dollar": "USD", "dollars": "USD", "bucks": "USD", "buck": "USD", "euro": "EUR", "euros": "EUR",
    "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "rupee": "INR", "rupees": "INR", "ruble": "RUB",
    "rubles": "RUB", "rouble": "RUB", "roubles": "RUB", "franc": "CHF", "francs": "CHF", "franken": "CHF",
    "krona": "SEK", "kronor": "SEK", "kroner": "NOK", "krone": "NOK", "reais": "BRL", "real": "BRL",
    "peso": "MXN", "pesos": "MXN", "lira": "TRY", "rand": "ZAR", "won": "KRW", "zloty": "PLN",
    "shekels": "ILS", "naira": "NGN", "baht": "THB", "ringgit": "MYR", "rupiah": "IDR", "dirhams": "AED",
    "dólares": "USD", "dolar": "USD", "元": "CNY", "円": "JPY",
}  # fmt: skip
NATIONAL = {
    "us": "USD", "u.s": "USD", "american": "USD", "australian": "AUD", "canadian": "CAD", "singapore": "SGD",
    "zealand": "NZD", "kong": "HKD", "taiwan": "TWD", "british": "GBP", "swiss": "CHF", "japanese": "JPY",
    "chinese": "CNY", "indian": "INR", "brazilian": "BRL", "mexican": "MXN", "swedish": "SEK",
    "danish": "DKK", "norwegian": "NOK", "russian": "RUB", "philippine": "PHP", "hong": "HKD", "new": "NZD",
}  # fmt: skip
CENTS = frozenset("cent cents ct ¢ centime centimes céntimo céntimos".split())
MONEY_TALK = frozenset(
    "£ gbp sterling cost costs price priced paid pay pays worth budget fee fund spent spend raised sold bought"
    " earned salary debt loan fine fined grossed prize reward tax bank money invested pence savings".split()
)
DASHES = frozenset(("-", "–", "—", "‑", "−", "‐"))
PERCENT_WORDS = frozenset("% percent percents pct prozent percentage procent % ％".split())
POINT_WORDS = frozenset("point points pt pts punkte prozentpunkte".split())


def _table(rows: str) -> dict[str, tuple[str, QuantityKind]]:
    table: dict[str, tuple[str, QuantityKind]] = {}
    for row in rows.strip().splitlines():
        kind, unit, words = row.split(maxsplit=2)
        table.update(dict.fromkeys(words.split(), (unit, member(kind, QUANTITY_KINDS, "the lexicon"))))
    return table


# A row: kind, canonical unit, the words that mean it.
UNIT_WORDS = _table(
    """
    duration s second seconds sec secs sekunde sekunden seconde secondes segundo segundos
    duration minute minute minutes min mins minuten minuto minutos
    duration hour hour hours hr hrs h stunde stunden heure heures hora horas
    duration day day days tag tage tagen jour jours día días
    duration week week weeks woche wochen semaine semaines semana semanas
    duration month month months monat monate monaten mois mes meses
    duration quarter quarter quarters
    duration year year years yr yrs jahr jahre jahren an ans année années año años
    duration decade decade decades
    duration ms millisecond milliseconds msec
    length mm mm millimetre millimetres millimeter millimeters millimetern millimètre millimètres milímetro milímetros
    length cm cm centimetre centimetres centimeter centimeters zentimeter zentimetern centimètre centimètres
    length cm centímetro centímetros
    length m m metre metres meter meters metern mètre mètres metro metros
    length km km kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilómetro kilómetros kms
    length in inch inches zoll
    length ft ft foot feet
    length yd yard yards yd
    length mi mile miles mi meilen
    mass mg mg milligram milligrams milligramm milligramme milligrammes miligramo miligramos
    mass µg µg μg ug mcg microgram micrograms mikrogramm microgramme microgrammes microgramo microgramos
    mass g g gram grams gramme grammes gramm gramo gramos
    mass kg kg kilogram kilograms kilo kilos kilogramme kilogrammes kilogramm kilogramo kilogramos
    mass t t tonne tonnes tonnen tonelada toneladas
    mass kt kilotonne kilotonnes kilotonnen
    mass Mt megatonne megatonnes megatonnen
    mass Gt gigatonne gigatonnes gigatonnen
    mass ton ton tons
    mass lb lb lbs
    mass oz oz ounce ounces
    area acre acre acres
    area ha ha hectare hectares hektar hectárea hectáreas
    area mm2 mm²
    area cm2 cm²
    area km2 km² km2 quadratkilometer quadratkilometern
    area m2 m² m2 quadratmeter quadratmetern
    area ft2 sqft ft²
    area mi2 mi²
    volume l litre litres liter liters litern litro litros l
    volume Ml megalitre megalitres megaliter megaliters
    volume hl hl hectolitre hectolitres hectoliter hectoliters hektoliter
    volume ml ml millilitre millilitres milliliter milliliters
    volume gal gallon gallons
    volume bbl barrel barrels bbl
    volume cm3 cm³
    volume ft3 ft³
    volume m3 m³ m3 kubikmeter kubikmetern
    speed mph mph
    speed km/h kph kmh
    speed kn knots
    power W watt watts w
    power kW kw kilowatt kilowatts
    power MW mw megawatt megawatts
    power GW gw gigawatt gigawatts
    power hp hp horsepower
    energy kWh kwh kilowatt-hours kilowattstunde kilowattstunden
    energy MWh mwh megawattstunde megawattstunden
    energy GWh gwh gigawattstunde gigawattstunden
    energy TWh twh terawattstunde terawattstunden
    energy kcal kcal calories
    data KB kb kilobyte kilobytes
    data MB mb megabyte megabytes
    data GB gb gigabyte gigabytes
    data TB tb terabyte terabytes
    frequency Hz hz hertz
    frequency kHz khz
    frequency MHz mhz megahertz
    frequency GHz ghz gigahertz
    temperature °C °c celsius
    temperature °F °f fahrenheit
    temperature K kelvin
    count points points
    """
)
# Units that are one or two letters long are read only right after digits ("5 m", "12mm"), never after words.
NO_UNIT: tuple[str, QuantityKind] = ("", "count")  # what UNIT_WORDS has of another word
SHORT_UNITS = frozenset(word for word in UNIT_WORDS if len(word) <= 2)
# Adjectives that may stand between a number and its unit: "74 consecutive years".
BETWEEN_UNIT = frozenset("consecutive straight full more additional calendar further whole solid successive".split())
POUNDS = frozenset(("pound", "pounds", "pfund"))

# How many of the base unit one of each is; units of one line can be compared (years and months cannot be days).
FACTORS = {
    "s": ("s", 1.0), "ms": ("s", 1e-3), "minute": ("s", 60.0), "hour": ("s", 3600.0), "day": ("s", 86400.0),
    "week": ("s", 604800.0), "month": ("month", 1.0), "quarter": ("month", 3.0), "year": ("month", 12.0),
    "decade": ("month", 120.0), "mm": ("m", 1e-3), "cm": ("m", 1e-2), "m": ("m", 1.0), "km": ("m", 1e3),
    "in": ("m", 0.0254), "ft": ("m", 0.3048), "yd": ("m", 0.9144), "mi": ("m", 1609.344),
    "µg": ("g", 1e-6), "mg": ("g", 1e-3), "g": ("g", 1.0), "kg": ("g", 1e3), "t": ("g", 1e6),
    "kt": ("g", 1e9), "Mt": ("g", 1e12), "Gt": ("g", 1e15),
    "lb": ("g", 453.59237), "oz": ("g", 28.349523), "ml": ("l", 1e-3), "l": ("l", 1.0), "hl": ("l", 100.0),
    "Ml": ("l", 1e6), "m3": ("l", 1e3),
    "cm2": ("m2", 1e-4), "m2": ("m2", 1.0), "ha": ("m2", 1e4), "km2": ("m2", 1e6), "acre": ("m2", 4046.8564224),
    "ft2": ("m2", 0.09290304), "mi2": ("m2", 2589988.110336), "mph": ("km/h", 1.609344), "km/h": ("km/h", 1.0),
    "kW": ("W", 1e3), "MW": ("W", 1e6), "GW": ("W", 1e9), "W": ("W", 1.0), "MWh": ("kWh", 1e3),
    "GWh": ("kWh", 1e6), "TWh": ("kWh", 1e9), "kWh": ("kWh", 1.0), "bp": ("pp", 0.01), "pp": ("pp", 1.0),
    "KB": ("MB", 1e-3), "MB": ("MB", 1.0), "GB": ("MB", 1e3), "TB": ("MB", 1e6), "kHz": ("Hz", 1e3),
    "MHz": ("Hz", 1e6), "GHz": ("Hz", 1e9), "Hz": ("Hz", 1.0),
}  # fmt: skip

_MONTHS = (
    "january jan januar janvier enero",
    "february feb februar février febrero",
    "march mar märz mars marzo",
    "april apr avril abril",
    "may mai mayo",
    "june jun juni juin junio",
    "july jul juli juillet julio",
    "august aug août agosto",
    "september sep sept septembre septiembre",
    "october oct oktober octobre octubre",
    "november nov novembre noviembre",
    "december dec dezember décembre diciembre",
)
MONTHS = {word: number for number, row in enumerate(_MONTHS, 1) for word in row.split()}
# These are also common words: a month only with a capital.
MONTHS_AND_WORDS = frozenset("may march mar mars august jun dec sep".split())

# What is said right before a number, longest first: the bound it sets and whether it blurs the value.
BEFORE: dict[tuple[str, ...], tuple[Bound, bool]] = {
    tuple(words.split()): (member(bound, BOUNDS, "the lexicon"), blurred)
    for bound, blurred, phrases in (
        (">", False, ("more than|over|above|exceeding|exceeded|exceeds|exceed|in excess of|upwards of|greater than"
         "|higher than|larger than|longer than|older than|well over|mehr als|über|plus de|más de|beyond|surpassed"
         "|surpassing|bigger than|just over|topped|passed")),
        (">=", False, ("at least|no less than|no fewer than|not less than|mindestens"
         "|au moins|al menos|starting at")),
        ("<", False, ("less than|fewer than|under|below|lower than|smaller than|shorter than|younger than"
         "|weniger als|unter|moins de|menos de|just under|barely")),
        ("<", True, "nearly|almost|close to|approaching|not quite|fast|knapp|presque|près de|casi|nearing"),
        ("<=", False, ("at most|up to|no more than|not more than|as much as|as many as"
         "|höchstens|bis zu|jusqu'à|hasta")),
        ("", True, ("about|around|roughly|approximately|some|circa|ca|c|approx|estimated|an estimated|~|≈|∼"
         "|in the region of|etwa|rund|ungefähr|environ|unos|alrededor de|approximate|on the order of|maybe"
         "|plus or minus of about")),
        (">", False, ">"), ("<", False, "<"), (">=", False, "≥|⩾"), ("<=", False, "≤|⩽"),
    )
    for words in phrases.split("|")
}  # fmt: skip
# The same in Chinese and Japanese, where it ends the word that touches the number, longest first.
BEFORE_CJK: tuple[tuple[str, tuple[Bound, bool]], ...] = (
    ("不超过", ("<=", False)), ("不到", ("<", False)), ("少于", ("<", False)), ("未満", ("<", False)),
    ("超过", (">", False)), ("超過", (">", False)), ("多于", (">", False)), ("高于", (">", False)),
    ("逾", (">", False)), ("低于", ("<", False)), ("至少", (">=", False)), ("最多", ("<=", False)),
    ("将近", ("<", True)), ("近", ("<", True)), ("约为", ("", True)), ("约", ("", True)), ("約", ("", True)),
)  # fmt: skip
BEFORE_DATES: dict[tuple[str, ...], tuple[Bound, bool]] = {
    tuple(words.split()): (member(bound, BOUNDS, "the lexicon"), False)
    for bound, phrases in (
        (">", "after|nach|après|después de"),
        ("<", "before|prior to|vor|avant|antes de"),
        (">=", "since|seit|depuis|desde|starting in|beginning in|from at least"),
        ("<=", "until|till|no later than|up until|bis|jusqu'en|hasta"),
    )
    for words in phrases.split("|")
}
AFTER: dict[tuple[str, ...], tuple[Bound, bool]] = {
    tuple(words.split()): (member(bound, BOUNDS, "the lexicon"), blurred)
    for bound, blurred, phrases in (
        (">=", False, ("or more|or higher|or greater|or older|or above|or over|and over|and older|and above|and up"
         "|plus|+|oder mehr|ou plus|o más|or longer|upwards|onwards"
         "|at the earliest|frühestens")),
        ("<=", False, ("or less|or fewer|or lower|or below|or under|and under|and younger|oder weniger|at most"
         "|at the latest|spätestens")),
        ("", True, "or so|give or take|or thereabouts"),
    )
    for words in phrases.split("|")
}  # fmt: skip
# Between comparator and number these say nothing: "more than a [billion]", "over US $5".
# A capitalised word before a small number that it numbers: still a count to compare ("Note 7", "Season 3").
NUMBERED = frozenset("note notes season slide part day week round group stage step game match act book job".split())
TRANSPARENT = frozenset(("the", "a", "an", "us", "u.s", "just", "only", "about", "his", "her", "their", "its"))

CHANGE_WORDS = frozenset(
    "increase increased increases increasing decrease decreased decreases decreasing rise rose risen rises rising"
    " fall fell fallen falls falling drop dropped drops dropping grow grew grown grows growing gain gained climb"
    " climbed decline declined declines jump jumped slip slipped up down raise raised raises reduce reduced"
    " reduces cut lower lowered go goes went move moved improve improved shrink shrank widen widened narrowed"
    " narrow surge surged soar soared plunge plunged advance advanced added add expanded expand".split()
)
SCORE_TALK = frozenset(
    "record win wins won victory defeat defeated lead led beat beaten score scored scoreline lost loss losing"
    " losses draw drew series tie tied finish split passed approved voted vote gewann besiegte verlor unterlag siegte"
    " sieg niederlage schlug".split()
)
# Behind these "over 65" says how old they are, not how many.
PERSONS = frozenset(
    "people persons adults men women visitors drivers passengers patients residents workers employees voters members"
    " participants respondents pensioners customers citizens players pupils children those anyone everyone everybody"
    " menschen personen männer frauen besucher patienten".split()
)
# A number after one of these words names a thing; it measures nothing.
NAMING = frozenset(
    "id ids context contexts passage passages ref refs reference references footnote equation eq step-id covid covd"
    " sars mers type windows formula apollo route highway chapter article section sec boeing airbus iphone"
    " ipad playstation xbox version scope phase volume vol figure fig table appendix page pp isbn issn doi grade"
    " channel gate terminal runway flight room suite psalm verse python java android ios level unit platform"
    " category cat class tier titan soyuz falcon block mark mk h1n1 en iso asu rfc form schedule rule exhibit"
    " interstate motorway autobahn line bus train area district ward zone sector precinct kapitel abschnitt"
    " artikel abbildung tabelle seite symphony sonata opus op concerto ps euro i-".split()
) - {"euro", "i-"}
NAMING_PAIRS = frozenset(
    (("world", "war"), ("super", "bowl"), ("world", "no"), ("fast", "furious"), ("area", "code"), ("big", "brother"))
)
LEAGUES = frozenset(
    "nobel oscar oscars grammy grammys emmy emmys olympic olympics nba nfl nhl mlb premier bundesliga fifa uefa"
    " academy tony gold silver bronze grand pulitzer".split()
)
NATIONALITIES = frozenset(
    "american british english french german italian spanish russian chinese japanese indian canadian"
    " australian mexican brazilian dutch swedish norwegian danish polish irish scottish welsh greek turkish"
    " israeli palestinian iranian iraqi syrian afghan pakistani korean vietnamese african asian european"
    " jewish muslim muslims christian christians republican republicans democratic democrats democrat"
    " americans germans britons canadians australians russians europeans armenians ukrainian ukrainians"
    " latin arab arabs soviet congressional senate states us u.s".split()
)
CONTINENTAL = frozenset(
    "der die das und ist ein eine im mit von nicht wurde auf für den dem des zu bei lag le la les et une dans des du"
    " est pour sur au aux el los las y una del por para con se il gli di che per sono een het van en op zijn"
    " os um uma não com laut nach aus bei einen einem einer sich zum zur sind wurden werden wird rund del que hasta"
    " según más fue avec dans qui ont été sont cette par moins pas comme selon depuis leur ses sin sobre entre desde"
    " han sie wir wie vor noch über unter".split()
) - {"die", "per", "a", "du", "se", "y", "la", "le", "el", "los", "las", "des", "en", "di", "il", "os", "um", "van"}
# Small words that other languages have too ("in", "was", "on", "as", "has") tell nothing.
ENGLISH = frozenset("the of and to is for that with by from at are were have it its".split())
