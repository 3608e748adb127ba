// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  // Where it is built and tested; a newer SDK of Apple's may deprecate what is used.
  .treatAllWarnings(as: .error, .when(platforms: [.linux])),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Docs/Performance.md says how much an unoptimized library costs. Files in batches (which `-O` alone
// makes) would not be inlined into each other, and `-wmo` alone fails, as it makes one object file.
let optimizedInDebugBuilds: SwiftSetting = .unsafeFlags(
  ["-O", "-wmo", "-num-threads", "2"],
  .when(configuration: .debug, traits: ["OptimizedDebugBuilds"]))

// Optimized for size. The flag comes after the `-O` of a release build, and the last one counts.
let smallInReleaseBuilds: SwiftSetting = .unsafeFlags(
  ["-Osize"], .when(configuration: .release, traits: ["SmallCode"]))

// In release builds, too, the code of most tests isn't optimized, which would take longer than all else. That
// of the library is, and so are the tests of conversions and reflection, and models of other modules.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let client: [Target.Dependency] = [
  "TestSupport", "Peridot", "PeridotRecords", "Fuzz", "ClientModels", "MainActorModels",
  "ModelsWithoutMetadata", "ModelsForDebuggers",
]

let package = Package(
  name: "Peridot",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Peridot", targets: ["Peridot"]),
    .library(name: "PeridotRecords", targets: ["PeridotRecords"]),
    .library(name: "PeridotSchema", targets: ["PeridotSchema"]),
    .library(name: "PeridotTesting", targets: ["PeridotTesting"]),
    .plugin(name: "GenerateModels", targets: ["GenerateModels"]),
  ],
  traits: [
    .trait(
      name: "OptimizedDebugBuilds",
      description: "Compiles Peridot optimized in debug builds, too."),
    .trait(
      name: "SmallCode",
      description: "Compiles Peridot for size instead of speed in release builds."),
  ],
  targets: [
    // The few calls of the Swift runtime that cannot be made from Swift.
    .target(name: "PeridotExclusivity"),
    .target(
      name: "Peridot", dependencies: ["PeridotExclusivity"],
      swiftSettings: strict + [optimizedInDebugBuilds, smallInReleaseBuilds]),
    .target(name: "PeridotRecords", dependencies: ["Peridot"], swiftSettings: strict),
    // Schemas, from the public facts about classes alone.
    .target(name: "PeridotSchema", dependencies: ["Peridot"], swiftSettings: strict),
    // For the tests of users; it needs no library of tests.
    .target(name: "PeridotTesting", dependencies: ["Peridot"], swiftSettings: strict),
    // Classes from sample documents: a tool that knows nothing of the library, so that it compiles fast.
    .executableTarget(
      name: "generate-models", path: "Sources/GenerateModels", swiftSettings: strict),
    .plugin(
      name: "GenerateModels",
      capability: .command(
        intent: .custom(
          verb: "generate-models", description: "Makes model classes from sample documents."),
        permissions: [
          .writeToPackageDirectory(reason: "It writes the classes that it makes.")
        ]),
      dependencies: ["generate-models"], path: "Sources/GenerateModelsPlugin"),
    .executableTarget(
      name: "Demo",
      dependencies: ["Peridot", "PeridotRecords"],
      resources: [.copy("Resources/issues.json")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Fuzz", dependencies: ["Peridot", "PeridotRecords"], swiftSettings: strict),
    // Requests to callgrind, which counts the instructions of the ledger.
    .target(name: "CallgrindRequests"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Peridot", "PeridotRecords", "CallgrindRequests"],
      resources: [.copy("Resources")],
      swiftSettings: strict
    ),
    // Models of another module, and of one whose default isolation is the main actor.
    .target(name: "ClientModels", dependencies: ["Peridot"], path: "Tests/ClientModels"),
    .target(
      name: "MainActorModels", dependencies: ["Peridot"], path: "Tests/MainActorModels",
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    // Models that reflection does not show.
    .target(
      name: "ModelsWithoutMetadata", dependencies: ["Peridot"],
      path: "Tests/UnreflectedModels/Disabled",
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
    .target(
      name: "ModelsForDebuggers", dependencies: ["Peridot"],
      path: "Tests/UnreflectedModels/DebuggerOnly",
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-reflection-metadata-for-debugger-only"])]),
    .testTarget(
      name: "PeridotRecordsTests", dependencies: ["PeridotRecords"], swiftSettings: unoptimized),
    .testTarget(
      name: "PeridotSchemaTests", dependencies: ["PeridotSchema"], swiftSettings: unoptimized),
    .testTarget(
      name: "PeridotTestingTests", dependencies: ["PeridotTesting", "PeridotRecords"],
      swiftSettings: unoptimized),
    // Several modules: one of all tests takes long to compile.
    .testTarget(
      name: "TestSupport", dependencies: ["Peridot"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "LawTests", dependencies: ["Fuzz", "Peridot"], exclude: ["Mutants"]),
    .testTarget(name: "ConversionTests", dependencies: client),
    // Classes, mappings and transformers at their first use, in many tasks and threads at once.
    .testTarget(name: "ConcurrencyTests", dependencies: ["TestSupport", "Peridot"]),
    .testTarget(name: "AdapterTests", dependencies: client, swiftSettings: unoptimized),
    .testTarget(
      name: "PeridotTests",
      dependencies: client + ["Benchmarks", "Demo", "PeridotSchema", "PeridotTesting"],
      swiftSettings: unoptimized),
  ],
  swiftLanguageModes: [.v6]
)

// Some modules of tests, by their names with spaces between, for builds with a sanitizer: all tests take
// long to build.
if let names = Context.environment["PERIDOT_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll {
    switch $0.type {
    case .test: !names.contains($0.name) && $0.name != "TestSupport"
    case .executable:
      $0.name != "generate-models" && ($0.name != "Fuzz" || !names.contains("LawTests"))
    default: false
    }
  }
}
