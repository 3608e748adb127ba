import Foundation

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
