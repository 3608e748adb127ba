#!/usr/bin/env python3
"""Writes the archives beside this script, in the layouts that Mantle and Apple's Foundation use."""

import plistlib
from pathlib import Path
from plistlib import UID

HERE = Path(__file__).parent


def cls(name, *chain):
    return {"$classname": name, "$classes": [name, *chain, "NSObject"]}


def spelled_out(value):
    """Returns `value` with references as the XML form has them."""
    if isinstance(value, UID):
        return {"CF$UID": value.data}
    if isinstance(value, dict):
        return {key: spelled_out(member) for key, member in value.items()}
    if isinstance(value, list):
        return [spelled_out(element) for element in value]
    return value


def write(name, objects, fmt=plistlib.FMT_BINARY):
    archive = {
        "$archiver": "NSKeyedArchiver",
        "$version": 100000,
        "$top": {"root": UID(1)},
        "$objects": ["$null", *objects],
    }
    if fmt == plistlib.FMT_XML:
        archive = spelled_out(archive)
    with open(HERE / name, "wb") as file:
        plistlib.dump(archive, file, fmt=fmt, sort_keys=False)


# A model of Mantle's, with a nil property left out, a Boolean as a number, an enum as its raw
# number, a conditional reference that came to nothing, and a key that a subclass added.
model = [
    {  # 1
        "MTLModelVersion": UID(2), "name": UID(3), "count": UID(4), "isOpen": UID(5),
        "state": UID(6), "createdAt": UID(7), "url": UID(9), "identifier": UID(12),
        "tags": UID(14), "owner": UID(18), "parent": UID(21), "price": UID(22),
        "counts": UID(24), "flags": UID(28), "mutable": UID(32), "mtl_name": UID(3),
        "$class": UID(20),
    },
    1, "foobar", 5, 1, "closed",  # 2-6
    {"NS.time": 31_536_000.5, "$class": UID(8)}, cls("NSDate"),  # 7, 8
    {"NS.base": UID(0), "NS.relative": UID(10), "$class": UID(11)},  # 9
    "https://example.org/x", cls("NSURL"),  # 10, 11
    {"NS.uuidbytes": bytes(range(16)), "$class": UID(13)}, cls("NSUUID"),  # 12, 13
    {"NS.objects": [UID(15), UID(16)], "$class": UID(17)}, "a", "b",  # 14-16
    cls("NSMutableArray", "NSArray"),  # 17
    {"MTLModelVersion": UID(19), "name": UID(15), "parent": UID(1), "$class": UID(20)},  # 18
    0, cls("MTLTestModel", "MTLModel"), "$null",  # 19-21
    {  # 22: 123.45
        "NS.exponent": -2, "NS.length": 1, "NS.negative": False, "NS.compact": True,
        "NS.mantissa.bo": 1, "NS.mantissa": (12345).to_bytes(16, "little"), "$class": UID(23),
    },
    cls("NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue"),  # 23
    {"NS.keys": [UID(15), UID(16)], "NS.objects": [UID(4), UID(25)], "$class": UID(26)},  # 24
    {"$class": UID(27)},  # 25
    cls("NSMutableDictionary", "NSDictionary"), cls("NSNull"),  # 26, 27
    {"NS.object.0": UID(29), "NS.object.1": UID(30), "$class": UID(31)}, True, False,  # 28-30
    cls("NSOrderedSet"),  # 31
    {"NS.string": "mutable text", "$class": UID(33)}, cls("NSMutableString", "NSString"),  # 32, 33
]
write("mantle-model.plist", model)
write("mantle-model.xml", model, plistlib.FMT_XML)

# What Mantle wrote before its version 1.
write("mantle-external.plist", [
    {"MTLModelVersion": UID(13), "externalRepresentation": UID(2), "$class": UID(14)},
    {"NS.keys": [UID(3), UID(4), UID(5)], "NS.objects": [UID(6), UID(7), UID(8)],
     "$class": UID(12)},
    "count", "username", "nested", "5", "foobar",
    {"NS.keys": [UID(9)], "NS.objects": [UID(10)], "$class": UID(11)},
    "name", "fuzzbuzz", cls("NSMutableDictionary", "NSDictionary"), cls("NSDictionary"), 1,
    cls("MTLTestModel", "MTLModel"),
])

# Numbers that stand inline, as encodeInteger:forKey: and its like write them.
write("inline-numbers.plist", [
    {"MTLModelVersion": 1, "count": 7, "isOpen": True, "price": 2.5, "$class": UID(2)},
    {**cls("_Issue_KVO", "MTLTestModel"), "$classhints": ["MTLTestModel"]},
])


class Objects(list):
    """The objects of an archive after the first, which is its root."""

    def __init__(self):
        super().__init__([None])
        self.classes = {}

    def add(self, value):
        self.append(value)
        return UID(len(self))

    def obj(self, chain, **members):
        """Adds an object of the class named first in `chain`; `__` in a name stands for a dot."""
        if chain not in self.classes:
            self.classes[chain] = self.add(cls(*chain.split()))
        members = {key.replace("__", "."): value for key, value in members.items()}
        return self.add({**members, "$class": self.classes[chain]})


# Structures that Foundation archives as objects, in the layouts that Apple's writes.
o = Objects()
zone = o.obj("NSTimeZone", NS__name=o.add("Europe/Zurich"), NS__data=o.add(b"TZif2"))
locale = o.obj("NSLocale", NS__identifier=o.add("de_CH"))
calendar = o.obj(
    "NSCalendar", NS__identifier=o.add("gregorian"), NS__timezone=zone, NS__locale=locale,
    NS__firstwkdy=2, NS__mindays=4)
undefined = (1 << 63) - 1
text = o.add("text")
values = {
    "range": o.obj(
        "NSValue", NS__special=4, **{
            "NS.rangeval.location": o.add(3), "NS.rangeval.length": o.add(5)}),
    "interval": o.obj(
        "NSValue", NS__special=4, **{
            "NS.rangeval.location": o.add(3), "NS.rangeval.length": o.add(5)}),
    "frame": o.obj("NSValue", NS__special=3, NS__rectval=o.add("{{1, -2.5}, {300, 4e2}}")),
    "center": o.obj("NSValue", NS__special=1, NS__pointval=o.add("{0.1, 2}")),
    "size": o.obj("NSValue", NS__special=2, NS__sizeval=o.add("{10, inf}")),
    "locale": locale,
    "zone": zone,
    "calendar": calendar,
    "components": o.obj(
        "NSDateComponents", NS__year=2001, NS__month=2, NS__day=undefined, NS__hour=0x7FFFFFFF,
        NS__calendar=calendar, NS__timezone=UID(0)),
    "index": o.obj("NSIndexSet", NSRangeCount=1, NSLocation=7, NSLength=2),
    "indexes": o.obj(
        "NSMutableIndexSet NSIndexSet", NSRangeCount=2,
        NSRangeData=o.obj("NSMutableData NSData", NS__data=bytes([1, 2, 0xAC, 2, 5]))),
    "noIndexes": o.obj("NSIndexSet", NSRangeCount=0),
    "path": o.obj(
        "NSIndexPath", NSIndexPathLength=3,
        NSIndexPathData=o.obj("NSMutableData NSData", NS__data=bytes([1, 0xAC, 2, 5]))),
    "place": o.obj("NSIndexPath", NSIndexPathLength=1, NSIndexPathValue=9),
    "value": o.obj("NSValue", NS__special=1, NS__pointval=o.add("{1, 2}")),
    "zoneObject": zone,
    "set": o.obj("NSCountedSet NSMutableSet NSSet", **{
        "NS.count": 2, "NS.object0": text, "NS.count0": 3, "NS.object1": o.add("other"),
        "NS.count1": 1}),
    "ordered": o.obj("NSMutableOrderedSet NSOrderedSet", **{"NS.object.0": text}),
    "list": o.obj("NSArray", **{"NS.object.0": text, "NS.object.1": text}),
    "map": o.obj("NSDictionary", **{"NS.key.0": text, "NS.object.0": o.add(1)}),
    "number": o.obj("NSNumber NSValue", NS__intval=12),
    "bytes": o.obj("NSMutableString NSString", NS__bytes="bytes é".encode()),
    "data": o.obj("NSMutableData NSData", NS__data=b"\x01\x02"),
    "price": o.obj(
        "NSDecimalNumber NSNumber NSValue", NS__exponent=-3, NS__length=5, NS__negative=True,
        NS__compact=True, **{
            "NS.mantissa.bo": 0, "NS.mantissa": b"".join(
                ((12345678901234567890123 >> (16 * word)) & 0xFFFF).to_bytes(2, "big")
                for word in range(8))}),
    "any": o.obj("NSArray", NS__objects=[zone, locale, o.obj("NSNull"), o.add(True)]),
}
o[0] = {"MTLModelVersion": o.add(0), **values, "$class": o.add(cls("AppleThings", "MTLModel"))}
write("apple-structures.plist", o)
write("apple-structures.xml", o, plistlib.FMT_XML)
