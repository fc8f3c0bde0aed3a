"""Large cities and where they lie, so that `Boston, MA` has its source in a text that says Boston.

Only cities that the bare name means without doubt when no other place is said.
"""

from __future__ import annotations

from .aliases import ALIASES

_STATES = """
al:birmingham,montgomery; az:phoenix,tucson,mesa,scottsdale; ar:little rock
ca:los angeles,san francisco,san diego,san jose,oakland,sacramento,fresno,long beach,berkeley,palo alto,anaheim
ca:mountain view,cupertino,santa clara,santa monica,santa barbara,pasadena,sunnyvale,irvine,beverly hills
co:denver,boulder,colorado springs; ct:hartford,new haven; dc:washington; fl:miami,orlando,tampa,fort lauderdale
ga:atlanta,savannah; hi:honolulu; id:boise; il:chicago; in:indianapolis; ia:des moines; ky:louisville
la:new orleans,baton rouge; md:baltimore; ma:boston,cambridge; mi:detroit,ann arbor; mn:minneapolis,saint paul
mo:st. louis,saint louis,kansas city; ne:omaha; nv:las vegas,reno; nj:newark,jersey city; nm:albuquerque,santa fe
ny:new york,new york city,nyc,brooklyn,manhattan,buffalo; nc:charlotte,raleigh,durham
oh:cleveland,columbus,cincinnati; ok:oklahoma city,tulsa; or:portland,eugene; pa:philadelphia,pittsburgh
ri:providence; tn:nashville,memphis; tx:houston,dallas,austin,san antonio,fort worth,el paso
ut:salt lake city; va:richmond,virginia beach; wa:seattle,spokane,tacoma; wi:milwaukee,madison
on:toronto,ottawa; bc:vancouver; qc:montreal
"""
_COUNTRIES = """
austria:vienna,salzburg; australia:sydney,melbourne,brisbane,perth,canberra; belgium:brussels,antwerp
brazil:rio de janeiro,sao paulo,são paulo,brasilia; canada:toronto,vancouver,montreal,ottawa,calgary
china:beijing,shanghai,guangzhou,shenzhen,chengdu,hangzhou,nanjing,wuhan; czech republic:prague
denmark:copenhagen; egypt:cairo; finland:helsinki; france:paris,bordeaux,lyon,marseille,nice,toulouse
germany:berlin,munich,hamburg,frankfurt,cologne,stuttgart,dusseldorf; greece:athens; hungary:budapest
india:mumbai,delhi,new delhi,bangalore,chennai,kolkata,hyderabad,pune; indonesia:jakarta,bali; ireland:dublin
israel:tel aviv,jerusalem; italy:rome,milan,venice,florence,naples,turin; kenya:nairobi
japan:tokyo,osaka,kyoto,sapporo,nagoya,fukuoka; malaysia:kuala lumpur; mexico:mexico city,cancun,guadalajara
netherlands:amsterdam,rotterdam; new zealand:auckland,wellington; norway:oslo,bergen; philippines:manila
poland:warsaw,krakow; portugal:lisbon,porto; russia:moscow,saint petersburg; saudi arabia:riyadh,jeddah
south africa:cape town,johannesburg; south korea:seoul,busan; spain:madrid,barcelona,seville,valencia
sweden:stockholm,gothenburg; switzerland:zurich,geneva,basel,bern; taiwan:taipei; thailand:bangkok,phuket
turkey:istanbul,ankara; united arab emirates:dubai,abu dhabi; vietnam:hanoi,ho chi minh city
united kingdom:london,manchester,edinburgh,liverpool,glasgow,bristol,leeds,oxford
"""


def _table() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for written, country in ((_STATES, "united states"), (_COUNTRIES, "")):
        for entry in written.replace("\n", ";").split(";"):
            region, _, cities = entry.strip().partition(":")
            names = {region, *ALIASES.get(region, ())} | ({country, *ALIASES[country]} if country else set())
            if region in ("on", "bc", "qc"):
                names = {region, *ALIASES[region], "canada"}
            for city in filter(None, cities.split(",")):
                found.setdefault(city, set()).update(names)
    return found


_REGIONS = _table()


def lies_in(city: str, region: str) -> bool:
    """Whether a city is known to lie in a state or country; both folded."""
    return region.rstrip(".") in _REGIONS.get(city, ())
