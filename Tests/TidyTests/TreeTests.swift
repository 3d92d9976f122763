import Foundation
import TestSupport
import Testing

@Suite("The repository contains what the layout allows, and no path of one machine", .scheduled)
struct TreeTests {
    /// Whether this is a git checkout, and not an exported archive.
    static let isCheckout = FileManager.default.fileExists(atPath: PackageRoot.url.path + "/.git")

    /// The files that git tracks.
    private func tracked() throws -> [String] {
        let git = try Command.run(
            URL(filePath: "/usr/bin/env"), ["git", "-C", PackageRoot.url.path, "ls-files"])
        try #require(git.status == 0, "\(git.errors)")
        return git.text.split(separator: "\n").map(String.init)
    }

    @Test("the top level has only the agreed files and folders", .enabled(if: isCheckout))
    func topLevel() throws {
        let allowed: Set<String> = [
            "Package.swift", "Sources", "Tests", "Config", "Dockerfile", "README.md", "ARCHITECTURE.md", "CHANGELOG.md",
            "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "Makefile", ".ci", ".gitignore", ".swift-format",
            ".dockerignore",
        ]
        let top = Set(try tracked().compactMap { $0.split(separator: "/").first.map(String.init) })
        #expect(top.subtracting(allowed).isEmpty)
    }

    @Test("no build output and no resolved versions are tracked", .enabled(if: isCheckout))
    func noBuildOutput() throws {
        for path in try tracked() {
            #expect(!path.contains(".build") && !path.hasSuffix("Package.resolved"), "\(path)")
        }
    }

    @Test("no tracked file contains a path of one machine", .enabled(if: isCheckout))
    func noMachinePaths() throws {
        let machine = ["work", "farm", "root"].map { "/\($0)/" }
        for path in try tracked() where !path.hasSuffix(".json") {
            guard let text = try? PackageRoot.text(of: path) else { continue }
            for (number, line) in text.components(separatedBy: "\n").enumerated() {
                for folder in machine where !line.contains("http") {
                    #expect(!line.contains(folder), "\(path):\(number + 1): \(line)")
                }
            }
        }
    }

    @Test("the program has each file of the console: Config/scripts/embed-console writes the list")
    func consoleFiles() throws {
        let script = PackageRoot.url.appendingPathComponent("Config/scripts/embed-console")
        let result = try Command.run(script, ["--check"])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// `Config/scripts/mutate` runs with `make everything` alone; a change of the engine must not lose a mutant meanwhile.
    @Test("each change that the vectors must see still has its text in the engine, once")
    func mutants() throws {
        struct Mutant: Decodable {
            let file, text, with, what: String
        }
        let list = try PackageRoot.text(of: "Config/scripts/mutants.json")
        let mutants = try JSONDecoder().decode([Mutant].self, from: Data(list.utf8))
        #expect(mutants.count >= 79)
        for mutant in mutants {
            let count = try PackageRoot.text(of: mutant.file).components(separatedBy: mutant.text).count - 1
            #expect(count == 1 && mutant.text != mutant.with, "\(mutant.file): \(mutant.what): \(count) times")
        }
    }

    /// A machine that has built the modules before has wasm-opt, so that a missing line is seen on a new machine only.
    @Test("what builds the WebAssembly modules installs their tool first", arguments: ["Makefile", "Dockerfile"])
    func wasmTool(file: String) throws {
        let lines = try PackageRoot.text(of: file).components(separatedBy: "\n")
        let builds = lines.indices.filter { lines[$0].contains("build-engine wasm") }
        #expect(!builds.isEmpty)
        for build in builds {
            let begin = file == "Makefile" ? lines[..<build].lastIndex { !$0.hasPrefix("\t") } ?? 0 : 0
            #expect(lines[begin..<build].contains { $0.contains("install-libraries wasm") }, "\(file):\(build + 1)")
        }
    }

    @Test("the manifest depends on no package")
    func noDependencies() throws {
        let manifest = try PackageRoot.text(of: "Package.swift")
        #expect(manifest.contains("dependencies: [],"))
        #expect(!manifest.contains(".package("))
    }
}
