// swift-tools-version: 6.2
// The map of the house: floors bottom-up, each test target beside its target.
// ARCHITECTURE.md holds the table of direct imports; `TidyTests` compares it with this file and with the sources.
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Rooms that only Linux needs: Apple systems have CryptoKit and URLSession.
let linuxOnly: Set<String> = ["CCrypto", "CLinux", "CSSL", "HTTPFetching"]

func dependency(_ name: String) -> Target.Dependency {
    linuxOnly.contains(name)
        ? .target(name: name, condition: .when(platforms: [.linux])) : .target(name: name)
}

/// One room and its tests, all under the same settings.
func room(_ name: String, _ imports: [String] = [], testing alsoTests: [String] = []) -> [Target] {
    let own = imports.map(dependency)
    let tests = ([name, "TestSupport"] + imports + alsoTests).map(dependency)
    return [
        .target(name: name, dependencies: own, swiftSettings: settings),
        .testTarget(name: "\(name)Tests", dependencies: tests, swiftSettings: settings),
    ]
}

func program(_ name: String, _ imports: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: imports.map(dependency), swiftSettings: settings)
}

var targets: [Target] = []

// MARK: C headers only

targets += [
    .target(name: "CLinux"),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSSL", providers: [.apt(["libssl-dev"])]),
]

// MARK: Pure text

targets += room("WebAddress")
targets += room("CanonicalJSON")
targets += room("RoutePattern", ["WebAddress"], testing: ["CanonicalJSON"])
targets += room("TargetTemplate", ["WebAddress"], testing: ["CanonicalJSON"])
targets += room("HTTPWire")

// MARK: Domain

targets += room("RouteModel", ["RoutePattern", "TargetTemplate", "WebAddress", "CanonicalJSON"])
targets += room(
    "RouteIndex", ["RouteModel", "RoutePattern", "TargetTemplate", "WebAddress"], testing: ["CanonicalJSON"])
targets += room(
    "RouteAnalysis", ["RouteIndex", "RouteModel", "RoutePattern", "TargetTemplate", "WebAddress"],
    testing: ["CanonicalJSON"])
targets += room("RouteImport", ["RouteModel", "RoutePattern", "TargetTemplate", "WebAddress", "CanonicalJSON"])

// MARK: System

targets += room("SystemIO", ["CLinux"])
targets += room("Digests", ["CCrypto"])
targets += room("GzipCoding", ["CZlib"])
targets += room("SQLiteKit", ["CSQLite"])

// MARK: Drivers

targets += room("HTTPServing", ["HTTPWire", "SystemIO"], testing: ["WireConformance"])
targets += room("HTTPFetching", ["HTTPWire", "SystemIO", "GzipCoding", "CSSL"], testing: ["HTTPServing"])
targets += room("ReleaseStore", ["SQLiteKit", "RouteModel", "CanonicalJSON", "Digests"])

// MARK: Server

targets += room("ServerLog", ["HTTPServing", "HTTPWire", "RouteModel", "CanonicalJSON", "Digests", "SystemIO"])
targets += room("ServerMetrics", ["HTTPServing", "ReleaseStore", "SystemIO"])
targets += room(
    "HTTPExchange",
    ["ServerLog", "ReleaseStore", "HTTPWire", "RouteModel", "WebAddress", "CanonicalJSON", "Digests"])
targets += room(
    "AccessControl", ["HTTPExchange", "ServerLog", "ReleaseStore", "RouteModel", "Digests"])
targets += room(
    "DataPlane",
    [
        "HTTPExchange", "ServerLog", "ServerMetrics", "ReleaseStore", "HTTPWire", "RouteImport", "RouteIndex",
        "RouteModel", "CanonicalJSON", "Digests",
    ])
targets += room(
    "ControlPlane",
    [
        "AccessControl", "DataPlane", "HTTPExchange", "ServerMetrics", "ReleaseStore", "HTTPWire", "RouteAnalysis",
        "RouteImport", "RouteIndex", "RouteModel", "CanonicalJSON", "Digests", "GzipCoding", "SystemIO",
    ])
targets += room("APIContract", ["HTTPExchange", "ServerLog", "HTTPWire", "CanonicalJSON"])
targets += room(
    "RouteServer",
    [
        "APIContract", "ControlPlane", "DataPlane", "AccessControl", "HTTPExchange", "ServerLog", "ServerMetrics",
        "HTTPServing", "HTTPWire", "ReleaseStore", "RouteModel", "WebAddress", "CanonicalJSON", "Digests", "SystemIO",
    ], testing: ["HTTPFetching", "SQLiteKit", "RouteAnalysis", "RouteIndex", "RouteImport", "GzipCoding"])

// MARK: Clients

targets += room(
    "RouteClient", ["RouteIndex", "RouteModel", "WebAddress", "CanonicalJSON", "Digests", "HTTPFetching"],
    testing: ["GzipCoding"])
targets += room(
    "RouteNavigation", ["RouteClient", "RouteIndex", "RouteModel", "RoutePattern", "WebAddress"],
    testing: ["CanonicalJSON", "RouteImport"])

// MARK: Executables

targets += [
    program(
        "waymark",
        [
            "RouteServer", "APIContract", "ServerLog", "RouteClient", "RouteModel", "RouteIndex", "RouteImport",
            "CanonicalJSON", "HTTPFetching",
            "HTTPWire", "SystemIO", "WebAddress",
        ]),
    program(
        "waymark-bench",
        [
            "HTTPFetching", "HTTPServing", "HTTPWire", "SystemIO", "Digests", "GzipCoding", "CanonicalJSON",
            "RouteAnalysis", "RouteClient", "RouteIndex", "RouteModel", "SQLiteKit", "WebAddress",
        ]),
    program(
        "waymark-fuzz",
        [
            "CanonicalJSON", "HTTPServing", "HTTPWire", "RouteIndex", "RouteModel", "RoutePattern", "TargetTemplate",
            "WebAddress",
        ]),
    program("waymark-tour", ["RouteNavigation", "RouteClient", "RouteModel", "WebAddress"]),
]

// MARK: The house itself, and the whole of it over real sockets

targets += [
    .target(name: "TestSupport", dependencies: ["CSQLite"], path: "Tests/TestSupport", swiftSettings: settings),
    .target(
        name: "WireConformance", dependencies: ["TestSupport", "SystemIO", "GzipCoding"],
        path: "Tests/WireConformance", swiftSettings: settings),
    .testTarget(
        name: "waymarkTests",
        dependencies: [
            "TestSupport", "waymark", "waymark-bench", "waymark-tour", "CanonicalJSON", "Digests", "RouteIndex",
            "RouteModel",
        ],
        swiftSettings: settings),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "TestSupport", "waymark", "waymark-bench", "waymark-tour", "CanonicalJSON", "Digests", "HTTPFetching",
            "HTTPWire", "RouteClient", "RouteModel", "SQLiteKit", "SystemIO", "WireConformance",
        ], swiftSettings: settings),
]

// MARK: Some rooms alone

// `WAYMARK_ROOMS="SystemIO HTTPServing"` leaves these rooms, their tests and what they stand on: under a sanitizer CI has
// time for a few rooms only.
if let rooms = Context.environment["WAYMARK_ROOMS"] {
    var kept: Set<String> = []
    var next = rooms.split(separator: " ").flatMap { ["\($0)", "\($0)Tests"] }
    while let name = next.popLast() {
        guard kept.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
        for case .targetItem(let dependency, _) in target.dependencies { next.append(dependency) }
        for case .byNameItem(let dependency, _) in target.dependencies { next.append(dependency) }
    }
    targets.removeAll { !kept.contains($0.name) }
}

let package = Package(
    name: "waymark",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "RouteClient", targets: ["RouteClient"]),
        .library(name: "RouteNavigation", targets: ["RouteNavigation"]),
        .executable(name: "waymark", targets: ["waymark"]),
    ].filter { product in targets.contains { $0.name == product.name } },
    dependencies: [],
    targets: targets,
    swiftLanguageModes: [.v6]
)
