// swift-tools-version: 6.2
// All targets, lower layers first, each with its test target.
// The table in ARCHITECTURE.md, the dependencies here and the imports of the sources are equal; `TidyTests` compares them.
import PackageDescription

/// Warnings are errors where CI asks for it, and nowhere else: Xcode compiles packages that it fetched with
/// `-suppress-warnings`, and the compiler refuses the two options together.
let areWarningsErrors = Context.environment["WAYMARK_WARNINGS_AS_ERRORS"] == "1"

/// Whether a debug build compiles each module at once, as a release build does.
///
/// `make` and CI ask for it: it takes a fifth less processor time than a build of files in batches. Nobody else may: SwiftPM
/// refuses such a flag in a package that it fetched.
let areModulesWhole = Context.environment["WAYMARK_WHOLE_MODULES"] == "1"

let settings: [SwiftSetting] =
    (areWarningsErrors ? [.treatAllWarnings(as: .error)] : [])
    + (areModulesWhole ? [.unsafeFlags(["-wmo", "-num-threads", "1"], .when(configuration: .debug))] : []) + [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]

/// Targets that only Linux needs or has: Apple systems have CryptoKit and URLSession, and the server runs on Linux.
let linuxOnly: Set<String> = [
    "CCrypto", "CLinux", "CPostgres", "CSSL", "HTTPFetching", "LinkTrials", "OfflineStore", "RouteServer",
    "ServerConfiguration", "ServerLog",
]

func dependency(_ name: String) -> Target.Dependency {
    linuxOnly.contains(name)
        ? .target(name: name, condition: .when(platforms: [.linux])) : .target(name: name)
}

/// The privacy manifest of a target for the App Store, which is about the system functions that it calls.
///
/// On Linux it is left out: a resource would link all of Foundation for a bundle that no program opens.
let privacyStatement = "PrivacyInfo.xcprivacy"
#if canImport(Darwin)
let (privacyResources, privacyExcluded): ([Resource], [String]) = ([.copy(privacyStatement)], [])
#else
let (privacyResources, privacyExcluded): ([Resource], [String]) = ([], [privacyStatement])
#endif

/// Targets that call a function for which Apple wants a reason; a test searches for the calls.
let withPrivacyStatement: Set<String> = ["RouteClient"]

/// A library target with what it imports, and its tests with what they import besides the library and TestSupport;
/// `files` and `testFiles` are in its folders and are not Swift.
func library(
    _ name: String, _ imports: [String] = [], files: [String] = [], tests: [String] = [], testFiles: [String] = []
) -> [Target] {
    let own = imports.map(dependency)
    let ofTests = ([name, "TestSupport"] + tests).map(dependency)
    let isStating = withPrivacyStatement.contains(name)
    return [
        .target(
            name: name, dependencies: own, exclude: files + (isStating ? privacyExcluded : []),
            resources: isStating ? privacyResources : [], swiftSettings: settings),
        .testTarget(name: "\(name)Tests", dependencies: ofTests, exclude: testFiles, swiftSettings: settings),
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
    // The files that `make wasm` wrote, as C arrays; without these files it is empty.
    .target(name: "CEngineFiles"),
    // The console's files, Sources/Console, as C arrays.
    .target(name: "CConsoleFiles"),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSSL", providers: [.apt(["libssl-dev"])]),
]

// MARK: Pure text

targets += library("WebAddress")
targets += library("CanonicalJSON")
targets += library("RoutePattern", ["WebAddress"], tests: ["PatternMatching", "RouteOrder", "WebAddress"])
targets += library("PatternMatching", ["RoutePattern", "WebAddress"], tests: ["RoutePattern", "WebAddress"])
targets += library("TargetTemplate", ["WebAddress"], tests: ["CanonicalJSON", "WebAddress"])
targets += library("RouteParameters")
targets += library("HTTPWire")
targets += library("Histograms")
targets += library("QRCodes")
targets += library("ClientAgents", tests: ["CanonicalJSON"])

// MARK: Domain

targets += library(
    "RouteModel", ["RouteParameters", "RoutePattern", "TargetTemplate", "CanonicalJSON"],
    tests: ["RouteDocuments", "CanonicalJSON"])
targets += library(
    "RouteOrder", ["RouteModel", "RoutePattern"],
    tests: ["PatternMatching", "RouteDocuments", "RouteModel", "RoutePattern", "TargetTemplate", "WebAddress"])
targets += library(
    "RouteDocuments",
    ["RouteOrder", "RouteModel", "RouteParameters", "RoutePattern", "TargetTemplate", "WebAddress", "CanonicalJSON"],
    tests: ["RouteOrder", "RouteModel", "CanonicalJSON", "RoutePattern", "TargetTemplate"])
targets += library(
    "RouteIndex", ["RouteModel", "RoutePattern", "TargetTemplate", "WebAddress"],
    tests: [
        "PatternMatching", "RouteOrder", "RouteDocuments", "RuleFixtures", "CanonicalJSON", "RouteModel",
        "RoutePattern", "TargetTemplate", "WebAddress",
    ])
targets += library("LinkFiles", ["WebAddress", "CanonicalJSON"], tests: ["WebAddress", "CanonicalJSON"])
targets += library(
    "LinkClaims", ["LinkFiles", "PatternMatching", "RoutePattern", "WebAddress"],
    tests: ["LinkFiles", "PatternMatching", "RoutePattern", "WebAddress"])
targets += library(
    "RouteAnalysis",
    [
        "LinkClaims", "LinkFiles", "RouteIndex", "RouteOrder", "RouteDocuments", "RouteModel", "PatternMatching",
        "RoutePattern", "TargetTemplate", "WebAddress", "CanonicalJSON",
    ],
    tests: [
        "PatternMatching", "RouteOrder", "RouteDocuments", "RouteIndex", "RouteModel", "RoutePattern", "WebAddress",
        "CanonicalJSON",
    ])
targets += library(
    "RouteImport",
    ["RouteOrder", "RouteDocuments", "RouteModel", "RoutePattern", "TargetTemplate", "WebAddress", "CanonicalJSON"],
    tests: [
        "PatternMatching", "RouteOrder", "RouteDocuments", "CanonicalJSON", "RouteModel", "RoutePattern",
        "TargetTemplate", "WebAddress",
    ])

// MARK: System

targets += library("SystemIO", ["CLinux"], tests: ["SystemSimulation"])
targets += library("Digests", ["CCrypto"])
targets += library("GzipCoding", ["CZlib"])
targets += library("Monitors")
targets += library("SQLSessions")
targets += library("SQLiteKit", ["SQLSessions", "CSQLite"], tests: ["SQLSessions"])
targets += library("PostgresKit", ["SQLSessions", "Monitors", "CPostgres"], tests: ["SQLSessions", "Monitors"])

// MARK: Drivers

targets += library("RequestLanes", ["HTTPWire", "Histograms", "SystemIO"], tests: ["HTTPWire", "SystemIO"])
targets += library(
    "HTTPServing", ["RequestLanes", "HTTPWire", "Histograms", "SystemIO"],
    tests: [
        "RequestLanes", "HTTPWire", "Histograms", "SystemIO", "LoopSimulation", "SystemSimulation", "WireConformance",
    ])
targets += library("HTTPFetching", ["HTTPWire", "GzipCoding", "CSSL"], tests: ["GzipCoding"])
targets += library(
    "StoreRecords",
    ["RouteIndex", "RouteDocuments", "RouteModel", "CanonicalJSON", "Digests", "GzipCoding", "Histograms"],
    tests: ["Digests", "RouteModel"])
targets += library(
    "ReleaseStore",
    [
        "StoreRecords", "SQLSessions", "Monitors", "RouteIndex", "RouteDocuments", "RouteModel", "CanonicalJSON",
        "Digests",
    ],
    tests: [
        "RouteDocuments", "StoreFixtures", "SQLiteStore", "StoreRecords", "Digests", "RouteModel", "SQLiteKit",
        "SQLSessions",
    ])
targets += library(
    "LinkStore", ["ReleaseStore", "StoreRecords", "SQLSessions", "RouteModel"],
    tests: ["StoreFixtures", "SQLiteStore", "ReleaseStore", "StoreRecords"])
targets += library(
    "AdoptionStore", ["ReleaseStore", "StoreRecords", "SQLSessions", "RouteModel"],
    tests: ["StoreFixtures", "ReleaseStore", "StoreRecords", "RouteModel"])
targets += library(
    "StoreQueues", ["ReleaseStore", "StoreRecords", "Monitors", "Histograms", "SystemIO"],
    tests: ["ReleaseStore", "StoreRecords", "SQLSessions", "Monitors", "SystemIO"])
targets += library(
    "SQLiteStore",
    [
        "StoreQueues", "ReleaseStore", "StoreRecords", "SQLSessions", "SQLiteKit", "Monitors", "RouteModel", "Digests",
    ],
    tests: [
        "StoreFixtures", "ReleaseStore", "StoreRecords", "Histograms", "Digests", "RouteModel", "SQLiteKit",
        "SQLSessions", "Monitors",
    ])
targets += library(
    "PostgresStore",
    [
        "StoreQueues", "ReleaseStore", "StoreRecords", "SQLSessions", "PostgresKit", "Monitors", "RouteModel",
    ],
    tests: [
        "StoreFixtures", "SQLiteStore", "ReleaseStore", "StoreRecords", "RouteModel", "PostgresKit", "SQLSessions",
        "Monitors",
    ])
targets += library(
    "StoreCopying", ["ReleaseStore", "StoreRecords", "SQLSessions", "Digests"],
    tests: [
        "StoreFixtures", "SQLiteStore", "PostgresStore", "PostgresKit", "LinkStore", "SignInStore", "ReleaseStore",
        "StoreRecords", "SQLSessions", "RouteModel",
    ])
targets += library(
    "DatabasePlaces",
    [
        "SQLiteStore", "PostgresStore", "StoreCopying", "ReleaseStore", "StoreRecords", "PostgresKit", "RouteModel",
        "SystemIO",
    ],
    tests: ["StoreFixtures", "ReleaseStore", "StoreRecords", "RouteModel"])

targets += library(
    "SignInStore", ["ReleaseStore", "StoreRecords", "SQLSessions", "RouteModel", "CanonicalJSON"],
    tests: ["StoreFixtures", "SQLiteStore", "ReleaseStore", "StoreRecords", "RouteModel", "Digests"])

// MARK: Server

targets += library(
    "LinkResponder",
    ["ClientAgents", "Digests", "HTTPWire", "QRCodes", "RouteIndex", "RouteModel", "WebAddress"],
    tests: [
        "CanonicalJSON", "ClientAgents", "Digests", "HTTPWire", "RouteDocuments", "RouteIndex", "RouteModel",
        "WebAddress",
    ])
targets += library(
    "ServerLog", ["HTTPServing", "HTTPWire", "RouteModel", "CanonicalJSON", "Digests", "SystemIO"],
    tests: ["RouteModel", "CanonicalJSON"])
targets += library(
    "ServerMetrics", ["HTTPServing", "RequestLanes", "StoreRecords", "Histograms", "SystemIO"], tests: ["Histograms"])
targets += library(
    "HTTPExchange",
    [
        "ServerLog", "StoreRecords", "HTTPWire", "RouteDocuments", "RouteModel", "WebAddress", "CanonicalJSON",
        "Digests",
    ],
    tests: ["StoreRecords", "HTTPWire", "RouteDocuments", "RouteModel"])
targets += library(
    "AccessControl", ["HTTPExchange", "ServerLog", "ReleaseStore", "StoreRecords", "RouteModel", "Digests"],
    tests: ["HTTPExchange", "StoreRecords", "RouteModel"])
targets += library(
    "LinkDiagnosis", ["ClientAgents", "LinkFiles", "LinkResponder", "RouteIndex", "RouteModel", "WebAddress"],
    tests: ["ClientAgents", "LinkFiles", "LinkResponder", "RouteDocuments", "RouteIndex", "RouteModel", "WebAddress"])
targets += library(
    "LinkServing",
    ["LinkResponder", "HTTPWire", "RouteIndex", "RouteModel", "ServerMetrics"],
    tests: ["LinkResponder", "HTTPWire", "RouteDocuments", "RouteIndex", "RouteModel", "ServerMetrics"])
targets += library(
    "LinkTrials",
    [
        "LinkDiagnosis", "LinkServing", "LinkResponder", "ClientAgents", "RouteAnalysis", "LinkFiles", "RouteDocuments",
        "RouteIndex", "RouteModel", "WebAddress",
    ],
    tests: ["LinkResponder", "RouteAnalysis", "RouteDocuments", "RouteModel"])
targets += library(
    "DataPlane",
    [
        "HTTPExchange", "ServerLog", "ServerMetrics", "ReleaseStore", "StoreRecords", "HTTPWire", "RouteImport",
        "RouteIndex", "RouteDocuments", "RouteModel", "CanonicalJSON", "Digests", "GzipCoding", "CEngineFiles",
    ], tests: ["HTTPExchange", "ServerLog", "HTTPWire"])
targets += library(
    "ControlPlane",
    [
        "AccessControl", "DataPlane", "HTTPExchange", "ServerMetrics", "LinkTrials", "LinkStore", "StoreQueues",
        "ReleaseStore", "StoreRecords", "HTTPWire", "RouteAnalysis", "RouteImport", "RouteIndex", "RouteDocuments",
        "RouteModel",
        "CanonicalJSON",
        "Digests",
        "GzipCoding",
        "SystemIO",
    ],
    tests: [
        "StoreFixtures", "StoreQueues", "ReleaseStore", "StoreRecords", "SQLSessions", "HTTPExchange", "RouteDocuments",
        "RouteModel", "CanonicalJSON",
    ])
targets += library(
    "PrivateReading",
    [
        "DataPlane", "LinkTrials", "LinkDiagnosis", "HTTPExchange", "LinkStore", "ReleaseStore", "StoreRecords",
        "ClientAgents", "RouteAnalysis", "LinkFiles", "RouteIndex", "RouteDocuments", "RouteModel", "WebAddress",
        "CanonicalJSON",
    ], tests: ["HTTPExchange", "RouteModel"])
targets += library(
    "LinkHosting",
    [
        "DataPlane", "LinkTrials", "LinkServing", "LinkResponder", "HTTPExchange", "LinkStore", "ReleaseStore",
        "StoreRecords", "HTTPWire", "RouteDocuments", "RouteModel", "CanonicalJSON", "Digests",
    ],
    tests: [
        "StoreFixtures", "LinkStore", "ReleaseStore", "StoreRecords", "DataPlane", "HTTPExchange", "ServerMetrics",
        "RouteDocuments",
    ])
targets += library(
    "ChangeEvents", ["HTTPExchange", "ReleaseStore", "StoreRecords", "HTTPWire", "RouteModel", "CanonicalJSON"],
    tests: ["StoreFixtures", "SQLiteStore", "ReleaseStore", "StoreRecords", "HTTPExchange", "HTTPWire", "RouteModel"])
targets += library(
    "SettingsReading", ["HTTPExchange", "StoreRecords", "CanonicalJSON"], tests: ["CanonicalJSON"])
targets += library(
    "ConsoleServing",
    [
        "AccessControl", "ControlPlane", "DataPlane", "HTTPExchange", "SignInStore", "ReleaseStore", "StoreRecords",
        "HTTPWire", "RouteModel", "CanonicalJSON", "Digests", "GzipCoding", "SystemIO", "CConsoleFiles",
    ], tests: ["HTTPExchange", "HTTPWire", "GzipCoding", "RouteModel"])
targets += library(
    "ServerConfiguration",
    [
        "DatabasePlaces", "ConsoleServing", "SettingsReading", "AccessControl", "HTTPExchange", "ServerLog",
        "StoreRecords", "RouteModel",
        "CanonicalJSON",
    ], tests: ["CanonicalJSON"])
targets += library(
    "APIContract", ["HTTPExchange", "ServerLog", "StoreRecords", "HTTPWire", "CanonicalJSON"],
    tests: ["HTTPExchange", "CanonicalJSON"])
targets += library(
    "OfflineStore",
    [
        "AccessControl", "DatabasePlaces", "StoreCopying", "SQLiteStore", "ReleaseStore", "StoreRecords", "RouteModel",
        "CanonicalJSON", "Digests", "SystemIO",
    ],
    tests: ["StoreFixtures", "SQLiteStore", "ReleaseStore", "StoreRecords", "RouteModel", "CanonicalJSON", "Digests"])
targets += library(
    "NodeFollowing",
    [
        "AccessControl", "ChangeEvents", "ConsoleServing", "DataPlane", "DatabasePlaces", "HTTPExchange", "HTTPWire",
        "Monitors", "ReleaseStore", "RouteModel", "ServerLog", "ServerMetrics", "StoreCopying", "StoreRecords",
        "CanonicalJSON",
    ], tests: ["HTTPExchange", "StoreRecords", "RouteModel"])
targets += library(
    "RouteServer",
    [
        "NodeFollowing", "APIContract", "ServerConfiguration", "ConsoleServing", "PrivateReading", "LinkHosting",
        "ChangeEvents", "SettingsReading", "ControlPlane", "DataPlane", "LinkServing", "AccessControl", "HTTPExchange",
        "ServerLog", "ServerMetrics", "HTTPServing", "RequestLanes", "HTTPWire", "DatabasePlaces", "SQLiteStore",
        "AdoptionStore", "ReleaseStore", "StoreCopying", "StoreRecords", "RouteDocuments", "RouteModel",
        "WebAddress", "CanonicalJSON", "Digests", "SystemIO",
    ],
    tests: [
        "DatabasePlaces", "NodeFollowing", "APIContract", "ServerConfiguration", "ConsoleServing", "SignInStore",
        "ChangeEvents", "ControlPlane", "DataPlane", "AccessControl", "HTTPExchange", "ServerLog",
        "ServerMetrics", "HTTPServing", "HTTPFetching", "HTTPWire", "SQLiteStore", "ReleaseStore", "StoreRecords",
        "RequestLanes", "OfflineStore", "LinkResponder", "LinkServing", "RouteImport", "RouteIndex", "RouteModel",
        "StoreFixtures", "SQLSessions", "SQLiteKit", "CanonicalJSON", "Digests",
        "GzipCoding", "StoreCopying", "SystemIO", "SystemSimulation",
    ])

// MARK: Clients

targets += library("RouteProtocols", ["RouteParameters"], tests: ["RouteParameters"])
targets += library(
    "RouteClient", ["RouteIndex", "RouteModel", "WebAddress", "Digests", "HTTPFetching"],
    tests: [
        "RouteDocuments", "RouteIndex", "RouteModel", "WebAddress", "CanonicalJSON", "Digests", "HTTPFetching",
        "GzipCoding",
    ])
targets += library(
    "RouteEngine", ["RouteIndex", "RouteDocuments", "RouteModel", "CanonicalJSON"],
    files: ["Platform", "waymark.h", "waymark.mjs", "waymark.pc"],
    tests: ["RouteDocuments", "RuleFixtures", "RouteIndex", "RouteModel", "CanonicalJSON", "Digests"],
    testFiles: ["Clients"])
targets += library(
    "RouteNavigation",
    ["RouteProtocols", "RouteClient", "RouteIndex", "RouteOrder", "RouteModel", "RoutePattern", "WebAddress"],
    tests: ["RouteDocuments", "RouteIndex", "RouteModel", "CanonicalJSON", "RouteImport"])

targets += library(
    "RouteNavigationUI", ["RouteNavigation", "RouteProtocols"], tests: ["RouteNavigation"])

// MARK: Executables

targets += [
    program(
        "waymark",
        [
            "RouteServer", "ServerConfiguration", "OfflineStore", "ServerLog", "LinkTrials", "LinkFiles",
            "RouteAnalysis", "RouteClient",
            "RouteDocuments",
            "RouteModel",
            "RouteImport", "CanonicalJSON", "Digests", "HTTPFetching", "SystemIO", "WebAddress",
        ]),
    program(
        "waymark-bench",
        [
            "HTTPFetching", "HTTPServing", "LinkResponder", "LinkServing", "RequestLanes", "HTTPWire", "ServerMetrics",
            "SystemIO", "Digests", "GzipCoding",
            "CanonicalJSON", "RouteAnalysis", "RouteClient", "RouteIndex", "RouteDocuments", "RouteModel", "SQLiteKit",
            "SQLSessions", "WebAddress",
        ]),
    program(
        "waymark-fuzz",
        [
            "CanonicalJSON", "HTTPServing", "LinkFiles", "RequestLanes", "HTTPWire", "LoopSimulation", "RouteAnalysis",
            "RouteIndex", "RouteOrder", "RouteDocuments", "RouteModel", "PatternMatching", "RoutePattern",
            "TargetTemplate", "WebAddress",
        ]),
    program("waymark-tour", ["RouteNavigation", "RouteClient", "RouteModel"]),
    program(
        "waymark-vectors",
        ["CanonicalJSON", "Digests", "RouteClient", "RouteIndex", "RouteDocuments", "RouteModel", "WebAddress"]),
]

// MARK: Tests of the package's own rules, and of the whole over real sockets

targets += [
    .target(name: "TestSupport", dependencies: ["CSQLite"], path: "Tests/TestSupport", swiftSettings: settings),
    .target(
        name: "WireConformance", dependencies: ["TestSupport", "SystemIO", "GzipCoding"],
        path: "Tests/WireConformance", swiftSettings: settings),
    // Random rules, addresses and contexts, for the tests of the index and of the engine.
    .target(
        name: "RuleFixtures", dependencies: ["RouteDocuments", "RouteModel", "TestSupport"], path: "Tests/RuleFixtures",
        swiftSettings: settings),
    // Records, and a store in a new folder, for the tests of all targets of the store.
    .target(
        name: "StoreFixtures",
        dependencies: [
            "RouteDocuments", "ReleaseStore", "SQLiteStore", "PostgresStore", "StoreRecords", "RouteModel",
            "SQLiteKit", "PostgresKit", "Digests", "TestSupport",
        ],
        path: "Tests/StoreFixtures", swiftSettings: settings),
    // In debug builds: system calls that fail, sockets in memory, and the event loop on them.
    .target(
        name: "SystemSimulation", dependencies: ["SystemIO"], path: "Tests/SystemSimulation", swiftSettings: settings),
    .target(
        name: "LoopSimulation",
        dependencies: ["HTTPServing", "RequestLanes", "HTTPWire", "SystemIO", "SystemSimulation"],
        path: "Tests/LoopSimulation", swiftSettings: settings),
    .testTarget(
        name: "waymarkTests",
        dependencies: [
            "RouteDocuments", "TestSupport", "waymark", "waymark-bench", "waymark-tour", "waymark-vectors",
            "CanonicalJSON", "Digests",
            "RouteIndex", "RouteModel", "ServerConfiguration", "WebAddress",
        ],
        swiftSettings: settings),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: settings),
    // The sample app's code without views, and its tests, as an app has them; `typecheck-apple` compiles the views.
    .testTarget(
        name: "ShopAppTests",
        dependencies: ["RouteNavigationUI", "RouteNavigation", "RouteDocuments", "RouteIndex", "RouteModel"],
        path: "Config/examples/ShopApp", exclude: ["App", "README.md", "rules.json"],
        sources: ["Navigation", "Tests"], swiftSettings: settings),
    // It starts the programs, and so depends on them without importing them.
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "TestSupport", "waymark", "waymark-bench", "waymark-tour", "CanonicalJSON", "Digests", "HTTPFetching",
            "HTTPWire", "RouteClient", "SQLSessions", "SQLiteKit", "SystemIO", "WireConformance",
        ], swiftSettings: settings),
    .testTarget(
        name: "CompatibilityTests",
        dependencies: [
            "TestSupport", "waymark", "CanonicalJSON", "Digests", "RouteClient", "RouteIndex", "RouteDocuments",
            "RouteModel",
        ],
        path: "Tests/Compatibility", exclude: ["Recordings", "record", "volatile.json", "README.md"],
        swiftSettings: settings),
]

// MARK: Some targets alone

// `WAYMARK_TARGETS="SystemIO HTTPServing"` leaves these targets, their tests and what they depend on: under a sanitizer
// CI has time for a few targets only. WAYMARK_ROOMS is the variable's older name.
if let names = Context.environment["WAYMARK_TARGETS"] ?? Context.environment["WAYMARK_ROOMS"] {
    var kept: Set<String> = []
    var next = names.split(separator: " ").flatMap { ["\($0)", "\($0)Tests"] }
    while let name = next.popLast() {
        guard kept.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
        for case .targetItem(let dependency, _) in target.dependencies { next.append(dependency) }
        for case .byNameItem(let dependency, _) in target.dependencies { next.append(dependency) }
    }
    targets.removeAll { !kept.contains($0.name) }
}

let package = Package(
    name: "waymark",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "RouteClient", targets: ["RouteClient"]),
        .library(name: "RouteProtocols", targets: ["RouteProtocols"]),
        .library(name: "RouteNavigation", targets: ["RouteNavigation"]),
        .library(name: "RouteNavigationUI", targets: ["RouteNavigationUI"]),
        .executable(name: "waymark", targets: ["waymark"]),
    ].filter { product in targets.contains { $0.name == product.name } },
    dependencies: [],
    targets: targets,
    swiftLanguageModes: [.v6]
)
