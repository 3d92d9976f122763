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

    @Test("the table in ARCHITECTURE.md has each Swift target below Sources, with the reason why it is one")
    func everyTargetHasAReason() {
        let targets = manifest.targets.filter {
            $0.value.folder.hasPrefix("Sources/") && !Layering.headersOnly.contains($0.key)
        }
        #expect(Set(targets.keys) == Set(layering.reasons.keys))
        #expect(targets.count < 50, "a new target needs one of the three reasons")
    }

    @Test("each target below Sources is a folder of its layer, and each layer has a page that names its targets")
    func layers() throws {
        for (name, target) in manifest.targets where target.folder.hasPrefix("Sources/") {
            let parts = target.folder.split(separator: "/").map(String.init)
            #expect(parts.count == 3 && parts[2] == name && (layering.layers + ["C"]).contains(parts[1]), "\(name)")
            let page = try PackageRoot.text(of: "Sources/\(parts[1])/README.md")
            #expect(page.contains("`\(name)`"), "Sources/\(parts[1])/README.md does not name \(name)")
        }
        for layer in layering.layers {
            let page = try PackageRoot.text(of: "Sources/\(layer)/README.md")
            #expect(page.components(separatedBy: "\n").count <= 40, "\(layer)")
            for part in ["Owns", "Never", "In → out"] { #expect(page.contains("**\(part)"), "\(layer): \(part)") }
        }
    }

    @Test("each target depends only on the targets that it imports")
    func dependenciesAreImported() {
        for (name, target) in manifest.targets where !Layering.headersOnly.contains(name) {
            let imports = manifest.imports(of: name)
            // Every test target has TestSupport, so that its tests are scheduled.
            let declared =
                target.type == "test" ? target.dependencies.subtracting(["TestSupport"]) : target.dependencies
            let undeclared = imports.subtracting(target.dependencies)
            #expect(undeclared.isEmpty, "\(name) imports without a dependency: \(undeclared.sorted())")
            let unused = declared.subtracting(imports).subtracting(startedPrograms(of: name))
            #expect(unused.isEmpty, "\(name) depends without an import: \(unused.sorted())")
        }
    }

    /// The programs that tests start, which must be built before; their names are quoted in the sources.
    private func startedPrograms(of name: String) -> Set<String> {
        guard let target = manifest.targets[name], target.type == "test" else { return [] }
        let files = SourceTree.tests.files.filter { $0.path.hasPrefix(target.folder + "/") }
        return target.dependencies.filter { program in
            manifest.targets[program]?.type == "executable"
                && files.contains { file in file.lines.contains { $0.contains("\"\(program)\"") } }
        }
    }

    /// The targets that a target needs, itself included.
    private func needed(by names: [String]) -> Set<String> {
        var (needed, next): (Set<String>, [String]) = ([], names)
        while let name = next.popLast() {
            if needed.insert(name).inserted { next += manifest.targets[name]?.dependencies ?? [] }
        }
        return needed
    }

    /// The targets of `Sources` that import a target.
    private func importers(of name: String) -> Set<String> {
        Set(
            manifest.targets.filter { $0.value.folder.hasPrefix("Sources/") && $0.value.dependencies.contains(name) }
                .keys)
    }

    @Test("the engine, what is checked, and the protocol import neither Foundation nor the C library")
    func lowerLayersArePure() {
        let forbidden: Set<String> = ["Foundation", "FoundationEssentials", "Glibc", "Darwin", "Dispatch"]
        let pure = ["Sources/Engine/", "Sources/Authoring/", "Sources/HTTP/HTTPWire/", "Sources/Links/LinkAnswers/"]
        var count = 0
        for file in SourceTree.sources.files where pure.contains(where: file.path.hasPrefix) {
            count += 1
            for line in file.lines {
                guard let module = Layering.module(importedBy: line) else { continue }
                #expect(!forbidden.contains(module), "\(file.path) imports \(module)")
            }
        }
        #expect(count > 300)
    }

    @Test("apps contain nothing of drafts: RouteClient and RouteNavigation do not need RouteDocuments")
    func clientsNeedNoDocuments() {
        let needed = needed(by: ["RouteClient", "RouteNavigation", "RouteNavigationUI"])
        #expect(needed.contains("RouteModel") && !needed.contains("RouteDocuments"))
        #expect(needed.isDisjoint(with: ["RouteAnalysis", "RouteImport", "SystemIO", "SQLKit"]))
    }

    @Test("the protocol and the values of the store need no sockets, and the event loops no words of the product")
    func walls() {
        #expect(needed(by: ["HTTPWire"]) == ["HTTPWire"])
        #expect(!needed(by: ["StoreRecords"]).contains("SQLKit"))
        #expect(needed(by: ["HTTPServing"]) == ["HTTPServing", "HTTPWire", "SystemIO", "CLinux"])
        #expect(needed(by: ["RouteProtocols"]) == ["RouteProtocols", "RouteParameters"])
        #expect(!needed(by: ["LinkAnswers"]).contains("ReleaseStore"))
    }

    @Test("a kind of database is known to its own folder, to what opens the setting, and to what works on closed files")
    func databasesStayBehindTheComposition() {
        let store = "Sources/Store/StoreDatabases/"
        for file in SourceTree.sources.files where !file.path.hasPrefix(store) {
            if file.mentions(["SQLiteRuleStore", "StoreInspection(", "BackupFolder("]) {
                let known = file.target == "OfflineStore" || file.target == "RouteServer"
                #expect(known, "\(file.path) knows that a store is an SQLite file")
            }
            #expect(
                !file.mentions(["PostgresRuleStore"]), "\(file.path): the server takes the store that the setting names"
            )
        }
        #expect(
            importers(of: "OfflineStore") == ["WaymarkCommands"], "the server needs no operation on a closed database")
    }

    @Test("only the targets of the store and the kits of databases contain SQL")
    func sqlStaysInItsTargets() {
        let statement = #/"(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) /#
        // The bench compares our store with this loop, so it must not use our store.
        let peer = "Sources/Programs/waymark-bench/Store/BareLoop.swift"
        for file in SourceTree.sources.files
        where !["ReleaseStore", "StoreDatabases", "SQLKit"].contains(file.target) && file.path != peer
            && file.mentions(["\"SELECT", "\"INSERT", "\"UPDATE", "\"DELETE", "\"CREATE"])
        {
            for (number, line) in file.lines.enumerated() {
                #expect(line.firstMatch(of: statement) == nil, "\(file.path):\(number + 1) holds SQL")
            }
        }
    }
}
