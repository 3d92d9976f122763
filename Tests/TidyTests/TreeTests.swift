import Foundation
import TestSupport
import Testing

@Suite("The tree holds what the layout allows, and speaks of itself alone")
struct TreeTests {
    /// The files git tracks; nil outside a git checkout (an exported archive), where there is nothing to ask.
    static let tracked: [String]? = {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git", "-C", PackageRoot.url.path, "ls-files"]
        let output = Pipe()
        git.standardOutput = output
        git.standardError = FileHandle.nullDevice
        guard (try? git.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        git.waitUntilExit()
        return git.terminationStatus == 0 ? text.split(separator: "\n").map(String.init) : nil
    }()

    @Test("the top level is the one that was agreed", .enabled(if: tracked != nil))
    func topLevel() {
        let allowed: Set<String> = [
            "Package.swift", "Sources", "Tests", "Config", "Dockerfile", "README.md", "ARCHITECTURE.md", "CHANGELOG.md",
            "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "Makefile", ".ci", ".gitignore", ".swift-format",
            ".dockerignore",
        ]
        let top = Set((Self.tracked ?? []).compactMap { $0.split(separator: "/").first.map(String.init) })
        #expect(top.subtracting(allowed).isEmpty)
    }

    @Test("no build output and no resolved versions are tracked", .enabled(if: tracked != nil))
    func noBuildOutput() {
        for path in Self.tracked ?? [] {
            #expect(!path.contains(".build") && !path.hasSuffix("Package.resolved"), "\(path)")
        }
    }

    @Test("no tracked text names a folder of one machine", .enabled(if: tracked != nil))
    func noMachinePaths() throws {
        let machine = ["work", "farm", "root"].map { "/\($0)/" }
        for path in Self.tracked ?? [] where !path.hasSuffix(".json") {
            guard let text = try? PackageRoot.text(of: path) else { continue }
            for (number, line) in text.components(separatedBy: "\n").enumerated() {
                for folder in machine where !line.contains("http") {
                    #expect(!line.contains(folder), "\(path):\(number + 1): \(line)")
                }
            }
        }
    }

    @Test("the manifest depends on no package")
    func noDependencies() throws {
        let manifest = try PackageRoot.text(of: "Package.swift")
        #expect(manifest.contains("dependencies: [],"))
        #expect(!manifest.contains(".package("))
    }
}
