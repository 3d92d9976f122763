import TestSupport
import Testing

/// Looks at what the programs for people at a Mac compile there; `Config/scripts/typecheck-apple macos` compiles it.
@Suite("waymark and waymark-tour compile nothing on macOS that only Linux has", .scheduled)
struct MacTests {
    /// The targets that these programs compile on macOS.
    private func targets() throws -> Set<String> {
        let all = try Manifest.current.get().targets
        var (found, next): (Set<String>, [String]) = ([], ["waymark", "waymark-tour"])
        while let name = next.popLast() {
            guard found.insert(name).inserted, let target = all[name] else { continue }
            next += target.dependencies.subtracting(target.linuxOnly)
        }
        return found
    }

    @Test("they link neither the server, nor its database, nor Linux's own modules")
    func closure() throws {
        let found = try targets()
        #expect(found.isSuperset(of: ["RouteClient", "RouteImport", "RouteAnalysis", "RouteNavigation", "SystemIO"]))
        let server = [
            "RouteServer", "HTTPServing", "SQLKit", "OfflineStore", "HTTPFetching", "CLinux", "COpenSSL",
        ]
        #expect(found.isDisjoint(with: server))
    }

    @Test("their files import Glibc, and what only Linux has, under a condition")
    func imports() throws {
        let found = try targets()
        let all = Set(try Manifest.current.get().targets.keys)
        var conditional = 0
        for file in SourceTree.sources.files where found.contains(file.target) {
            for (number, line) in file.lines.enumerated() {
                guard let module = Layering.module(importedBy: line) else { continue }
                guard module == "Glibc" || all.contains(module) && !found.contains(module) else { continue }
                conditional += 1
                let isConditional = file.lines[..<number].contains { $0.hasPrefix("#if ") }
                #expect(isConditional, "\(file.path) imports \(module), which macOS does not have")
            }
        }
        #expect(conditional > 20)
    }
}
