"""The days of the week, which stand before dates, short or in full, in European languages."""

import re

WEEKDAY = re.compile(
    r"[\s,(]+(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|mo(?:ntag)?|di(?:enstag|nsdag)?|mi(?:ttwoch)?|do(?:nnerstag|nderdag)?|fr(?:eitag)?|sa(?:mstag)?|so(?:nntag|bota)?"
    r"|ma(?:andag)?|wo(?:ensdag)?|vr(?:ijdag)?|za(?:terdag)?|zo(?:ndag)?"
    r"|lun(?:di|es|ed[iì])?|mar(?:di|tes|ted[iì])?|mer(?:credi|coled[iì])?|mi[eé](?:rcoles)?|jeu(?:di)?|jue(?:ves)?"
    r"|gio(?:ved[iì])?|ven(?:dredi|erd[iì])?|vie(?:rnes)?|sam(?:edi)?|s[aá]b(?:ado|ato)?|dim(?:anche)?|dom(?:ingo|enica)?"
    r"|seg(?:unda)?|ter(?:ça)?|qua(?:rta)?|qui(?:nta)?|sex(?:ta)?|pon(?:iedziałek)?|wt(?:orek)?|śr(?:oda)?"
    r"|czw(?:artek)?|pt|piątek|sob(?:ota)?|nie(?:dziela)?|po(?:ndělí)?|út(?:erý)?|st(?:ředa)?|čt(?:vrtek)?|pá(?:tek)?"
    r"|ne(?:děle)?|пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье)[.,]*\s*$",
    re.IGNORECASE,
)
"""A day of the week at the end of a text, with what stands between it and what is before."""
