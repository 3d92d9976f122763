// swift-tools-version: 6.2
// Each layer of `Sources` with its targets, lower ones first, then the tests. ARCHITECTURE.md says why each is a target and
// not a folder of another; `TidyTests` compares that table, the dependencies here and the imports of the sources.
import PackageDescription

/// Whether an environment variable is 1.
func isSet(_ name: String) -> Bool { Context.environment[name] == "1" }

/// Warnings are errors where CI asks for it, and nowhere else: Xcode compiles packages that it fetched with
/// `-suppress-warnings`, and the compiler refuses the two options together.
let strict: [SwiftSetting] = isSet("WAYMARK_WARNINGS_AS_ERRORS") ? [.treatAllWarnings(as: .error)] : []

/// Whether a debug build compiles each module at once, as a release build does.
///
/// `make` and CI ask for it: it takes a fifth less processor time than a build of files in batches. Nobody else may: SwiftPM
/// refuses such a flag in a package that it fetched.
let whole: [SwiftSetting] =
    isSet("WAYMARK_WHOLE_MODULES")
    ? [.unsafeFlags(["-wmo", "-num-threads", "1"], .when(configuration: .debug))] : []

/// Code that no request waits for, with how the release script compiles it: optimising it took an eighth of the build.
///
/// No target that a product for apps reaches may be here, and a build without the script's variable has no such flag:
/// SwiftPM refuses it in a package that it fetched.
let coldTargets = ["WaymarkCommands": "-Onone", "waymark": "-Onone"]

func optimisation(of name: String) -> [SwiftSetting] {
    guard isSet("WAYMARK_RELEASE"), let flag = coldTargets[name] else { return [] }
    // Assertions stay off, as in the rest of a release.
    return [.unsafeFlags([flag, "-assert-config", "Release"], .when(configuration: .release))]
}

let settings: [SwiftSetting] =
    strict + whole + [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]

/// Targets that only Linux needs or has: Apple systems have CryptoKit and URLSession, and the server runs on Linux.
let linuxOnly: Set<String> = [
    "CLinux", "COpenSSL", "CPostgres", "HTTPFetching", "LinkAnswers", "OfflineStore", "RouteServer", "ServerLog",
]

func dependencies(_ names: [String]) -> [Target.Dependency] {
    names.map {
        linuxOnly.contains($0) ? .target(name: $0, condition: .when(platforms: [.linux])) : .target(name: $0)
    }
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

/// Files in a target's folder that are not Swift, and not part of it.
let otherFiles = [
    "RouteEngine": ["Platform", "waymark.h", "waymark.mjs", "waymark.pc"],
    "EngineTests": ["RouteEngine/Clients"],
    "CompatibilityTests": ["Recordings", "record", "volatile.json", "README.md"],
]

/// The libraries of a layer, each in its own folder of `Sources/<layer>`, with the targets that it imports.
func libraries(_ layer: String, _ members: KeyValuePairs<String, [String]>) -> [Target] {
    members.map { name, imports in
        let isStating = withPrivacyStatement.contains(name)
        return .target(
            name: name, dependencies: dependencies(imports), path: "Sources/\(layer)/\(name)",
            exclude: (otherFiles[name] ?? []) + (isStating ? privacyExcluded : []),
            resources: isStating ? privacyResources : [], swiftSettings: settings + optimisation(of: name))
    }
}

func program(_ name: String, in folder: String = "Sources/Programs", _ imports: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies(imports), path: "\(folder)/\(name)",
        swiftSettings: settings + optimisation(of: name))
}

/// What tests of several targets share, in `Tests`.
func fixtures(_ members: KeyValuePairs<String, [String]>) -> [Target] {
    members.map { name, imports in
        .target(name: name, dependencies: dependencies(imports), path: "Tests/\(name)", swiftSettings: settings)
    }
}

/// Test targets, in `Tests`; each imports TestSupport besides.
func tests(_ members: KeyValuePairs<String, [String]>) -> [Target] {
    members.map { name, imports in
        .testTarget(
            name: name, dependencies: dependencies(["TestSupport"] + imports),
            path: name == "CompatibilityTests" ? "Tests/Compatibility" : "Tests/\(name)",
            exclude: otherFiles[name] ?? [], swiftSettings: settings)
    }
}

var targets: [Target] = [
    // MARK: C
    .target(name: "CLinux", path: "Sources/C/CLinux"),
    // The console's files and those that `make wasm` wrote, as C arrays.
    .target(name: "CServerFiles", path: "Sources/C/CServerFiles"),
    .systemLibrary(name: "CSQLite", path: "Sources/C/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
        name: "CPostgres", path: "Sources/C/CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "COpenSSL", path: "Sources/C/COpenSSL", providers: [.apt(["libssl-dev"])]),
]

targets += libraries(
    "Engine",
    [
        "WebAddress": [],
        "CanonicalJSON": [],
        "RoutePattern": ["WebAddress"],
        "TargetTemplate": ["WebAddress"],
        "RouteParameters": [],
        "RouteModel": ["CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteParameters"],
        "RouteOrder": ["RoutePattern", "RouteModel"],
        "RouteDocuments": [
            "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteParameters", "RouteModel",
            "RouteOrder",
        ],
        "RouteIndex": ["WebAddress", "RoutePattern", "TargetTemplate", "RouteModel"],
        "RouteEngine": ["CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex"],
    ])
targets += libraries(
    "System",
    [
        "SystemIO": ["CLinux"],
        "Digests": ["COpenSSL"],
        "GzipCoding": ["CZlib"],
        "SQLKit": ["SystemIO", "CSQLite", "CPostgres"],
    ])
targets += libraries(
    "HTTP",
    [
        "HTTPWire": [],
        "HTTPServing": ["SystemIO", "HTTPWire"],
        "HTTPFetching": ["GzipCoding", "HTTPWire", "COpenSSL"],
    ])
targets += libraries(
    "Authoring",
    [
        "LinkFiles": ["WebAddress", "CanonicalJSON"],
        "RouteAnalysis": [
            "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteParameters", "RouteModel",
            "RouteOrder", "RouteDocuments",
            "RouteIndex", "LinkFiles",
        ],
        "RouteImport": [
            "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteModel", "RouteOrder",
            "RouteDocuments",
        ],
    ])
targets += libraries(
    "Store",
    [
        "StoreRecords": [
            "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "SystemIO", "Digests", "GzipCoding",
        ],
        "ReleaseStore": [
            "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "SystemIO", "Digests", "SQLKit",
            "StoreRecords",
        ],
        "StoreDatabases": ["RouteModel", "SystemIO", "Digests", "SQLKit", "StoreRecords", "ReleaseStore"],
    ])
targets += libraries(
    "Links",
    [
        "LinkAnswers": [
            "WebAddress", "RouteModel", "RouteDocuments", "RouteIndex", "Digests", "HTTPWire", "LinkFiles",
            "RouteAnalysis",
        ],
        "LinkServing": [
            "CanonicalJSON", "RouteModel", "RouteDocuments", "Digests", "HTTPWire", "StoreRecords", "ReleaseStore",
            "LinkAnswers", "ServerMetrics", "HTTPExchange", "DataPlane",
        ],
    ])
targets += libraries(
    "Server",
    [
        "ServerLog": ["CanonicalJSON", "RouteModel", "SystemIO", "HTTPWire", "HTTPServing"],
        "ServerMetrics": ["SystemIO", "HTTPServing", "StoreRecords"],
        "HTTPExchange": [
            "WebAddress", "CanonicalJSON", "RouteModel", "RouteDocuments", "Digests", "HTTPWire", "StoreRecords",
            "ServerLog",
        ],
        "AccessControl": ["RouteModel", "Digests", "StoreRecords", "ReleaseStore", "ServerLog", "HTTPExchange"],
        "DataPlane": [
            "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "SystemIO", "Digests", "GzipCoding",
            "HTTPWire", "RouteImport", "StoreRecords", "ReleaseStore", "ServerLog", "ServerMetrics", "HTTPExchange",
            "CServerFiles",
        ],
        "ControlPlane": [
            "WebAddress", "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "SystemIO", "Digests",
            "GzipCoding", "HTTPWire", "LinkFiles", "RouteAnalysis", "RouteImport", "StoreRecords", "ReleaseStore",
            "LinkAnswers", "ServerMetrics", "HTTPExchange", "AccessControl", "DataPlane",
        ],
        "ConsoleServing": [
            "CanonicalJSON", "RouteModel", "SystemIO", "Digests", "GzipCoding", "HTTPWire", "StoreRecords",
            "ReleaseStore", "HTTPExchange", "AccessControl", "DataPlane", "ControlPlane", "CServerFiles",
        ],
        "OfflineStore": [
            "CanonicalJSON", "RouteModel", "SystemIO", "Digests", "StoreRecords", "ReleaseStore", "StoreDatabases",
            "AccessControl",
        ],
        "RouteServer": [
            "WebAddress", "CanonicalJSON", "RouteModel", "RouteDocuments", "SystemIO", "Digests", "GzipCoding",
            "HTTPWire",
            "HTTPServing", "StoreRecords", "ReleaseStore", "StoreDatabases", "LinkServing", "ServerLog",
            "ServerMetrics",
            "HTTPExchange", "AccessControl", "DataPlane", "ControlPlane", "ConsoleServing",
        ],
    ])
targets += libraries(
    "Clients",
    [
        "RouteProtocols": ["RouteParameters"],
        "RouteClient": ["WebAddress", "RouteModel", "RouteIndex", "Digests", "HTTPFetching"],
        "RouteNavigation": [
            "WebAddress", "RoutePattern", "RouteModel", "RouteOrder", "RouteIndex", "RouteProtocols", "RouteClient",
        ],
        "RouteNavigationUI": ["RouteProtocols", "RouteNavigation"],
    ])
targets += libraries(
    "Programs",
    [
        "WaymarkCommands": [
            "WebAddress", "CanonicalJSON", "RouteModel", "RouteDocuments", "SystemIO", "Digests", "HTTPFetching",
            "LinkFiles", "RouteAnalysis", "RouteImport", "LinkAnswers", "OfflineStore", "RouteClient",
        ]
    ])
targets += [
    program("waymark", ["CanonicalJSON", "RouteModel", "SystemIO", "ServerLog", "RouteServer", "WaymarkCommands"]),
    program("waymark-tour", ["RouteModel", "RouteClient", "RouteNavigation"]),
]

// MARK: Benchmarks and fuzzers, which nothing else needs

if isSet("WAYMARK_BENCHMARKS") {
    targets += [
        program(
            "waymark-bench",
            [
                "WebAddress", "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "SystemIO",
                "Digests", "GzipCoding", "SQLKit", "HTTPWire", "HTTPServing", "HTTPFetching", "RouteAnalysis",
                "LinkAnswers", "LinkServing", "ServerMetrics", "RouteClient", "EchoServer",
            ]),
        program(
            "waymark-fuzz",
            [
                "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteModel", "RouteOrder",
                "RouteDocuments", "RouteIndex", "HTTPWire", "HTTPServing", "LinkFiles", "RouteAnalysis",
                "LoopSimulation",
            ]),
    ]
    targets += tests([
        "BenchTests": ["CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "waymark-bench"]
    ])
}

// MARK: Tests

targets += fixtures([
    "TestSupport": ["CSQLite"],
    "WireConformance": ["SystemIO", "GzipCoding", "TestSupport"],
    // Random rules, addresses and contexts, for the tests of the index and of the engine.
    "RuleFixtures": ["RouteModel", "RouteDocuments", "TestSupport"],
    // Records, and a store in a new folder.
    "StoreFixtures": [
        "RouteModel", "RouteDocuments", "Digests", "SQLKit", "StoreRecords", "ReleaseStore", "StoreDatabases",
        "TestSupport",
    ],
    // In debug builds: system calls that fail, sockets in memory, and the event loop on them.
    "SystemSimulation": ["SystemIO"],
    "LoopSimulation": ["SystemIO", "HTTPWire", "HTTPServing", "SystemSimulation"],
    // HTTPServing alone, for tests and benchmarks of that target.
    "EchoServer": ["SystemIO", "HTTPWire", "HTTPServing"],
    // A server without sockets, and one on loopback, with their sessions.
    "ServerFixtures": [
        "CanonicalJSON", "RouteModel", "SystemIO", "HTTPWire", "HTTPServing", "HTTPFetching", "StoreRecords",
        "ReleaseStore", "StoreDatabases", "ServerLog", "ServerMetrics", "HTTPExchange", "DataPlane", "ControlPlane",
        "RouteServer", "TestSupport", "StoreFixtures",
    ],
])
targets += [
    // A client in the sense of Config/vectors, which is also an example.
    program(
        "waymark-vectors", in: "Tests",
        ["WebAddress", "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "Digests", "RouteClient"]),
    // HTTPServing alone, as a process of its own.
    program("serve-echo", in: "Tests", ["EchoServer"]),
]
targets += tests([
    "TidyTests": [],
    "SystemTests": ["SystemIO", "Digests", "GzipCoding", "SQLKit", "SystemSimulation"],
    "TextTests": [
        "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteParameters", "RouteOrder",
        "RouteAnalysis",
    ],
    "HTTPTests": [
        "SystemIO", "GzipCoding", "HTTPWire", "HTTPServing", "HTTPFetching", "SystemSimulation", "LoopSimulation",
        "WireConformance",
    ],
    "EngineTests": [
        "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteModel", "RouteOrder", "RouteDocuments",
        "RouteIndex", "RouteEngine", "Digests", "RouteAnalysis", "RuleFixtures",
    ],
    "IndexTests": [
        "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteModel", "RouteOrder", "RouteDocuments",
        "RouteIndex", "RouteAnalysis", "RuleFixtures",
    ],
    "AuthoringTests": [
        "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteModel", "RouteOrder", "RouteDocuments",
        "RouteIndex", "LinkFiles", "RouteAnalysis", "RouteImport",
    ],
    "ClientTests": [
        "WebAddress", "CanonicalJSON", "RouteParameters", "RouteModel", "RouteDocuments", "RouteIndex", "Digests",
        "GzipCoding", "HTTPFetching", "RouteProtocols", "RouteClient",
    ],
    "NavigationTests": [
        "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "RouteImport", "RouteNavigation",
        "RouteNavigationUI",
    ],
    "StoreTests": [
        "RouteModel", "RouteDocuments", "SystemIO", "Digests", "SQLKit", "StoreRecords", "ReleaseStore",
        "StoreDatabases", "StoreFixtures",
    ],
    "DatabaseTests": [
        "RouteModel", "SystemIO", "Digests", "GzipCoding", "SQLKit", "StoreRecords", "ReleaseStore", "StoreDatabases",
        "StoreFixtures",
    ],
    "LinksTests": [
        "WebAddress", "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "Digests", "HTTPWire",
        "LinkFiles", "RouteAnalysis", "StoreRecords", "ReleaseStore", "LinkAnswers", "LinkServing", "ServerMetrics",
        "HTTPExchange", "DataPlane", "StoreFixtures",
    ],
    "AccessTests": [
        "CanonicalJSON", "RouteModel", "HTTPWire", "HTTPFetching", "StoreRecords", "ReleaseStore", "ServerLog",
        "ServerMetrics", "HTTPExchange", "AccessControl", "DataPlane", "ControlPlane", "ConsoleServing",
        "OfflineStore", "RouteServer", "StoreFixtures", "ServerFixtures",
    ],
    "ContractTests": [
        "CanonicalJSON", "RouteModel", "SystemIO", "SQLKit", "HTTPWire", "HTTPFetching", "RouteImport",
        "StoreRecords", "ReleaseStore", "ServerLog", "ServerMetrics", "HTTPExchange", "AccessControl", "DataPlane",
        "ControlPlane", "RouteServer", "WaymarkCommands", "StoreFixtures", "ServerFixtures",
    ],
    "ControlTests": [
        "CanonicalJSON", "RouteModel", "SystemIO", "SQLKit", "HTTPWire", "HTTPFetching", "StoreRecords",
        "ReleaseStore", "StoreDatabases", "ServerLog", "ServerMetrics", "HTTPExchange", "AccessControl", "DataPlane",
        "ControlPlane", "RouteServer", "ServerFixtures",
    ],
    "EndToEndTests": [
        "CanonicalJSON", "SystemIO", "Digests", "SQLKit", "HTTPWire", "HTTPFetching", "RouteClient",
        "WireConformance", "waymark", "waymark-tour", "serve-echo",
    ],
    "ProgramTests": [
        "WebAddress", "CanonicalJSON", "RouteModel", "RouteDocuments", "Digests", "RouteServer", "WaymarkCommands",
        "waymark", "waymark-tour", "waymark-vectors",
    ],
    "RouteServerTests": [
        "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "SystemIO", "Digests", "GzipCoding",
        "HTTPWire", "HTTPServing", "HTTPFetching", "StoreRecords", "ReleaseStore", "StoreDatabases", "LinkAnswers",
        "LinkServing", "ServerLog", "ServerMetrics", "HTTPExchange", "AccessControl", "DataPlane", "ControlPlane",
        "ConsoleServing", "OfflineStore", "RouteServer", "SQLKit", "StoreFixtures", "SystemSimulation",
        "ServerFixtures",
    ],
    "ServerTests": [
        "CanonicalJSON", "RouteModel", "RouteDocuments", "SystemIO", "Digests", "GzipCoding", "SQLKit", "HTTPWire",
        "StoreRecords", "ReleaseStore", "StoreDatabases", "ServerLog", "ServerMetrics", "HTTPExchange",
        "AccessControl", "DataPlane", "ControlPlane", "ConsoleServing", "OfflineStore", "RouteServer",
        "StoreFixtures",
    ],
    "CompatibilityTests": [
        "CanonicalJSON", "RouteModel", "RouteDocuments", "RouteIndex", "Digests", "RouteClient", "waymark",
    ],
])
// What apps copy from the examples, and its tests, as an app has them; `typecheck-apple` compiles the views.
targets.append(
    .testTarget(
        name: "ExampleTests",
        dependencies: dependencies([
            "RouteModel", "RouteDocuments", "RouteIndex", "RouteNavigation", "RouteNavigationUI",
        ]), path: "Config/examples",
        exclude: [
            "ShopApp/App", "ShopApp/README.md", "ShopApp/rules.json", "OlderRouter/README.md", "csdn-routes.json",
            "links-draft.json", "moments-draft.json",
        ],
        sources: ["ShopApp/Navigation", "ShopApp/Tests", "OlderRouter"], swiftSettings: settings))

// MARK: Some targets alone

// `WAYMARK_TARGETS="SystemTests"` leaves these targets and what they depend on: under a sanitizer CI has time for a few only.
if let names = Context.environment["WAYMARK_TARGETS"] {
    var kept: Set<String> = []
    var next = names.split(separator: " ").map(String.init)
    while let name = next.popLast() {
        guard kept.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
        for case .targetItem(let dependency, _) in target.dependencies { next.append(dependency) }
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
