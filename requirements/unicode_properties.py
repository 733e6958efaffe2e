"""Writes src/paycat/shapes/patterns/unicode.json: `python -m requirements.unicode_properties [FILE]`.

The properties that `\\p{…}` of ECMA-262 names, and which letters are one without case, are those of the package
regress: Python's `unicodedata` lacks most of them, and differs with its version. A test compares them with Node.js.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from regress import Regex

from requirements.unicode_ranges import EVERY

FILE = Path(__file__).parent.parent / "src" / "paycat" / "shapes" / "patterns" / "unicode.json"
VERSION = "17.0"
_CATEGORIES = (
    "Cc=cntrl=Control Cf=Format Cn=Unassigned Co=Private_Use Cs=Surrogate Ll=Lowercase_Letter Lm=Modifier_Letter "
    "Lo=Other_Letter Lt=Titlecase_Letter Lu=Uppercase_Letter Mc=Spacing_Mark Me=Enclosing_Mark Mn=Nonspacing_Mark "
    "Nd=digit=Decimal_Number Nl=Letter_Number No=Other_Number Pc=Connector_Punctuation Pd=Dash_Punctuation "
    "Pe=Close_Punctuation Pf=Final_Punctuation Pi=Initial_Punctuation Po=Other_Punctuation Ps=Open_Punctuation "
    "Sc=Currency_Symbol Sk=Modifier_Symbol Sm=Math_Symbol So=Other_Symbol Zl=Line_Separator Zp=Paragraph_Separator "
    "Zs=Space_Separator"
)
_GROUPS = {
    "C=Other": "Cc Cf Cn Co Cs",
    "L=Letter": "Ll Lm Lo Lt Lu",
    "LC=Cased_Letter": "Ll Lt Lu",
    "M=Combining_Mark=Mark": "Mc Me Mn",
    "N=Number": "Nd Nl No",
    "P=punct=Punctuation": "Pc Pd Pe Pf Pi Po Ps",
    "S=Symbol": "Sc Sk Sm So",
    "Z=Separator": "Zl Zp Zs",
}
_SCRIPTS = (
    "Adlm=Adlam Aghb=Caucasian_Albanian Ahom Arab=Arabic Armi=Imperial_Aramaic Armn=Armenian Avst=Avestan "
    "Bali=Balinese Bamu=Bamum Bass=Bassa_Vah Batk=Batak Beng=Bengali Berf=Beria_Erfe Bhks=Bhaiksuki Bopo=Bopomofo "
    "Brah=Brahmi Brai=Braille Bugi=Buginese Buhd=Buhid Cakm=Chakma Cans=Canadian_Aboriginal Cari=Carian Cham "
    "Cher=Cherokee Chrs=Chorasmian Copt=Qaac=Coptic Cpmn=Cypro_Minoan Cprt=Cypriot Cyrl=Cyrillic Deva=Devanagari "
    "Diak=Dives_Akuru Dogr=Dogra Dsrt=Deseret Dupl=Duployan Egyp=Egyptian_Hieroglyphs Elba=Elbasan Elym=Elymaic "
    "Ethi=Ethiopic Gara=Garay Geor=Georgian Glag=Glagolitic Gong=Gunjala_Gondi Gonm=Masaram_Gondi Goth=Gothic "
    "Gran=Grantha Grek=Greek Gujr=Gujarati Gukh=Gurung_Khema Guru=Gurmukhi Hang=Hangul Hani=Han Hano=Hanunoo "
    "Hatr=Hatran Hebr=Hebrew Hira=Hiragana Hluw=Anatolian_Hieroglyphs Hmng=Pahawh_Hmong Hmnp=Nyiakeng_Puachue_Hmong "
    "Hung=Old_Hungarian Ital=Old_Italic Java=Javanese Kali=Kayah_Li Kana=Katakana Kawi Khar=Kharoshthi Khmr=Khmer "
    "Khoj=Khojki Kits=Khitan_Small_Script Knda=Kannada Krai=Kirat_Rai Kthi=Kaithi Lana=Tai_Tham Laoo=Lao Latn=Latin "
    "Lepc=Lepcha Limb=Limbu Lina=Linear_A Linb=Linear_B Lisu Lyci=Lycian Lydi=Lydian Mahj=Mahajani Maka=Makasar "
    "Mand=Mandaic Mani=Manichaean Marc=Marchen Medf=Medefaidrin Mend=Mende_Kikakui Merc=Meroitic_Cursive "
    "Mero=Meroitic_Hieroglyphs Mlym=Malayalam Modi Mong=Mongolian Mroo=Mro Mtei=Meetei_Mayek Mult=Multani "
    "Mymr=Myanmar Nagm=Nag_Mundari Nand=Nandinagari Narb=Old_North_Arabian Nbat=Nabataean Newa Nkoo=Nko Nshu=Nushu "
    "Ogam=Ogham Olck=Ol_Chiki Onao=Ol_Onal Orkh=Old_Turkic Orya=Oriya Osge=Osage Osma=Osmanya Ougr=Old_Uyghur "
    "Palm=Palmyrene Pauc=Pau_Cin_Hau Perm=Old_Permic Phag=Phags_Pa Phli=Inscriptional_Pahlavi Phlp=Psalter_Pahlavi "
    "Phnx=Phoenician Plrd=Miao Prti=Inscriptional_Parthian Rjng=Rejang Rohg=Hanifi_Rohingya Runr=Runic Samr=Samaritan "
    "Sarb=Old_South_Arabian Saur=Saurashtra Sgnw=SignWriting Shaw=Shavian Shrd=Sharada Sidd=Siddham Sidt=Sidetic "
    "Sind=Khudawadi Sinh=Sinhala Sogd=Sogdian Sogo=Old_Sogdian Sora=Sora_Sompeng Soyo=Soyombo Sund=Sundanese "
    "Sunu=Sunuwar Sylo=Syloti_Nagri Syrc=Syriac Tagb=Tagbanwa Takr=Takri Tale=Tai_Le Talu=New_Tai_Lue Taml=Tamil "
    "Tang=Tangut Tavt=Tai_Viet Tayo=Tai_Yo Telu=Telugu Tfng=Tifinagh Tglg=Tagalog Thaa=Thaana Thai Tibt=Tibetan "
    "Tirh=Tirhuta Tnsa=Tangsa Todr=Todhri Tols=Tolong_Siki Toto Tutg=Tulu_Tigalari Ugar=Ugaritic Vaii=Vai "
    "Vith=Vithkuqi Wara=Warang_Citi Wcho=Wancho Xpeo=Old_Persian Xsux=Cuneiform Yezi=Yezidi Yiii=Yi "
    "Zanb=Zanabazar_Square Zinh=Qaai=Inherited Zyyy=Common"
)
_BINARY = (
    "AHex=ASCII_Hex_Digit Alpha=Alphabetic Any ASCII Assigned Bidi_C=Bidi_Control Bidi_M=Bidi_Mirrored Cased "
    "CI=Case_Ignorable CWCF=Changes_When_Casefolded CWCM=Changes_When_Casemapped CWKCF=Changes_When_NFKC_Casefolded "
    "CWL=Changes_When_Lowercased CWT=Changes_When_Titlecased CWU=Changes_When_Uppercased Dash Dep=Deprecated "
    "DI=Default_Ignorable_Code_Point Dia=Diacritic EBase=Emoji_Modifier_Base EComp=Emoji_Component EMod=Emoji_Modifier "
    "Emoji EPres=Emoji_Presentation Ext=Extender ExtPict=Extended_Pictographic Gr_Base=Grapheme_Base "
    "Gr_Ext=Grapheme_Extend Hex=Hex_Digit IDC=ID_Continue Ideo=Ideographic IDS=ID_Start IDSB=IDS_Binary_Operator "
    "IDST=IDS_Trinary_Operator Join_C=Join_Control LOE=Logical_Order_Exception Lower=Lowercase Math "
    "NChar=Noncharacter_Code_Point Pat_Syn=Pattern_Syntax Pat_WS=Pattern_White_Space QMark=Quotation_Mark Radical "
    "RI=Regional_Indicator SD=Soft_Dotted STerm=Sentence_Terminal Term=Terminal_Punctuation UIdeo=Unified_Ideograph "
    "Upper=Uppercase VS=Variation_Selector space=WSpace=White_Space XIDC=XID_Continue XIDS=XID_Start"
)
_CASED = r"[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}]"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def text() -> str:
    """Return the text of the file."""
    scripts, extensions = (_table(_SCRIPTS, f"{name}=") for name in ("Script", "Script_Extensions"))
    data = {
        "version": VERSION,
        "categories": _table(_CATEGORIES, "General_Category="),
        "groups": _GROUPS,
        "scripts": scripts,
        "extensions": {names: ranges for names, ranges in extensions.items() if ranges != scripts[names]},
        "binary": _table(_BINARY),
        "same_without_case": list(_same_without_case()),
    }
    return json.dumps(data, ensure_ascii=False, indent=0) + "\n"


def _table(names: str, lead: str = "") -> Mapping[str, str]:
    """Return the ranges of values of a property; the key has all names of a value."""
    return {one: " ".join(_gaps(f"\\p{{{lead}{one.rpartition('=')[2]}}}")) for one in names.split(" ")}


def _gaps(pattern: str) -> Iterator[str]:
    """Yield the ranges of the characters that a pattern matches: how far after the last one, and how many more."""
    end = 0
    for found in Regex(f"{pattern}+", "u").find_iter(EVERY.decode()):
        run = EVERY[found.range()].decode()  # Its offsets are those of UTF-8.
        first, last = ord(run[0]), ord(run[-1])
        yield _number(first - end) + (f"+{_number(last - first)}" if last > first else "")
        end = last


def _same_without_case() -> Iterator[str]:
    """Yield the letters that a pattern with the flag i takes for one."""
    every = EVERY.decode()
    cased = "".join(EVERY[one.range()].decode() for one in Regex(_CASED, "u").find_iter(every)).encode()
    seen: set[str] = set()
    for letter in cased.decode():
        if letter not in seen:
            found = Regex(letter, "iu").find_iter(cased.decode())
            same = "".join(cased[one.range()].decode() for one in found)
            seen |= {*same}
            if len(same) > 1:
                yield same


def _number(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits or "0"


if __name__ == "__main__":
    Path(*sys.argv[1:] or [FILE]).write_text(text(), encoding="utf-8")
