// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation
import Peridot

/// A model with 5 properties.
final class Properties5: Model, JSONSerializing {
  var value1 = 0
  var value2 = 0.0
  var value3 = false
  var value4 = ""
  var value5 = 0
}

/// A model with 20 properties.
final class Properties20: Model, JSONSerializing {
  var value1 = 0
  var value2 = 0.0
  var value3 = false
  var value4 = ""
  var value5 = 0
  var value6 = 0.0
  var value7 = false
  var value8 = ""
  var value9 = 0
  var value10 = 0.0
  var value11 = false
  var value12 = ""
  var value13 = 0
  var value14 = 0.0
  var value15 = false
  var value16 = ""
  var value17 = 0
  var value18 = 0.0
  var value19 = false
  var value20 = ""
}

/// A model with 50 properties.
final class Properties50: Model, JSONSerializing {
  var value1 = 0
  var value2 = 0.0
  var value3 = false
  var value4 = ""
  var value5 = 0
  var value6 = 0.0
  var value7 = false
  var value8 = ""
  var value9 = 0
  var value10 = 0.0
  var value11 = false
  var value12 = ""
  var value13 = 0
  var value14 = 0.0
  var value15 = false
  var value16 = ""
  var value17 = 0
  var value18 = 0.0
  var value19 = false
  var value20 = ""
  var value21 = 0
  var value22 = 0.0
  var value23 = false
  var value24 = ""
  var value25 = 0
  var value26 = 0.0
  var value27 = false
  var value28 = ""
  var value29 = 0
  var value30 = 0.0
  var value31 = false
  var value32 = ""
  var value33 = 0
  var value34 = 0.0
  var value35 = false
  var value36 = ""
  var value37 = 0
  var value38 = 0.0
  var value39 = false
  var value40 = ""
  var value41 = 0
  var value42 = 0.0
  var value43 = false
  var value44 = ""
  var value45 = 0
  var value46 = 0.0
  var value47 = false
  var value48 = ""
  var value49 = 0
  var value50 = 0.0
}

/// A model with 100 properties.
final class Properties100: Model, JSONSerializing {
  var value1 = 0
  var value2 = 0.0
  var value3 = false
  var value4 = ""
  var value5 = 0
  var value6 = 0.0
  var value7 = false
  var value8 = ""
  var value9 = 0
  var value10 = 0.0
  var value11 = false
  var value12 = ""
  var value13 = 0
  var value14 = 0.0
  var value15 = false
  var value16 = ""
  var value17 = 0
  var value18 = 0.0
  var value19 = false
  var value20 = ""
  var value21 = 0
  var value22 = 0.0
  var value23 = false
  var value24 = ""
  var value25 = 0
  var value26 = 0.0
  var value27 = false
  var value28 = ""
  var value29 = 0
  var value30 = 0.0
  var value31 = false
  var value32 = ""
  var value33 = 0
  var value34 = 0.0
  var value35 = false
  var value36 = ""
  var value37 = 0
  var value38 = 0.0
  var value39 = false
  var value40 = ""
  var value41 = 0
  var value42 = 0.0
  var value43 = false
  var value44 = ""
  var value45 = 0
  var value46 = 0.0
  var value47 = false
  var value48 = ""
  var value49 = 0
  var value50 = 0.0
  var value51 = false
  var value52 = ""
  var value53 = 0
  var value54 = 0.0
  var value55 = false
  var value56 = ""
  var value57 = 0
  var value58 = 0.0
  var value59 = false
  var value60 = ""
  var value61 = 0
  var value62 = 0.0
  var value63 = false
  var value64 = ""
  var value65 = 0
  var value66 = 0.0
  var value67 = false
  var value68 = ""
  var value69 = 0
  var value70 = 0.0
  var value71 = false
  var value72 = ""
  var value73 = 0
  var value74 = 0.0
  var value75 = false
  var value76 = ""
  var value77 = 0
  var value78 = 0.0
  var value79 = false
  var value80 = ""
  var value81 = 0
  var value82 = 0.0
  var value83 = false
  var value84 = ""
  var value85 = 0
  var value86 = 0.0
  var value87 = false
  var value88 = ""
  var value89 = 0
  var value90 = 0.0
  var value91 = false
  var value92 = ""
  var value93 = 0
  var value94 = 0.0
  var value95 = false
  var value96 = ""
  var value97 = 0
  var value98 = 0.0
  var value99 = false
  var value100 = ""
}

/// A model with 200 properties.
final class Properties200: Model, JSONSerializing {
  var value1 = 0
  var value2 = 0.0
  var value3 = false
  var value4 = ""
  var value5 = 0
  var value6 = 0.0
  var value7 = false
  var value8 = ""
  var value9 = 0
  var value10 = 0.0
  var value11 = false
  var value12 = ""
  var value13 = 0
  var value14 = 0.0
  var value15 = false
  var value16 = ""
  var value17 = 0
  var value18 = 0.0
  var value19 = false
  var value20 = ""
  var value21 = 0
  var value22 = 0.0
  var value23 = false
  var value24 = ""
  var value25 = 0
  var value26 = 0.0
  var value27 = false
  var value28 = ""
  var value29 = 0
  var value30 = 0.0
  var value31 = false
  var value32 = ""
  var value33 = 0
  var value34 = 0.0
  var value35 = false
  var value36 = ""
  var value37 = 0
  var value38 = 0.0
  var value39 = false
  var value40 = ""
  var value41 = 0
  var value42 = 0.0
  var value43 = false
  var value44 = ""
  var value45 = 0
  var value46 = 0.0
  var value47 = false
  var value48 = ""
  var value49 = 0
  var value50 = 0.0
  var value51 = false
  var value52 = ""
  var value53 = 0
  var value54 = 0.0
  var value55 = false
  var value56 = ""
  var value57 = 0
  var value58 = 0.0
  var value59 = false
  var value60 = ""
  var value61 = 0
  var value62 = 0.0
  var value63 = false
  var value64 = ""
  var value65 = 0
  var value66 = 0.0
  var value67 = false
  var value68 = ""
  var value69 = 0
  var value70 = 0.0
  var value71 = false
  var value72 = ""
  var value73 = 0
  var value74 = 0.0
  var value75 = false
  var value76 = ""
  var value77 = 0
  var value78 = 0.0
  var value79 = false
  var value80 = ""
  var value81 = 0
  var value82 = 0.0
  var value83 = false
  var value84 = ""
  var value85 = 0
  var value86 = 0.0
  var value87 = false
  var value88 = ""
  var value89 = 0
  var value90 = 0.0
  var value91 = false
  var value92 = ""
  var value93 = 0
  var value94 = 0.0
  var value95 = false
  var value96 = ""
  var value97 = 0
  var value98 = 0.0
  var value99 = false
  var value100 = ""
  var value101 = 0
  var value102 = 0.0
  var value103 = false
  var value104 = ""
  var value105 = 0
  var value106 = 0.0
  var value107 = false
  var value108 = ""
  var value109 = 0
  var value110 = 0.0
  var value111 = false
  var value112 = ""
  var value113 = 0
  var value114 = 0.0
  var value115 = false
  var value116 = ""
  var value117 = 0
  var value118 = 0.0
  var value119 = false
  var value120 = ""
  var value121 = 0
  var value122 = 0.0
  var value123 = false
  var value124 = ""
  var value125 = 0
  var value126 = 0.0
  var value127 = false
  var value128 = ""
  var value129 = 0
  var value130 = 0.0
  var value131 = false
  var value132 = ""
  var value133 = 0
  var value134 = 0.0
  var value135 = false
  var value136 = ""
  var value137 = 0
  var value138 = 0.0
  var value139 = false
  var value140 = ""
  var value141 = 0
  var value142 = 0.0
  var value143 = false
  var value144 = ""
  var value145 = 0
  var value146 = 0.0
  var value147 = false
  var value148 = ""
  var value149 = 0
  var value150 = 0.0
  var value151 = false
  var value152 = ""
  var value153 = 0
  var value154 = 0.0
  var value155 = false
  var value156 = ""
  var value157 = 0
  var value158 = 0.0
  var value159 = false
  var value160 = ""
  var value161 = 0
  var value162 = 0.0
  var value163 = false
  var value164 = ""
  var value165 = 0
  var value166 = 0.0
  var value167 = false
  var value168 = ""
  var value169 = 0
  var value170 = 0.0
  var value171 = false
  var value172 = ""
  var value173 = 0
  var value174 = 0.0
  var value175 = false
  var value176 = ""
  var value177 = 0
  var value178 = 0.0
  var value179 = false
  var value180 = ""
  var value181 = 0
  var value182 = 0.0
  var value183 = false
  var value184 = ""
  var value185 = 0
  var value186 = 0.0
  var value187 = false
  var value188 = ""
  var value189 = 0
  var value190 = 0.0
  var value191 = false
  var value192 = ""
  var value193 = 0
  var value194 = 0.0
  var value195 = false
  var value196 = ""
  var value197 = 0
  var value198 = 0.0
  var value199 = false
  var value200 = ""
}

/// The Codable twin of ``Properties5``.
final class Properties5Record: Codable {
  var value1: Int
  var value2: Double
  var value3: Bool
  var value4: String
  var value5: Int
}

/// The Codable twin of ``Properties200``.
final class Properties200Record: Codable {
  var value1: Int
  var value2: Double
  var value3: Bool
  var value4: String
  var value5: Int
  var value6: Double
  var value7: Bool
  var value8: String
  var value9: Int
  var value10: Double
  var value11: Bool
  var value12: String
  var value13: Int
  var value14: Double
  var value15: Bool
  var value16: String
  var value17: Int
  var value18: Double
  var value19: Bool
  var value20: String
  var value21: Int
  var value22: Double
  var value23: Bool
  var value24: String
  var value25: Int
  var value26: Double
  var value27: Bool
  var value28: String
  var value29: Int
  var value30: Double
  var value31: Bool
  var value32: String
  var value33: Int
  var value34: Double
  var value35: Bool
  var value36: String
  var value37: Int
  var value38: Double
  var value39: Bool
  var value40: String
  var value41: Int
  var value42: Double
  var value43: Bool
  var value44: String
  var value45: Int
  var value46: Double
  var value47: Bool
  var value48: String
  var value49: Int
  var value50: Double
  var value51: Bool
  var value52: String
  var value53: Int
  var value54: Double
  var value55: Bool
  var value56: String
  var value57: Int
  var value58: Double
  var value59: Bool
  var value60: String
  var value61: Int
  var value62: Double
  var value63: Bool
  var value64: String
  var value65: Int
  var value66: Double
  var value67: Bool
  var value68: String
  var value69: Int
  var value70: Double
  var value71: Bool
  var value72: String
  var value73: Int
  var value74: Double
  var value75: Bool
  var value76: String
  var value77: Int
  var value78: Double
  var value79: Bool
  var value80: String
  var value81: Int
  var value82: Double
  var value83: Bool
  var value84: String
  var value85: Int
  var value86: Double
  var value87: Bool
  var value88: String
  var value89: Int
  var value90: Double
  var value91: Bool
  var value92: String
  var value93: Int
  var value94: Double
  var value95: Bool
  var value96: String
  var value97: Int
  var value98: Double
  var value99: Bool
  var value100: String
  var value101: Int
  var value102: Double
  var value103: Bool
  var value104: String
  var value105: Int
  var value106: Double
  var value107: Bool
  var value108: String
  var value109: Int
  var value110: Double
  var value111: Bool
  var value112: String
  var value113: Int
  var value114: Double
  var value115: Bool
  var value116: String
  var value117: Int
  var value118: Double
  var value119: Bool
  var value120: String
  var value121: Int
  var value122: Double
  var value123: Bool
  var value124: String
  var value125: Int
  var value126: Double
  var value127: Bool
  var value128: String
  var value129: Int
  var value130: Double
  var value131: Bool
  var value132: String
  var value133: Int
  var value134: Double
  var value135: Bool
  var value136: String
  var value137: Int
  var value138: Double
  var value139: Bool
  var value140: String
  var value141: Int
  var value142: Double
  var value143: Bool
  var value144: String
  var value145: Int
  var value146: Double
  var value147: Bool
  var value148: String
  var value149: Int
  var value150: Double
  var value151: Bool
  var value152: String
  var value153: Int
  var value154: Double
  var value155: Bool
  var value156: String
  var value157: Int
  var value158: Double
  var value159: Bool
  var value160: String
  var value161: Int
  var value162: Double
  var value163: Bool
  var value164: String
  var value165: Int
  var value166: Double
  var value167: Bool
  var value168: String
  var value169: Int
  var value170: Double
  var value171: Bool
  var value172: String
  var value173: Int
  var value174: Double
  var value175: Bool
  var value176: String
  var value177: Int
  var value178: Double
  var value179: Bool
  var value180: String
  var value181: Int
  var value182: Double
  var value183: Bool
  var value184: String
  var value185: Int
  var value186: Double
  var value187: Bool
  var value188: String
  var value189: Int
  var value190: Double
  var value191: Bool
  var value192: String
  var value193: Int
  var value194: Double
  var value195: Bool
  var value196: String
  var value197: Int
  var value198: Double
  var value199: Bool
  var value200: String
}

extension Properties200: Handwritten {
  convenience init(handwritten json: [String: Any]) {
    self.init()
    if let value = json["value1"] as? Int { value1 = value }
    if let value = json["value2"] as? Double { value2 = value }
    if let value = json["value3"] as? Bool { value3 = value }
    if let value = json["value4"] as? String { value4 = value }
    if let value = json["value5"] as? Int { value5 = value }
    if let value = json["value6"] as? Double { value6 = value }
    if let value = json["value7"] as? Bool { value7 = value }
    if let value = json["value8"] as? String { value8 = value }
    if let value = json["value9"] as? Int { value9 = value }
    if let value = json["value10"] as? Double { value10 = value }
    if let value = json["value11"] as? Bool { value11 = value }
    if let value = json["value12"] as? String { value12 = value }
    if let value = json["value13"] as? Int { value13 = value }
    if let value = json["value14"] as? Double { value14 = value }
    if let value = json["value15"] as? Bool { value15 = value }
    if let value = json["value16"] as? String { value16 = value }
    if let value = json["value17"] as? Int { value17 = value }
    if let value = json["value18"] as? Double { value18 = value }
    if let value = json["value19"] as? Bool { value19 = value }
    if let value = json["value20"] as? String { value20 = value }
    if let value = json["value21"] as? Int { value21 = value }
    if let value = json["value22"] as? Double { value22 = value }
    if let value = json["value23"] as? Bool { value23 = value }
    if let value = json["value24"] as? String { value24 = value }
    if let value = json["value25"] as? Int { value25 = value }
    if let value = json["value26"] as? Double { value26 = value }
    if let value = json["value27"] as? Bool { value27 = value }
    if let value = json["value28"] as? String { value28 = value }
    if let value = json["value29"] as? Int { value29 = value }
    if let value = json["value30"] as? Double { value30 = value }
    if let value = json["value31"] as? Bool { value31 = value }
    if let value = json["value32"] as? String { value32 = value }
    if let value = json["value33"] as? Int { value33 = value }
    if let value = json["value34"] as? Double { value34 = value }
    if let value = json["value35"] as? Bool { value35 = value }
    if let value = json["value36"] as? String { value36 = value }
    if let value = json["value37"] as? Int { value37 = value }
    if let value = json["value38"] as? Double { value38 = value }
    if let value = json["value39"] as? Bool { value39 = value }
    if let value = json["value40"] as? String { value40 = value }
    if let value = json["value41"] as? Int { value41 = value }
    if let value = json["value42"] as? Double { value42 = value }
    if let value = json["value43"] as? Bool { value43 = value }
    if let value = json["value44"] as? String { value44 = value }
    if let value = json["value45"] as? Int { value45 = value }
    if let value = json["value46"] as? Double { value46 = value }
    if let value = json["value47"] as? Bool { value47 = value }
    if let value = json["value48"] as? String { value48 = value }
    if let value = json["value49"] as? Int { value49 = value }
    if let value = json["value50"] as? Double { value50 = value }
    if let value = json["value51"] as? Bool { value51 = value }
    if let value = json["value52"] as? String { value52 = value }
    if let value = json["value53"] as? Int { value53 = value }
    if let value = json["value54"] as? Double { value54 = value }
    if let value = json["value55"] as? Bool { value55 = value }
    if let value = json["value56"] as? String { value56 = value }
    if let value = json["value57"] as? Int { value57 = value }
    if let value = json["value58"] as? Double { value58 = value }
    if let value = json["value59"] as? Bool { value59 = value }
    if let value = json["value60"] as? String { value60 = value }
    if let value = json["value61"] as? Int { value61 = value }
    if let value = json["value62"] as? Double { value62 = value }
    if let value = json["value63"] as? Bool { value63 = value }
    if let value = json["value64"] as? String { value64 = value }
    if let value = json["value65"] as? Int { value65 = value }
    if let value = json["value66"] as? Double { value66 = value }
    if let value = json["value67"] as? Bool { value67 = value }
    if let value = json["value68"] as? String { value68 = value }
    if let value = json["value69"] as? Int { value69 = value }
    if let value = json["value70"] as? Double { value70 = value }
    if let value = json["value71"] as? Bool { value71 = value }
    if let value = json["value72"] as? String { value72 = value }
    if let value = json["value73"] as? Int { value73 = value }
    if let value = json["value74"] as? Double { value74 = value }
    if let value = json["value75"] as? Bool { value75 = value }
    if let value = json["value76"] as? String { value76 = value }
    if let value = json["value77"] as? Int { value77 = value }
    if let value = json["value78"] as? Double { value78 = value }
    if let value = json["value79"] as? Bool { value79 = value }
    if let value = json["value80"] as? String { value80 = value }
    if let value = json["value81"] as? Int { value81 = value }
    if let value = json["value82"] as? Double { value82 = value }
    if let value = json["value83"] as? Bool { value83 = value }
    if let value = json["value84"] as? String { value84 = value }
    if let value = json["value85"] as? Int { value85 = value }
    if let value = json["value86"] as? Double { value86 = value }
    if let value = json["value87"] as? Bool { value87 = value }
    if let value = json["value88"] as? String { value88 = value }
    if let value = json["value89"] as? Int { value89 = value }
    if let value = json["value90"] as? Double { value90 = value }
    if let value = json["value91"] as? Bool { value91 = value }
    if let value = json["value92"] as? String { value92 = value }
    if let value = json["value93"] as? Int { value93 = value }
    if let value = json["value94"] as? Double { value94 = value }
    if let value = json["value95"] as? Bool { value95 = value }
    if let value = json["value96"] as? String { value96 = value }
    if let value = json["value97"] as? Int { value97 = value }
    if let value = json["value98"] as? Double { value98 = value }
    if let value = json["value99"] as? Bool { value99 = value }
    if let value = json["value100"] as? String { value100 = value }
    if let value = json["value101"] as? Int { value101 = value }
    if let value = json["value102"] as? Double { value102 = value }
    if let value = json["value103"] as? Bool { value103 = value }
    if let value = json["value104"] as? String { value104 = value }
    if let value = json["value105"] as? Int { value105 = value }
    if let value = json["value106"] as? Double { value106 = value }
    if let value = json["value107"] as? Bool { value107 = value }
    if let value = json["value108"] as? String { value108 = value }
    if let value = json["value109"] as? Int { value109 = value }
    if let value = json["value110"] as? Double { value110 = value }
    if let value = json["value111"] as? Bool { value111 = value }
    if let value = json["value112"] as? String { value112 = value }
    if let value = json["value113"] as? Int { value113 = value }
    if let value = json["value114"] as? Double { value114 = value }
    if let value = json["value115"] as? Bool { value115 = value }
    if let value = json["value116"] as? String { value116 = value }
    if let value = json["value117"] as? Int { value117 = value }
    if let value = json["value118"] as? Double { value118 = value }
    if let value = json["value119"] as? Bool { value119 = value }
    if let value = json["value120"] as? String { value120 = value }
    if let value = json["value121"] as? Int { value121 = value }
    if let value = json["value122"] as? Double { value122 = value }
    if let value = json["value123"] as? Bool { value123 = value }
    if let value = json["value124"] as? String { value124 = value }
    if let value = json["value125"] as? Int { value125 = value }
    if let value = json["value126"] as? Double { value126 = value }
    if let value = json["value127"] as? Bool { value127 = value }
    if let value = json["value128"] as? String { value128 = value }
    if let value = json["value129"] as? Int { value129 = value }
    if let value = json["value130"] as? Double { value130 = value }
    if let value = json["value131"] as? Bool { value131 = value }
    if let value = json["value132"] as? String { value132 = value }
    if let value = json["value133"] as? Int { value133 = value }
    if let value = json["value134"] as? Double { value134 = value }
    if let value = json["value135"] as? Bool { value135 = value }
    if let value = json["value136"] as? String { value136 = value }
    if let value = json["value137"] as? Int { value137 = value }
    if let value = json["value138"] as? Double { value138 = value }
    if let value = json["value139"] as? Bool { value139 = value }
    if let value = json["value140"] as? String { value140 = value }
    if let value = json["value141"] as? Int { value141 = value }
    if let value = json["value142"] as? Double { value142 = value }
    if let value = json["value143"] as? Bool { value143 = value }
    if let value = json["value144"] as? String { value144 = value }
    if let value = json["value145"] as? Int { value145 = value }
    if let value = json["value146"] as? Double { value146 = value }
    if let value = json["value147"] as? Bool { value147 = value }
    if let value = json["value148"] as? String { value148 = value }
    if let value = json["value149"] as? Int { value149 = value }
    if let value = json["value150"] as? Double { value150 = value }
    if let value = json["value151"] as? Bool { value151 = value }
    if let value = json["value152"] as? String { value152 = value }
    if let value = json["value153"] as? Int { value153 = value }
    if let value = json["value154"] as? Double { value154 = value }
    if let value = json["value155"] as? Bool { value155 = value }
    if let value = json["value156"] as? String { value156 = value }
    if let value = json["value157"] as? Int { value157 = value }
    if let value = json["value158"] as? Double { value158 = value }
    if let value = json["value159"] as? Bool { value159 = value }
    if let value = json["value160"] as? String { value160 = value }
    if let value = json["value161"] as? Int { value161 = value }
    if let value = json["value162"] as? Double { value162 = value }
    if let value = json["value163"] as? Bool { value163 = value }
    if let value = json["value164"] as? String { value164 = value }
    if let value = json["value165"] as? Int { value165 = value }
    if let value = json["value166"] as? Double { value166 = value }
    if let value = json["value167"] as? Bool { value167 = value }
    if let value = json["value168"] as? String { value168 = value }
    if let value = json["value169"] as? Int { value169 = value }
    if let value = json["value170"] as? Double { value170 = value }
    if let value = json["value171"] as? Bool { value171 = value }
    if let value = json["value172"] as? String { value172 = value }
    if let value = json["value173"] as? Int { value173 = value }
    if let value = json["value174"] as? Double { value174 = value }
    if let value = json["value175"] as? Bool { value175 = value }
    if let value = json["value176"] as? String { value176 = value }
    if let value = json["value177"] as? Int { value177 = value }
    if let value = json["value178"] as? Double { value178 = value }
    if let value = json["value179"] as? Bool { value179 = value }
    if let value = json["value180"] as? String { value180 = value }
    if let value = json["value181"] as? Int { value181 = value }
    if let value = json["value182"] as? Double { value182 = value }
    if let value = json["value183"] as? Bool { value183 = value }
    if let value = json["value184"] as? String { value184 = value }
    if let value = json["value185"] as? Int { value185 = value }
    if let value = json["value186"] as? Double { value186 = value }
    if let value = json["value187"] as? Bool { value187 = value }
    if let value = json["value188"] as? String { value188 = value }
    if let value = json["value189"] as? Int { value189 = value }
    if let value = json["value190"] as? Double { value190 = value }
    if let value = json["value191"] as? Bool { value191 = value }
    if let value = json["value192"] as? String { value192 = value }
    if let value = json["value193"] as? Int { value193 = value }
    if let value = json["value194"] as? Double { value194 = value }
    if let value = json["value195"] as? Bool { value195 = value }
    if let value = json["value196"] as? String { value196 = value }
    if let value = json["value197"] as? Int { value197 = value }
    if let value = json["value198"] as? Double { value198 = value }
    if let value = json["value199"] as? Bool { value199 = value }
    if let value = json["value200"] as? String { value200 = value }
  }

  var handwritten: [String: Any] {
    var json: [String: Any] = [:]
    json.reserveCapacity(200)
    json["value1"] = value1
    json["value2"] = value2
    json["value3"] = value3
    json["value4"] = value4
    json["value5"] = value5
    json["value6"] = value6
    json["value7"] = value7
    json["value8"] = value8
    json["value9"] = value9
    json["value10"] = value10
    json["value11"] = value11
    json["value12"] = value12
    json["value13"] = value13
    json["value14"] = value14
    json["value15"] = value15
    json["value16"] = value16
    json["value17"] = value17
    json["value18"] = value18
    json["value19"] = value19
    json["value20"] = value20
    json["value21"] = value21
    json["value22"] = value22
    json["value23"] = value23
    json["value24"] = value24
    json["value25"] = value25
    json["value26"] = value26
    json["value27"] = value27
    json["value28"] = value28
    json["value29"] = value29
    json["value30"] = value30
    json["value31"] = value31
    json["value32"] = value32
    json["value33"] = value33
    json["value34"] = value34
    json["value35"] = value35
    json["value36"] = value36
    json["value37"] = value37
    json["value38"] = value38
    json["value39"] = value39
    json["value40"] = value40
    json["value41"] = value41
    json["value42"] = value42
    json["value43"] = value43
    json["value44"] = value44
    json["value45"] = value45
    json["value46"] = value46
    json["value47"] = value47
    json["value48"] = value48
    json["value49"] = value49
    json["value50"] = value50
    json["value51"] = value51
    json["value52"] = value52
    json["value53"] = value53
    json["value54"] = value54
    json["value55"] = value55
    json["value56"] = value56
    json["value57"] = value57
    json["value58"] = value58
    json["value59"] = value59
    json["value60"] = value60
    json["value61"] = value61
    json["value62"] = value62
    json["value63"] = value63
    json["value64"] = value64
    json["value65"] = value65
    json["value66"] = value66
    json["value67"] = value67
    json["value68"] = value68
    json["value69"] = value69
    json["value70"] = value70
    json["value71"] = value71
    json["value72"] = value72
    json["value73"] = value73
    json["value74"] = value74
    json["value75"] = value75
    json["value76"] = value76
    json["value77"] = value77
    json["value78"] = value78
    json["value79"] = value79
    json["value80"] = value80
    json["value81"] = value81
    json["value82"] = value82
    json["value83"] = value83
    json["value84"] = value84
    json["value85"] = value85
    json["value86"] = value86
    json["value87"] = value87
    json["value88"] = value88
    json["value89"] = value89
    json["value90"] = value90
    json["value91"] = value91
    json["value92"] = value92
    json["value93"] = value93
    json["value94"] = value94
    json["value95"] = value95
    json["value96"] = value96
    json["value97"] = value97
    json["value98"] = value98
    json["value99"] = value99
    json["value100"] = value100
    json["value101"] = value101
    json["value102"] = value102
    json["value103"] = value103
    json["value104"] = value104
    json["value105"] = value105
    json["value106"] = value106
    json["value107"] = value107
    json["value108"] = value108
    json["value109"] = value109
    json["value110"] = value110
    json["value111"] = value111
    json["value112"] = value112
    json["value113"] = value113
    json["value114"] = value114
    json["value115"] = value115
    json["value116"] = value116
    json["value117"] = value117
    json["value118"] = value118
    json["value119"] = value119
    json["value120"] = value120
    json["value121"] = value121
    json["value122"] = value122
    json["value123"] = value123
    json["value124"] = value124
    json["value125"] = value125
    json["value126"] = value126
    json["value127"] = value127
    json["value128"] = value128
    json["value129"] = value129
    json["value130"] = value130
    json["value131"] = value131
    json["value132"] = value132
    json["value133"] = value133
    json["value134"] = value134
    json["value135"] = value135
    json["value136"] = value136
    json["value137"] = value137
    json["value138"] = value138
    json["value139"] = value139
    json["value140"] = value140
    json["value141"] = value141
    json["value142"] = value142
    json["value143"] = value143
    json["value144"] = value144
    json["value145"] = value145
    json["value146"] = value146
    json["value147"] = value147
    json["value148"] = value148
    json["value149"] = value149
    json["value150"] = value150
    json["value151"] = value151
    json["value152"] = value152
    json["value153"] = value153
    json["value154"] = value154
    json["value155"] = value155
    json["value156"] = value156
    json["value157"] = value157
    json["value158"] = value158
    json["value159"] = value159
    json["value160"] = value160
    json["value161"] = value161
    json["value162"] = value162
    json["value163"] = value163
    json["value164"] = value164
    json["value165"] = value165
    json["value166"] = value166
    json["value167"] = value167
    json["value168"] = value168
    json["value169"] = value169
    json["value170"] = value170
    json["value171"] = value171
    json["value172"] = value172
    json["value173"] = value173
    json["value174"] = value174
    json["value175"] = value175
    json["value176"] = value176
    json["value177"] = value177
    json["value178"] = value178
    json["value179"] = value179
    json["value180"] = value180
    json["value181"] = value181
    json["value182"] = value182
    json["value183"] = value183
    json["value184"] = value184
    json["value185"] = value185
    json["value186"] = value186
    json["value187"] = value187
    json["value188"] = value188
    json["value189"] = value189
    json["value190"] = value190
    json["value191"] = value191
    json["value192"] = value192
    json["value193"] = value193
    json["value194"] = value194
    json["value195"] = value195
    json["value196"] = value196
    json["value197"] = value197
    json["value198"] = value198
    json["value199"] = value199
    json["value200"] = value200
    return json
  }
}

extension Properties200 {
  /// Reads and writes a document whose members come in the order of the properties.
  static let madeLimit = Limit<Properties200>(
    read: { document in LimitReader.read(document) { Properties200(madeLimit: &$0) } },
    write: { model in
      LimitWriter.write(capacity: 6_000) { model.writeMadeLimit(&$0) }
    })
}

extension Properties200 {
  fileprivate convenience init(madeLimit reader: inout LimitReader) {
    self.init()
    reader.mark()
    reader.name("value1")
    value1 = reader.int()
    reader.mark()
    reader.name("value2")
    value2 = reader.double()
    reader.mark()
    reader.name("value3")
    value3 = reader.bool()
    reader.mark()
    reader.name("value4")
    value4 = reader.string()
    reader.mark()
    reader.name("value5")
    value5 = reader.int()
    reader.mark()
    reader.name("value6")
    value6 = reader.double()
    reader.mark()
    reader.name("value7")
    value7 = reader.bool()
    reader.mark()
    reader.name("value8")
    value8 = reader.string()
    reader.mark()
    reader.name("value9")
    value9 = reader.int()
    reader.mark()
    reader.name("value10")
    value10 = reader.double()
    reader.mark()
    reader.name("value11")
    value11 = reader.bool()
    reader.mark()
    reader.name("value12")
    value12 = reader.string()
    reader.mark()
    reader.name("value13")
    value13 = reader.int()
    reader.mark()
    reader.name("value14")
    value14 = reader.double()
    reader.mark()
    reader.name("value15")
    value15 = reader.bool()
    reader.mark()
    reader.name("value16")
    value16 = reader.string()
    reader.mark()
    reader.name("value17")
    value17 = reader.int()
    reader.mark()
    reader.name("value18")
    value18 = reader.double()
    reader.mark()
    reader.name("value19")
    value19 = reader.bool()
    reader.mark()
    reader.name("value20")
    value20 = reader.string()
    reader.mark()
    reader.name("value21")
    value21 = reader.int()
    reader.mark()
    reader.name("value22")
    value22 = reader.double()
    reader.mark()
    reader.name("value23")
    value23 = reader.bool()
    reader.mark()
    reader.name("value24")
    value24 = reader.string()
    reader.mark()
    reader.name("value25")
    value25 = reader.int()
    reader.mark()
    reader.name("value26")
    value26 = reader.double()
    reader.mark()
    reader.name("value27")
    value27 = reader.bool()
    reader.mark()
    reader.name("value28")
    value28 = reader.string()
    reader.mark()
    reader.name("value29")
    value29 = reader.int()
    reader.mark()
    reader.name("value30")
    value30 = reader.double()
    reader.mark()
    reader.name("value31")
    value31 = reader.bool()
    reader.mark()
    reader.name("value32")
    value32 = reader.string()
    reader.mark()
    reader.name("value33")
    value33 = reader.int()
    reader.mark()
    reader.name("value34")
    value34 = reader.double()
    reader.mark()
    reader.name("value35")
    value35 = reader.bool()
    reader.mark()
    reader.name("value36")
    value36 = reader.string()
    reader.mark()
    reader.name("value37")
    value37 = reader.int()
    reader.mark()
    reader.name("value38")
    value38 = reader.double()
    reader.mark()
    reader.name("value39")
    value39 = reader.bool()
    reader.mark()
    reader.name("value40")
    value40 = reader.string()
    reader.mark()
    reader.name("value41")
    value41 = reader.int()
    reader.mark()
    reader.name("value42")
    value42 = reader.double()
    reader.mark()
    reader.name("value43")
    value43 = reader.bool()
    reader.mark()
    reader.name("value44")
    value44 = reader.string()
    reader.mark()
    reader.name("value45")
    value45 = reader.int()
    reader.mark()
    reader.name("value46")
    value46 = reader.double()
    reader.mark()
    reader.name("value47")
    value47 = reader.bool()
    reader.mark()
    reader.name("value48")
    value48 = reader.string()
    reader.mark()
    reader.name("value49")
    value49 = reader.int()
    reader.mark()
    reader.name("value50")
    value50 = reader.double()
    reader.mark()
    reader.name("value51")
    value51 = reader.bool()
    reader.mark()
    reader.name("value52")
    value52 = reader.string()
    reader.mark()
    reader.name("value53")
    value53 = reader.int()
    reader.mark()
    reader.name("value54")
    value54 = reader.double()
    reader.mark()
    reader.name("value55")
    value55 = reader.bool()
    reader.mark()
    reader.name("value56")
    value56 = reader.string()
    reader.mark()
    reader.name("value57")
    value57 = reader.int()
    reader.mark()
    reader.name("value58")
    value58 = reader.double()
    reader.mark()
    reader.name("value59")
    value59 = reader.bool()
    reader.mark()
    reader.name("value60")
    value60 = reader.string()
    reader.mark()
    reader.name("value61")
    value61 = reader.int()
    reader.mark()
    reader.name("value62")
    value62 = reader.double()
    reader.mark()
    reader.name("value63")
    value63 = reader.bool()
    reader.mark()
    reader.name("value64")
    value64 = reader.string()
    reader.mark()
    reader.name("value65")
    value65 = reader.int()
    reader.mark()
    reader.name("value66")
    value66 = reader.double()
    reader.mark()
    reader.name("value67")
    value67 = reader.bool()
    reader.mark()
    reader.name("value68")
    value68 = reader.string()
    reader.mark()
    reader.name("value69")
    value69 = reader.int()
    reader.mark()
    reader.name("value70")
    value70 = reader.double()
    reader.mark()
    reader.name("value71")
    value71 = reader.bool()
    reader.mark()
    reader.name("value72")
    value72 = reader.string()
    reader.mark()
    reader.name("value73")
    value73 = reader.int()
    reader.mark()
    reader.name("value74")
    value74 = reader.double()
    reader.mark()
    reader.name("value75")
    value75 = reader.bool()
    reader.mark()
    reader.name("value76")
    value76 = reader.string()
    reader.mark()
    reader.name("value77")
    value77 = reader.int()
    reader.mark()
    reader.name("value78")
    value78 = reader.double()
    reader.mark()
    reader.name("value79")
    value79 = reader.bool()
    reader.mark()
    reader.name("value80")
    value80 = reader.string()
    reader.mark()
    reader.name("value81")
    value81 = reader.int()
    reader.mark()
    reader.name("value82")
    value82 = reader.double()
    reader.mark()
    reader.name("value83")
    value83 = reader.bool()
    reader.mark()
    reader.name("value84")
    value84 = reader.string()
    reader.mark()
    reader.name("value85")
    value85 = reader.int()
    reader.mark()
    reader.name("value86")
    value86 = reader.double()
    reader.mark()
    reader.name("value87")
    value87 = reader.bool()
    reader.mark()
    reader.name("value88")
    value88 = reader.string()
    reader.mark()
    reader.name("value89")
    value89 = reader.int()
    reader.mark()
    reader.name("value90")
    value90 = reader.double()
    reader.mark()
    reader.name("value91")
    value91 = reader.bool()
    reader.mark()
    reader.name("value92")
    value92 = reader.string()
    reader.mark()
    reader.name("value93")
    value93 = reader.int()
    reader.mark()
    reader.name("value94")
    value94 = reader.double()
    reader.mark()
    reader.name("value95")
    value95 = reader.bool()
    reader.mark()
    reader.name("value96")
    value96 = reader.string()
    reader.mark()
    reader.name("value97")
    value97 = reader.int()
    reader.mark()
    reader.name("value98")
    value98 = reader.double()
    reader.mark()
    reader.name("value99")
    value99 = reader.bool()
    reader.mark()
    reader.name("value100")
    value100 = reader.string()
    reader.mark()
    reader.name("value101")
    value101 = reader.int()
    reader.mark()
    reader.name("value102")
    value102 = reader.double()
    reader.mark()
    reader.name("value103")
    value103 = reader.bool()
    reader.mark()
    reader.name("value104")
    value104 = reader.string()
    reader.mark()
    reader.name("value105")
    value105 = reader.int()
    reader.mark()
    reader.name("value106")
    value106 = reader.double()
    reader.mark()
    reader.name("value107")
    value107 = reader.bool()
    reader.mark()
    reader.name("value108")
    value108 = reader.string()
    reader.mark()
    reader.name("value109")
    value109 = reader.int()
    reader.mark()
    reader.name("value110")
    value110 = reader.double()
    reader.mark()
    reader.name("value111")
    value111 = reader.bool()
    reader.mark()
    reader.name("value112")
    value112 = reader.string()
    reader.mark()
    reader.name("value113")
    value113 = reader.int()
    reader.mark()
    reader.name("value114")
    value114 = reader.double()
    reader.mark()
    reader.name("value115")
    value115 = reader.bool()
    reader.mark()
    reader.name("value116")
    value116 = reader.string()
    reader.mark()
    reader.name("value117")
    value117 = reader.int()
    reader.mark()
    reader.name("value118")
    value118 = reader.double()
    reader.mark()
    reader.name("value119")
    value119 = reader.bool()
    reader.mark()
    reader.name("value120")
    value120 = reader.string()
    reader.mark()
    reader.name("value121")
    value121 = reader.int()
    reader.mark()
    reader.name("value122")
    value122 = reader.double()
    reader.mark()
    reader.name("value123")
    value123 = reader.bool()
    reader.mark()
    reader.name("value124")
    value124 = reader.string()
    reader.mark()
    reader.name("value125")
    value125 = reader.int()
    reader.mark()
    reader.name("value126")
    value126 = reader.double()
    reader.mark()
    reader.name("value127")
    value127 = reader.bool()
    reader.mark()
    reader.name("value128")
    value128 = reader.string()
    reader.mark()
    reader.name("value129")
    value129 = reader.int()
    reader.mark()
    reader.name("value130")
    value130 = reader.double()
    reader.mark()
    reader.name("value131")
    value131 = reader.bool()
    reader.mark()
    reader.name("value132")
    value132 = reader.string()
    reader.mark()
    reader.name("value133")
    value133 = reader.int()
    reader.mark()
    reader.name("value134")
    value134 = reader.double()
    reader.mark()
    reader.name("value135")
    value135 = reader.bool()
    reader.mark()
    reader.name("value136")
    value136 = reader.string()
    reader.mark()
    reader.name("value137")
    value137 = reader.int()
    reader.mark()
    reader.name("value138")
    value138 = reader.double()
    reader.mark()
    reader.name("value139")
    value139 = reader.bool()
    reader.mark()
    reader.name("value140")
    value140 = reader.string()
    reader.mark()
    reader.name("value141")
    value141 = reader.int()
    reader.mark()
    reader.name("value142")
    value142 = reader.double()
    reader.mark()
    reader.name("value143")
    value143 = reader.bool()
    reader.mark()
    reader.name("value144")
    value144 = reader.string()
    reader.mark()
    reader.name("value145")
    value145 = reader.int()
    reader.mark()
    reader.name("value146")
    value146 = reader.double()
    reader.mark()
    reader.name("value147")
    value147 = reader.bool()
    reader.mark()
    reader.name("value148")
    value148 = reader.string()
    reader.mark()
    reader.name("value149")
    value149 = reader.int()
    reader.mark()
    reader.name("value150")
    value150 = reader.double()
    reader.mark()
    reader.name("value151")
    value151 = reader.bool()
    reader.mark()
    reader.name("value152")
    value152 = reader.string()
    reader.mark()
    reader.name("value153")
    value153 = reader.int()
    reader.mark()
    reader.name("value154")
    value154 = reader.double()
    reader.mark()
    reader.name("value155")
    value155 = reader.bool()
    reader.mark()
    reader.name("value156")
    value156 = reader.string()
    reader.mark()
    reader.name("value157")
    value157 = reader.int()
    reader.mark()
    reader.name("value158")
    value158 = reader.double()
    reader.mark()
    reader.name("value159")
    value159 = reader.bool()
    reader.mark()
    reader.name("value160")
    value160 = reader.string()
    reader.mark()
    reader.name("value161")
    value161 = reader.int()
    reader.mark()
    reader.name("value162")
    value162 = reader.double()
    reader.mark()
    reader.name("value163")
    value163 = reader.bool()
    reader.mark()
    reader.name("value164")
    value164 = reader.string()
    reader.mark()
    reader.name("value165")
    value165 = reader.int()
    reader.mark()
    reader.name("value166")
    value166 = reader.double()
    reader.mark()
    reader.name("value167")
    value167 = reader.bool()
    reader.mark()
    reader.name("value168")
    value168 = reader.string()
    reader.mark()
    reader.name("value169")
    value169 = reader.int()
    reader.mark()
    reader.name("value170")
    value170 = reader.double()
    reader.mark()
    reader.name("value171")
    value171 = reader.bool()
    reader.mark()
    reader.name("value172")
    value172 = reader.string()
    reader.mark()
    reader.name("value173")
    value173 = reader.int()
    reader.mark()
    reader.name("value174")
    value174 = reader.double()
    reader.mark()
    reader.name("value175")
    value175 = reader.bool()
    reader.mark()
    reader.name("value176")
    value176 = reader.string()
    reader.mark()
    reader.name("value177")
    value177 = reader.int()
    reader.mark()
    reader.name("value178")
    value178 = reader.double()
    reader.mark()
    reader.name("value179")
    value179 = reader.bool()
    reader.mark()
    reader.name("value180")
    value180 = reader.string()
    reader.mark()
    reader.name("value181")
    value181 = reader.int()
    reader.mark()
    reader.name("value182")
    value182 = reader.double()
    reader.mark()
    reader.name("value183")
    value183 = reader.bool()
    reader.mark()
    reader.name("value184")
    value184 = reader.string()
    reader.mark()
    reader.name("value185")
    value185 = reader.int()
    reader.mark()
    reader.name("value186")
    value186 = reader.double()
    reader.mark()
    reader.name("value187")
    value187 = reader.bool()
    reader.mark()
    reader.name("value188")
    value188 = reader.string()
    reader.mark()
    reader.name("value189")
    value189 = reader.int()
    reader.mark()
    reader.name("value190")
    value190 = reader.double()
    reader.mark()
    reader.name("value191")
    value191 = reader.bool()
    reader.mark()
    reader.name("value192")
    value192 = reader.string()
    reader.mark()
    reader.name("value193")
    value193 = reader.int()
    reader.mark()
    reader.name("value194")
    value194 = reader.double()
    reader.mark()
    reader.name("value195")
    value195 = reader.bool()
    reader.mark()
    reader.name("value196")
    value196 = reader.string()
    reader.mark()
    reader.name("value197")
    value197 = reader.int()
    reader.mark()
    reader.name("value198")
    value198 = reader.double()
    reader.mark()
    reader.name("value199")
    value199 = reader.bool()
    reader.mark()
    reader.name("value200")
    value200 = reader.string()
    reader.end()
  }

  fileprivate func writeMadeLimit(_ writer: inout LimitWriter) {
    writer.text(#"{"value1":"#)
    writer.int(value1)
    writer.text(#","value2":"#)
    writer.double(value2)
    writer.text(#","value3":"#)
    writer.bool(value3)
    writer.text(#","value4":"#)
    writer.string(value4)
    writer.text(#","value5":"#)
    writer.int(value5)
    writer.text(#","value6":"#)
    writer.double(value6)
    writer.text(#","value7":"#)
    writer.bool(value7)
    writer.text(#","value8":"#)
    writer.string(value8)
    writer.text(#","value9":"#)
    writer.int(value9)
    writer.text(#","value10":"#)
    writer.double(value10)
    writer.text(#","value11":"#)
    writer.bool(value11)
    writer.text(#","value12":"#)
    writer.string(value12)
    writer.text(#","value13":"#)
    writer.int(value13)
    writer.text(#","value14":"#)
    writer.double(value14)
    writer.text(#","value15":"#)
    writer.bool(value15)
    writer.text(#","value16":"#)
    writer.string(value16)
    writer.text(#","value17":"#)
    writer.int(value17)
    writer.text(#","value18":"#)
    writer.double(value18)
    writer.text(#","value19":"#)
    writer.bool(value19)
    writer.text(#","value20":"#)
    writer.string(value20)
    writer.text(#","value21":"#)
    writer.int(value21)
    writer.text(#","value22":"#)
    writer.double(value22)
    writer.text(#","value23":"#)
    writer.bool(value23)
    writer.text(#","value24":"#)
    writer.string(value24)
    writer.text(#","value25":"#)
    writer.int(value25)
    writer.text(#","value26":"#)
    writer.double(value26)
    writer.text(#","value27":"#)
    writer.bool(value27)
    writer.text(#","value28":"#)
    writer.string(value28)
    writer.text(#","value29":"#)
    writer.int(value29)
    writer.text(#","value30":"#)
    writer.double(value30)
    writer.text(#","value31":"#)
    writer.bool(value31)
    writer.text(#","value32":"#)
    writer.string(value32)
    writer.text(#","value33":"#)
    writer.int(value33)
    writer.text(#","value34":"#)
    writer.double(value34)
    writer.text(#","value35":"#)
    writer.bool(value35)
    writer.text(#","value36":"#)
    writer.string(value36)
    writer.text(#","value37":"#)
    writer.int(value37)
    writer.text(#","value38":"#)
    writer.double(value38)
    writer.text(#","value39":"#)
    writer.bool(value39)
    writer.text(#","value40":"#)
    writer.string(value40)
    writer.text(#","value41":"#)
    writer.int(value41)
    writer.text(#","value42":"#)
    writer.double(value42)
    writer.text(#","value43":"#)
    writer.bool(value43)
    writer.text(#","value44":"#)
    writer.string(value44)
    writer.text(#","value45":"#)
    writer.int(value45)
    writer.text(#","value46":"#)
    writer.double(value46)
    writer.text(#","value47":"#)
    writer.bool(value47)
    writer.text(#","value48":"#)
    writer.string(value48)
    writer.text(#","value49":"#)
    writer.int(value49)
    writer.text(#","value50":"#)
    writer.double(value50)
    writer.text(#","value51":"#)
    writer.bool(value51)
    writer.text(#","value52":"#)
    writer.string(value52)
    writer.text(#","value53":"#)
    writer.int(value53)
    writer.text(#","value54":"#)
    writer.double(value54)
    writer.text(#","value55":"#)
    writer.bool(value55)
    writer.text(#","value56":"#)
    writer.string(value56)
    writer.text(#","value57":"#)
    writer.int(value57)
    writer.text(#","value58":"#)
    writer.double(value58)
    writer.text(#","value59":"#)
    writer.bool(value59)
    writer.text(#","value60":"#)
    writer.string(value60)
    writer.text(#","value61":"#)
    writer.int(value61)
    writer.text(#","value62":"#)
    writer.double(value62)
    writer.text(#","value63":"#)
    writer.bool(value63)
    writer.text(#","value64":"#)
    writer.string(value64)
    writer.text(#","value65":"#)
    writer.int(value65)
    writer.text(#","value66":"#)
    writer.double(value66)
    writer.text(#","value67":"#)
    writer.bool(value67)
    writer.text(#","value68":"#)
    writer.string(value68)
    writer.text(#","value69":"#)
    writer.int(value69)
    writer.text(#","value70":"#)
    writer.double(value70)
    writer.text(#","value71":"#)
    writer.bool(value71)
    writer.text(#","value72":"#)
    writer.string(value72)
    writer.text(#","value73":"#)
    writer.int(value73)
    writer.text(#","value74":"#)
    writer.double(value74)
    writer.text(#","value75":"#)
    writer.bool(value75)
    writer.text(#","value76":"#)
    writer.string(value76)
    writer.text(#","value77":"#)
    writer.int(value77)
    writer.text(#","value78":"#)
    writer.double(value78)
    writer.text(#","value79":"#)
    writer.bool(value79)
    writer.text(#","value80":"#)
    writer.string(value80)
    writer.text(#","value81":"#)
    writer.int(value81)
    writer.text(#","value82":"#)
    writer.double(value82)
    writer.text(#","value83":"#)
    writer.bool(value83)
    writer.text(#","value84":"#)
    writer.string(value84)
    writer.text(#","value85":"#)
    writer.int(value85)
    writer.text(#","value86":"#)
    writer.double(value86)
    writer.text(#","value87":"#)
    writer.bool(value87)
    writer.text(#","value88":"#)
    writer.string(value88)
    writer.text(#","value89":"#)
    writer.int(value89)
    writer.text(#","value90":"#)
    writer.double(value90)
    writer.text(#","value91":"#)
    writer.bool(value91)
    writer.text(#","value92":"#)
    writer.string(value92)
    writer.text(#","value93":"#)
    writer.int(value93)
    writer.text(#","value94":"#)
    writer.double(value94)
    writer.text(#","value95":"#)
    writer.bool(value95)
    writer.text(#","value96":"#)
    writer.string(value96)
    writer.text(#","value97":"#)
    writer.int(value97)
    writer.text(#","value98":"#)
    writer.double(value98)
    writer.text(#","value99":"#)
    writer.bool(value99)
    writer.text(#","value100":"#)
    writer.string(value100)
    writer.text(#","value101":"#)
    writer.int(value101)
    writer.text(#","value102":"#)
    writer.double(value102)
    writer.text(#","value103":"#)
    writer.bool(value103)
    writer.text(#","value104":"#)
    writer.string(value104)
    writer.text(#","value105":"#)
    writer.int(value105)
    writer.text(#","value106":"#)
    writer.double(value106)
    writer.text(#","value107":"#)
    writer.bool(value107)
    writer.text(#","value108":"#)
    writer.string(value108)
    writer.text(#","value109":"#)
    writer.int(value109)
    writer.text(#","value110":"#)
    writer.double(value110)
    writer.text(#","value111":"#)
    writer.bool(value111)
    writer.text(#","value112":"#)
    writer.string(value112)
    writer.text(#","value113":"#)
    writer.int(value113)
    writer.text(#","value114":"#)
    writer.double(value114)
    writer.text(#","value115":"#)
    writer.bool(value115)
    writer.text(#","value116":"#)
    writer.string(value116)
    writer.text(#","value117":"#)
    writer.int(value117)
    writer.text(#","value118":"#)
    writer.double(value118)
    writer.text(#","value119":"#)
    writer.bool(value119)
    writer.text(#","value120":"#)
    writer.string(value120)
    writer.text(#","value121":"#)
    writer.int(value121)
    writer.text(#","value122":"#)
    writer.double(value122)
    writer.text(#","value123":"#)
    writer.bool(value123)
    writer.text(#","value124":"#)
    writer.string(value124)
    writer.text(#","value125":"#)
    writer.int(value125)
    writer.text(#","value126":"#)
    writer.double(value126)
    writer.text(#","value127":"#)
    writer.bool(value127)
    writer.text(#","value128":"#)
    writer.string(value128)
    writer.text(#","value129":"#)
    writer.int(value129)
    writer.text(#","value130":"#)
    writer.double(value130)
    writer.text(#","value131":"#)
    writer.bool(value131)
    writer.text(#","value132":"#)
    writer.string(value132)
    writer.text(#","value133":"#)
    writer.int(value133)
    writer.text(#","value134":"#)
    writer.double(value134)
    writer.text(#","value135":"#)
    writer.bool(value135)
    writer.text(#","value136":"#)
    writer.string(value136)
    writer.text(#","value137":"#)
    writer.int(value137)
    writer.text(#","value138":"#)
    writer.double(value138)
    writer.text(#","value139":"#)
    writer.bool(value139)
    writer.text(#","value140":"#)
    writer.string(value140)
    writer.text(#","value141":"#)
    writer.int(value141)
    writer.text(#","value142":"#)
    writer.double(value142)
    writer.text(#","value143":"#)
    writer.bool(value143)
    writer.text(#","value144":"#)
    writer.string(value144)
    writer.text(#","value145":"#)
    writer.int(value145)
    writer.text(#","value146":"#)
    writer.double(value146)
    writer.text(#","value147":"#)
    writer.bool(value147)
    writer.text(#","value148":"#)
    writer.string(value148)
    writer.text(#","value149":"#)
    writer.int(value149)
    writer.text(#","value150":"#)
    writer.double(value150)
    writer.text(#","value151":"#)
    writer.bool(value151)
    writer.text(#","value152":"#)
    writer.string(value152)
    writer.text(#","value153":"#)
    writer.int(value153)
    writer.text(#","value154":"#)
    writer.double(value154)
    writer.text(#","value155":"#)
    writer.bool(value155)
    writer.text(#","value156":"#)
    writer.string(value156)
    writer.text(#","value157":"#)
    writer.int(value157)
    writer.text(#","value158":"#)
    writer.double(value158)
    writer.text(#","value159":"#)
    writer.bool(value159)
    writer.text(#","value160":"#)
    writer.string(value160)
    writer.text(#","value161":"#)
    writer.int(value161)
    writer.text(#","value162":"#)
    writer.double(value162)
    writer.text(#","value163":"#)
    writer.bool(value163)
    writer.text(#","value164":"#)
    writer.string(value164)
    writer.text(#","value165":"#)
    writer.int(value165)
    writer.text(#","value166":"#)
    writer.double(value166)
    writer.text(#","value167":"#)
    writer.bool(value167)
    writer.text(#","value168":"#)
    writer.string(value168)
    writer.text(#","value169":"#)
    writer.int(value169)
    writer.text(#","value170":"#)
    writer.double(value170)
    writer.text(#","value171":"#)
    writer.bool(value171)
    writer.text(#","value172":"#)
    writer.string(value172)
    writer.text(#","value173":"#)
    writer.int(value173)
    writer.text(#","value174":"#)
    writer.double(value174)
    writer.text(#","value175":"#)
    writer.bool(value175)
    writer.text(#","value176":"#)
    writer.string(value176)
    writer.text(#","value177":"#)
    writer.int(value177)
    writer.text(#","value178":"#)
    writer.double(value178)
    writer.text(#","value179":"#)
    writer.bool(value179)
    writer.text(#","value180":"#)
    writer.string(value180)
    writer.text(#","value181":"#)
    writer.int(value181)
    writer.text(#","value182":"#)
    writer.double(value182)
    writer.text(#","value183":"#)
    writer.bool(value183)
    writer.text(#","value184":"#)
    writer.string(value184)
    writer.text(#","value185":"#)
    writer.int(value185)
    writer.text(#","value186":"#)
    writer.double(value186)
    writer.text(#","value187":"#)
    writer.bool(value187)
    writer.text(#","value188":"#)
    writer.string(value188)
    writer.text(#","value189":"#)
    writer.int(value189)
    writer.text(#","value190":"#)
    writer.double(value190)
    writer.text(#","value191":"#)
    writer.bool(value191)
    writer.text(#","value192":"#)
    writer.string(value192)
    writer.text(#","value193":"#)
    writer.int(value193)
    writer.text(#","value194":"#)
    writer.double(value194)
    writer.text(#","value195":"#)
    writer.bool(value195)
    writer.text(#","value196":"#)
    writer.string(value196)
    writer.text(#","value197":"#)
    writer.int(value197)
    writer.text(#","value198":"#)
    writer.double(value198)
    writer.text(#","value199":"#)
    writer.bool(value199)
    writer.text(#","value200":"#)
    writer.string(value200)
    writer.text("}")
  }
}
