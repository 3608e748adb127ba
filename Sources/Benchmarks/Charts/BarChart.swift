import Foundation

/// A bar chart, drawn as SVG.
///
/// It has a background of its own, so that it reads alike on light and on dark pages.
struct BarChart {
  /// One bar: the text before it, its length, and the text behind it.
  struct Bar {
    let label: String
    let value: Double
    let text: String
    var isHighlighted = true
  }

  /// Bars below one heading. The longest bar of the whole chart, or of the group, fills the width.
  struct Group {
    let heading: String
    let bars: [Bar]
  }

  let title: String
  let note: String
  let groups: [Group]
  /// Whether the bars of each group have a scale of their own.
  var scalesEachGroup = false
  /// The room for the text before the bars.
  var labelWidth = 130.0

  private static let width = 760.0
  private static let margin = 20.0
  private static let textWidth = 130.0
  private static let barHeight = 14.0
  private static let barStep = 20.0

  var svg: String {
    var body: [String] = []
    var y = Self.margin + 16
    body.append(text(title, x: Self.margin, y: y, style: "title"))
    let longest = groups.flatMap(\.bars).map(\.value).max() ?? 1
    for group in groups {
      if !group.heading.isEmpty {
        y += 28
        body.append(text(group.heading, x: Self.margin, y: y, style: "heading"))
      }
      y += 8
      let scale = scalesEachGroup ? group.bars.map(\.value).max() ?? 1 : longest
      for bar in group.bars {
        body += lines(of: bar, at: y, scale: scale)
        y += Self.barStep
      }
    }
    y += 24
    body.append(text(note, x: Self.margin, y: y, style: "note"))
    let height = y + Self.margin
    let size = "\(Self.place(Self.width)) \(Self.place(height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" role="img">
      <title>\(Self.escaped(title))</title>
      <style>
      text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
      .title { font-size: 16px; font-weight: 600 }
      .heading { font-weight: 600 }
      .note { font-size: 12px; fill: #59636e }
      .bar { fill: #afb8c1 }
      .highlighted { fill: #2da44e }
      </style>
      <rect width="100%" height="100%" rx="8" fill="#f6f8fa"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private func lines(of bar: Bar, at y: Double, scale: Double) -> [String] {
    let start = Self.margin + labelWidth
    let room = Self.width - start - Self.textWidth - Self.margin
    let length = max(1, bar.value / scale * room)
    let style = bar.isHighlighted ? "bar highlighted" : "bar"
    let baseline = y + Self.barHeight - 3
    return [
      text(bar.label, x: Self.margin, y: baseline, style: "label"),
      #"<rect class="\#(style)" x="\#(Self.place(start))" y="\#(Self.place(y))" width="\#(Self.place(length))" height="\#(Self.place(Self.barHeight))" rx="2"/>"#,
      text(bar.text, x: start + length + 8, y: baseline, style: "value"),
    ]
  }

  private func text(_ text: String, x: Double, y: Double, style: String) -> String {
    let place = #"x="\#(Self.place(x))" y="\#(Self.place(y))""#
    return #"<text class="\#(style)" \#(place)>\#(Self.escaped(text))</text>"#
  }

  private static func place(_ number: Double) -> String { String(format: "%.0f", number) }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
