import Foundation
import TestSupport
import Testing

@Suite("Every room imports what ARCHITECTURE.md says, and nothing else of ours")
struct LayeringTests {
    let layering: Layering

    init() throws { layering = try Layering() }

    @Test("the table names every target that has a folder")
    func tableIsWhole() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: PackageRoot.url.path + "/Sources")
        let headersOnly: Set<String> = ["CLinux", "CSQLite", "CZlib", "CCrypto", "CSSL"]
        #expect(Set(folders).subtracting(headersOnly) == Set(layering.imports.keys))
    }

    @Test("no source file imports a room that the table does not give it")
    func importsFollowTheTable() {
        let ours = Set(layering.imports.keys).union(["CLinux", "CSQLite", "CZlib", "CCrypto", "CSSL"])
        for file in SourceTree.sources.files {
            for line in file.lines {
                guard let module = Layering.module(importedBy: line), ours.contains(module) else { continue }
                let allowed = layering.imports[file.target]?.contains(module) ?? false
                #expect(allowed, "\(file.path) imports \(module); ARCHITECTURE.md does not give it that room")
            }
        }
    }

    @Test("pure text and domain keep Foundation, the C library, clocks and files out")
    func lowerFloorsArePure() {
        let pure: Set<String> = [
            "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "HTTPWire", "RouteModel", "RouteIndex",
            "RouteAnalysis", "RouteImport",
        ]
        let forbidden: Set<String> = ["Foundation", "FoundationEssentials", "Glibc", "Darwin", "Dispatch"]
        for file in SourceTree.sources.files where pure.contains(file.target) {
            for line in file.lines {
                guard let module = Layering.module(importedBy: line) else { continue }
                #expect(!forbidden.contains(module), "\(file.path) imports \(module)")
            }
        }
    }

    @Test("only ReleaseStore and SQLiteKit speak SQL")
    func sqlStaysInItsRooms() {
        let statement = #/"(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) /#
        // The bench's loop is what our store is measured against: it must not be our store.
        let peer = "Sources/waymark-bench/Store/BareLoop.swift"
        for file in SourceTree.sources.files
        where !["ReleaseStore", "SQLiteKit"].contains(file.target) && file.path != peer {
            for (number, line) in file.lines.enumerated() {
                #expect(line.firstMatch(of: statement) == nil, "\(file.path):\(number + 1) holds SQL")
            }
        }
    }
}

@Suite("What the client libraries import runs on iOS 16 and macOS 13")
struct AvailabilityTests {
    @Test("no API newer than the declared platforms is named in their rooms")
    func noNewerAPI() {
        let rooms: Set<String> = [
            "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteModel", "RouteIndex", "Digests",
            "RouteClient", "RouteNavigation",
        ]
        let newer = [
            "import Synchronization", ".span", "UTF8Span", "InlineArray", ".mutableSpan", "unsafeFlags", "Mutex<",
            "Atomic<",
        ]
        for file in SourceTree.sources.files where rooms.contains(file.target) {
            for (number, line) in file.lines.enumerated()
            where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
                for word in newer {
                    #expect(
                        !line.contains(word), "\(file.path):\(number + 1) names \(word), which iOS 16 does not have")
                }
            }
        }
    }
}
