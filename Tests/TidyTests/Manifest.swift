import Foundation
import TestSupport

/// The targets of `Package.swift` as SwiftPM reads them.
struct Manifest {
    struct Target {
        /// `regular`, `executable`, `test` or `system`.
        let type: String
        /// The folder of its sources, from the package's root.
        let folder: String
        let dependencies: Set<String>
        /// Those of `dependencies` that are for Linux alone.
        let linuxOnly: Set<String>
        /// Files of its folder that are not part of it.
        let excluded: Set<String>
    }

    struct Failure: Error {
        let status: Int32
        let text: String
    }

    let targets: [String: Target]

    /// The manifest, read once.
    static let current = Swift.Result { try Manifest() }

    /// Runs `swift package dump-package` in a separate build folder: the test run may hold the lock of the usual one.
    init() throws {
        let folder = try TemporaryDirectory("waymark-manifest")
        // With all targets, and without a sanitizer's library.
        var environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("WAYMARK_") && $0.key != "LD_PRELOAD"
        }
        environment["WAYMARK_BENCHMARKS"] = "1"
        let result = try Command.run(
            URL(filePath: "/usr/bin/env"),
            [
                "swift", "package", "--package-path", PackageRoot.url.path, "--scratch-path", folder.path,
                "dump-package",
            ], environment: environment)
        guard result.status == 0, let whole = try JSONSerialization.jsonObject(with: result.output) as? [String: Any],
            let list = whole["targets"] as? [[String: Any]]
        else { throw Failure(status: result.status, text: result.errors) }
        var targets: [String: Target] = [:]
        for entry in list {
            let (name, type) = (entry["name"] as? String ?? "", entry["type"] as? String ?? "")
            let parent = type == "test" ? "Tests" : "Sources"
            // A dependency is `{"target": [name, condition]}`, or `{"byName": [name, condition]}`.
            let dependencies = (entry["dependencies"] as? [[String: [Any]]] ?? []).flatMap(\.values)
            let linuxOnly = dependencies.filter { pair in
                (pair.last as? [String: Any])?["platformNames"] as? [String] == ["linux"]
            }
            targets[name] = Target(
                type: type, folder: entry["path"] as? String ?? "\(parent)/\(name)",
                dependencies: Set(dependencies.compactMap { $0.first as? String }),
                linuxOnly: Set(linuxOnly.compactMap { $0.first as? String }),
                excluded: Set(entry["exclude"] as? [String] ?? []))
        }
        self.targets = targets
    }

    /// The targets that an app for an Apple system links with the package's libraries.
    var clientTargets: Set<String> {
        var (found, next): (Set<String>, [String]) = (
            [], ["RouteProtocols", "RouteClient", "RouteNavigation", "RouteNavigationUI"]
        )
        while let name = next.popLast() {
            guard found.insert(name).inserted, let target = targets[name] else { continue }
            next += target.dependencies.subtracting(target.linuxOnly)
        }
        return found
    }

    /// The targets that a target's Swift sources import.
    func imports(of name: String) -> Set<String> {
        guard let folder = targets[name]?.folder else { return [] }
        // A module's name has no hyphens.
        let modules = Dictionary(uniqueKeysWithValues: targets.keys.map { ($0.replacing("-", with: "_"), $0) })
        let lines = (SourceTree.all + SourceTree.examples.files).filter { $0.path.hasPrefix(folder + "/") }.flatMap(
            \.lines)
        return Set(lines.compactMap { Layering.module(importedBy: $0).flatMap { modules[$0] } })
    }
}
