import Foundation
import TestSupport
import Testing

@Suite("ARCHITECTURE.md, Package.swift and the imports agree", .scheduled)
struct LayeringTests {
    let layering: Layering
    let manifest: Manifest

    init() throws {
        layering = try Layering()
        manifest = try Manifest.current.get()
    }

    @Test("the table in ARCHITECTURE.md has a row for each target below Sources, with its dependencies")
    func tableIsManifest() {
        let targets = manifest.targets.filter {
            $0.value.folder.hasPrefix("Sources/") && !Layering.headersOnly.contains($0.key)
        }
        #expect(Set(targets.keys) == Set(layering.imports.keys))
        for (name, target) in targets {
            let row = layering.imports[name] ?? []
            #expect(
                target.dependencies == row,
                "\(name): in Package.swift alone \(target.dependencies.subtracting(row).sorted()), in the table alone \(row.subtracting(target.dependencies).sorted())"
            )
        }
    }

    @Test("each target depends only on the targets that it imports")
    func dependenciesAreImported() {
        for (name, target) in manifest.targets where !Layering.headersOnly.contains(name) {
            let imports = manifest.imports(of: name)
            let undeclared = imports.subtracting(target.dependencies)
            #expect(undeclared.isEmpty, "\(name) imports without a dependency: \(undeclared.sorted())")
            let unused = target.dependencies.subtracting(imports).subtracting(startedPrograms(of: name))
            #expect(unused.isEmpty, "\(name) depends without an import: \(unused.sorted())")
        }
    }

    /// The programs that end-to-end tests start, which must be built before; their names are quoted in the sources.
    private func startedPrograms(of name: String) -> Set<String> {
        guard let target = manifest.targets[name], target.type == "test" else { return [] }
        let files = SourceTree.tests.files.filter { $0.path.hasPrefix(target.folder + "/") }
        return target.dependencies.filter { program in
            manifest.targets[program]?.type == "executable"
                && files.contains { file in file.lines.contains { $0.contains("\"\(program)\"") } }
        }
    }

    @Test("targets of the layers pure text and domain import neither Foundation nor the C library")
    func lowerLayersArePure() {
        let pure: Set<String> = [
            "WebAddress", "CanonicalJSON", "RoutePattern", "TargetTemplate", "RouteParameters", "HTTPWire",
            "Histograms", "RouteModel", "RouteDocuments", "RouteIndex", "RouteAnalysis", "RouteImport",
        ]
        let forbidden: Set<String> = ["Foundation", "FoundationEssentials", "Glibc", "Darwin", "Dispatch"]
        for file in SourceTree.sources.files where pure.contains(file.target) {
            for line in file.lines {
                guard let module = Layering.module(importedBy: line) else { continue }
                #expect(!forbidden.contains(module), "\(file.path) imports \(module)")
            }
        }
    }

    @Test("apps contain nothing of drafts: RouteClient and RouteNavigation do not need RouteDocuments")
    func clientsNeedNoDocuments() {
        var needed: Set<String> = []
        var next = ["RouteClient", "RouteNavigation"]
        while let target = next.popLast() {
            if needed.insert(target).inserted { next += layering.imports[target] ?? [] }
        }
        #expect(needed.contains("RouteModel") && !needed.contains("RouteDocuments"))
    }

    @Test(
        "only DatabasePlaces, RouteServer, which makes backups of files, and OfflineStore know that a store is an SQLite file"
    )
    func filesStayBehindTheComposition() {
        let users = layering.imports.filter { $0.value.contains("SQLiteStore") }.keys
        #expect(Set(users) == ["DatabasePlaces", "RouteServer", "OfflineStore"])
        let servers = layering.imports.filter { $0.value.contains("PostgresStore") }.keys
        #expect(Array(servers) == ["DatabasePlaces"], "the server takes the store that the setting names")
        let composers = layering.imports.filter { $0.value.contains("OfflineStore") }.keys
        #expect(Array(composers) == ["waymark"], "the server itself needs no operation on a closed database")
    }

    @Test("only the targets of the store and the kits of databases contain SQL")
    func sqlStaysInItsTargets() {
        let statement = #/"(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) /#
        // The bench compares our store with this loop, so it must not use our store.
        let peer = "Sources/waymark-bench/Store/BareLoop.swift"
        for file in SourceTree.sources.files
        where ![
            "ReleaseStore", "LinkStore", "AdoptionStore", "SignInStore", "SQLiteStore", "PostgresStore", "StoreCopying",
            "SQLiteKit", "PostgresKit",
        ].contains(file.target)
            && file.path != peer
            && file.mentions(["\"SELECT", "\"INSERT", "\"UPDATE", "\"DELETE", "\"CREATE"])
        {
            for (number, line) in file.lines.enumerated() {
                #expect(line.firstMatch(of: statement) == nil, "\(file.path):\(number + 1) holds SQL")
            }
        }
    }
}
