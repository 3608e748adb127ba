// Made by `.ci/peers` from the classes. Don't edit it.
import Foundation

/// The `NSSecureCoding` twin of ``Sample``.
final class SampleCoding: NSObject, NSSecureCoding {
  var count = 0
  var total = 0
  var mean = 0.0
  var isFinal = false

  static var supportsSecureCoding: Bool { true }

  init(_ sample: Sample) {
    count = sample.count
    total = sample.total
    mean = sample.mean
    isFinal = sample.isFinal
    super.init()
  }

  init?(coder: NSCoder) {
    super.init()
    count = coder.decodeInteger(forKey: "count")
    total = coder.decodeInteger(forKey: "total")
    mean = coder.decodeDouble(forKey: "mean")
    isFinal = coder.decodeBool(forKey: "isFinal")
  }

  func encode(with coder: NSCoder) {
    coder.encode(count, forKey: "count")
    coder.encode(total, forKey: "total")
    coder.encode(mean, forKey: "mean")
    coder.encode(isFinal, forKey: "isFinal")
  }

  /// The sample with the same values.
  var sample: Sample {
    let sample = Sample()
    sample.count = count
    sample.total = total
    sample.mean = mean
    sample.isFinal = isFinal
    return sample
  }
}
