"""Countries by their names: their people, the numbers there that reach nobody, an account that is no one's."""

from __future__ import annotations

from msgspec import Struct


class Country(Struct, frozen=True):
    """`locale`: faker's. `phones`: numbers kept for examples, `#` is any digit. `iban`: the registry's own example."""

    name: str
    locale: str
    phones: tuple[str, ...] = ()
    iban: str = ""


_ROWS = (
    Country("Germany", "de_DE", ("+493023125###", "030 23125###"), "DE89370400440532013000"),
    Country("United States", "en_US", ("+1202555010#", "202-555-010#", "(202) 555-010#", "202555010#")),
    Country("United Kingdom", "en_GB", ("+442079460###", "020 7946 0###", "07700 900###"), "GB29NWBK60161331926819"),
    Country("Austria", "de_AT", iban="AT611904300234573201"),
    Country("Switzerland", "de_CH", iban="CH9300762011623852957"),
    Country("France", "fr_FR", ("+3319900####", "01 99 00 ## ##"), "FR1420041010050500013M02606"),
    Country("Italy", "it_IT", iban="IT60X0542811101000000123456"),
    Country("Spain", "es_ES", iban="ES9121000418450200051332"),
    Country("Portugal", "pt_PT", iban="PT50000201231234567890154"),
    Country("Netherlands", "nl_NL", iban="NL91ABNA0417164300"),
    Country("Belgium", "nl_BE", iban="BE68539007547034"),
    Country("Luxembourg", "lb_LU", iban="LU280019400644750000"),
    Country("Ireland", "en_IE", ("+35320915####", "020 915 ####"), "IE29AIBK93115212345678"),
    Country("Denmark", "da_DK", iban="DK5000400440116243"),
    Country("Sweden", "sv_SE", ("+468465004##", "08-465 004 ##"), "SE4550000000058398257466"),
    Country("Norway", "no_NO", iban="NO9386011117947"),
    Country("Finland", "fi_FI", iban="FI2112345600000785"),
    Country("Poland", "pl_PL", iban="PL61109010140000071219812874"),
    Country("Czechia", "cs_CZ", iban="CZ6508000000192000145399"),
    Country("Slovakia", "sk_SK", iban="SK3112000000198742637541"),
    Country("Slovenia", "sl_SI", iban="SI56263300012039086"),
    Country("Hungary", "hu_HU", iban="HU42117730161111101800000000"),
    Country("Romania", "ro_RO", iban="RO49AAAA1B31007593840000"),
    Country("Bulgaria", "bg_BG", iban="BG80BNBG96611020345678"),
    Country("Croatia", "hr_HR", iban="HR1210010051863000160"),
    Country("Greece", "el_GR", iban="GR1601101250000000012300695"),
    Country("Estonia", "et_EE", iban="EE382200221020145685"),
    Country("Latvia", "lv_LV", iban="LV80BANK0000435195001"),
    Country("Lithuania", "lt_LT", iban="LT121000011101001000"),
    Country("Turkey", "tr_TR", iban="TR330006100519786457841326"),
    Country("Ukraine", "uk_UA", iban="UA213223130000026007233566001"),
    Country("Israel", "he_IL", iban="IL620108000000099999999"),
    Country("Canada", "en_CA", ("+1613555010#", "613-555-010#", "(613) 555-010#", "613555010#")),
    Country("Mexico", "es_MX"),
    Country("Brazil", "pt_BR", iban="BR9700360305000010009795493P1"),
    Country("Argentina", "es_AR"),
    Country("Chile", "es_CL"),
    Country("Colombia", "es_CO"),
    Country("Australia", "en_AU", ("+61255501###", "(02) 5550 1###", "02 5550 1###")),
    Country("New Zealand", "en_NZ"),
    Country("India", "en_IN"),
    Country("Philippines", "en_PH"),
    Country("Japan", "ja_JP"),
    Country("South Korea", "ko_KR"),
    Country("China", "zh_CN"),
    Country("Taiwan", "zh_TW"),
    Country("Thailand", "th_TH"),
    Country("Indonesia", "id_ID"),
    Country("Russia", "ru_RU"),
)
_ALSO = {
    "usa": "united states",
    "us": "united states",
    "america": "united states",
    "the united states": "united states",
    "united states of america": "united states",
    "the usa": "united states",
    "uk": "united kingdom",
    "the uk": "united kingdom",
    "the united kingdom": "united kingdom",
    "great britain": "united kingdom",
    "england": "united kingdom",
    "the netherlands": "netherlands",
    "holland": "netherlands",
    "the czech republic": "czechia",
    "czech republic": "czechia",
    "korea": "south korea",
    "the philippines": "philippines",
    "türkiye": "turkey",
}
_BY_NAME = {row.name.casefold(): row for row in _ROWS}
NAMES = tuple(row.name for row in _ROWS)


def country(name: str) -> Country | None:
    """By its English name, or another it goes by."""
    folded = name.casefold().strip()
    return _BY_NAME.get(_ALSO.get(folded, folded))


def country_of(locale: str) -> Country:
    """That of a browser's language ("de-DE"); the United States where none is known."""
    wanted = locale.replace("-", "_").casefold()
    return next((row for row in _ROWS if row.locale.casefold() == wanted), _BY_NAME["united states"])
