import Foundation

/// A drawing of boxes, texts, arrows and dots, as SVG.
///
/// It has a background of its own, so that it reads alike on light and on dark pages.
struct Diagram {
  /// The look of a text.
  enum Style: String {
    case title, name, note, code, centered
  }

  static let width = 760
  static let margin = 20

  private let title: String
  private var body: [String] = []
  private var height = 0

  init(title: String) {
    self.title = title
    add(title, x: Self.margin, y: 36, as: .title)
  }

  mutating func add(_ text: String, x: Int, y: Int, as style: Style) {
    body.append(
      #"<text class="\#(style.rawValue)" x="\#(x)" y="\#(y)">\#(Self.escaped(text))</text>"#)
    grow(to: y)
  }

  /// Adds a box of two lines: what it is about, and what is said of it.
  mutating func addBox(_ name: String, _ note: String, x: Int, y: Int, width: Int) {
    body.append(#"<rect class="box" x="\#(x)" y="\#(y)" width="\#(width)" height="46" rx="4"/>"#)
    add(name, x: x + 12, y: y + 19, as: .name)
    add(note, x: x + 12, y: y + 37, as: .note)
    grow(to: y + 46)
  }

  /// Adds an arrow; with `isTwoWay`, it has a head at both ends.
  mutating func addArrow(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), isTwoWay: Bool = false
  ) {
    let heads = #" marker-end="url(#head)""# + (isTwoWay ? #" marker-start="url(#head)""# : "")
    body.append(
      #"<line class="arrow" x1="\#(start.x)" y1="\#(start.y)" x2="\#(end.x)" y2="\#(end.y)"\#(heads)/>"#
    )
    grow(to: max(start.y, end.y))
  }

  mutating func addDot(x: Int, y: Int) {
    body.append(#"<circle class="dot" cx="\#(x)" cy="\#(y)" r="6"/>"#)
  }

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height + Self.margin)" role="img">
    <title>\(Self.escaped(title))</title>
    <style>
    text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
    .title { font-size: 16px; font-weight: 600 }
    .name { font-weight: 600 }
    .note, .centered { font-size: 12px; fill: #59636e }
    .centered { text-anchor: middle }
    .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
    .box { fill: #ffffff; stroke: #2da44e }
    .arrow { stroke: #59636e; stroke-width: 1.5 }
    .dot { fill: #2da44e }
    </style>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
    <path d="M0 0 L8 4 L0 8 z" fill="#59636e"/>
    </marker>
    <rect width="100%" height="100%" rx="8" fill="#f6f8fa"/>
    \(body.joined(separator: "\n"))
    </svg>

    """
  }

  private mutating func grow(to y: Int) { height = max(height, y) }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
