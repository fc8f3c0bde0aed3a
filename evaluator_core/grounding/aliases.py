"""Names that mean the same: states, countries, currencies, units, weekdays, languages, common abbreviations."""

from __future__ import annotations

_GROUPS = (
    # US states and Canadian provinces
    "al|alabama;ak|alaska;az|arizona;ar|arkansas;ca|california|calif;co|colorado;ct|connecticut;de|delaware;"
    "fl|florida;ga|georgia;hi|hawaii;id|idaho;il|illinois;in|indiana;ia|iowa;ks|kansas;ky|kentucky;la|louisiana;"
    "me|maine;md|maryland;ma|massachusetts;mi|michigan;mn|minnesota;ms|mississippi;mo|missouri;mt|montana;"
    "ne|nebraska;nv|nevada;nh|new hampshire;nj|new jersey;nm|new mexico;ny|new york|nyc|new york city|ny city;"
    "nc|north carolina;nd|north dakota;oh|ohio;ok|oklahoma;or|oregon;pa|pennsylvania;ri|rhode island;"
    "sc|south carolina;sd|south dakota;tn|tennessee;tx|texas;ut|utah;vt|vermont;va|virginia;wa|washington;"
    "wv|west virginia;wi|wisconsin;wy|wyoming;dc|district of columbia|washington dc;on|ontario;"
    "bc|british columbia;qc|quebec;"
    # countries
    "us|usa|u.s.|united states|united states of america|america|american;"
    "uk|gb|united kingdom|great britain|britain|british|england;uae|united arab emirates;cn|china|chinese;"
    "jp|japan|japanese;kr|korea|south korea|korean;de|germany|german;fr|france|french;es|spain|spanish;"
    "it|italy|italian;in|india|indian;br|brazil|brazilian;au|australia|australian;mx|mexico|mexican;"
    "ru|russia|russian;"
    # cities
    "la|los angeles|l.a.;sf|san francisco|san fran|frisco;sd|san diego;"
    "nyc|big apple|the big apple|new york city|new york;dc|washington;philly|philadelphia;vegas|las vegas;"
    # currencies
    "usd|dollar|dollars|us dollar|us dollars|$|bucks|美元;eur|euro|euros|€|欧元;"
    "gbp|pound|pounds|sterling|british pound|british pounds|£|英镑;jpy|yen|japanese yen|¥|日元;"
    "cny|rmb|yuan|人民币|元|chinese yuan;inr|rupee|rupees|₹|indian rupee;cad|canadian dollar|canadian dollars;"
    "aud|australian dollar|australian dollars;chf|swiss franc|swiss francs;krw|won|korean won;btc|bitcoin;"
    "eth|ethereum;"
    # units
    "celsius|c|°c|centigrade|摄氏度|摄氏|metric;fahrenheit|f|°f|华氏度|imperial;kelvin|k;"
    "km|kilometer|kilometers|kilometre|kilometres|公里;mi|mile|miles;kg|kilogram|kilograms|公斤|千克;"
    "lb|lbs|pound|pounds;m|meter|meters|metre|metres;cm|centimeter|centimeters;ft|feet|foot;in|inch|inches;"
    "l|liter|liters|litre|litres;h|hour|hours|hr|hrs|hourly;min|minute|minutes|mins;s|sec|second|seconds;"
    # weekdays
    "mon|monday|周一|星期一;tue|tues|tuesday|周二|星期二;wed|wednesday|周三|星期三;thu|thur|thurs|thursday|周四|星期四;"
    "fri|friday|周五|星期五;sat|saturday|周六|星期六;sun|sunday|周日|星期日|星期天;"
    # languages
    "en|english;zh|chinese|mandarin;ja|japanese;ko|korean;fr|french;es|spanish;de|german;it|italian;"
    "pt|portuguese;ru|russian;ar|arabic;"
    # periods
    "daily|day|days|every day;weekly|week|weeks|every week;monthly|month|months|every month;"
    "yearly|annual|annually|year|years|every year|per year;quarterly|quarter|quarters;"
    # words of tools and data
    "bachelor|bachelors|bs|ba|undergraduate;phd|doctorate|doctoral;movie|movies|film|films;"
    "photo|picture|pictures|image|images;apt|apartment|apartments;tv|television;basketball|nba;football|nfl;"
    "add|addition|plus|sum;subtract|subtraction|minus|difference;multiply|multiplication|times|product;"
    "divide|division|divided;max|maximum|highest|largest;min|minimum|lowest|smallest;avg|average|mean;"
    "asc|ascending|increasing;desc|descending|decreasing;ai|artificial intelligence;ml|machine learning;"
    "jan|january;feb|february;mar|march;apr|april;jun|june;jul|july;aug|august;sep|sept|september;oct|october;"
    "nov|november;dec|december;"
    # people
    "male|man|men|boy|gentleman|he|his|男|男性;female|woman|women|girl|lady|she|her|女|女性;"
)
"""Groups apart by `;`, the names of one by `|`; a name may stand in several."""

ALIASES: dict[str, dict[str, None]] = {}
"""Folded name → the names that mean the same, in the order of the table."""
for _group in _GROUPS.rstrip(";").split(";"):
    _names = _group.split("|")
    for _name in _names:
        ALIASES.setdefault(_name, {}).update(dict.fromkeys(_names))
