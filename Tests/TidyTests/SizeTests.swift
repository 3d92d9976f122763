import TestSupport
import Testing

@Suite("Types and files are small enough to read", .scheduled)
struct SizeTests {
    @Test("the median file has 60 to 150 lines")
    func median() {
        let lengths = SourceTree.sources.files.map { $0.lines.count - 1 }.sorted()
        #expect((60...150).contains(lengths[lengths.count / 2]))
    }

    @Test("files under 15 lines are limits, programs' main files, or one type with its own file name")
    func crumbs() {
        for file in SourceTree.sources.files where file.lines.count - 1 < 15 {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            #expect(
                ["Limits.swift", "main.swift"].contains(name),
                "\(file.path) has \(file.lines.count - 1) lines")
        }
    }

    @Test("no type is spread over more than five files of its target")
    func types() {
        let declaration =
            /^(?:@\w+ )*(?:package |public |private |fileprivate )*(?:final |indirect )*(?:struct|enum|class|actor) (\w+)/
        let addition = /^(?:package |public |private |fileprivate )*extension (\w+)/
        var declared: Set<String> = []
        var files: [String: Set<String>] = [:]
        for file in SourceTree.sources.files {
            for line in file.lines
            where line.contains("struct ") || line.contains("enum ") || line.contains("class ")
                || line.contains("actor ") || line.contains("extension ")
            {
                if let match = line.firstMatch(of: declaration) {
                    declared.insert("\(file.target).\(match.output.1)")
                    files["\(file.target).\(match.output.1)", default: []].insert(file.path)
                } else if let match = line.firstMatch(of: addition) {
                    files["\(file.target).\(match.output.1)", default: []].insert(file.path)
                }
            }
        }
        for name in declared.sorted() {
            let count = files[name]?.count ?? 0
            #expect(count <= 5, "\(name) stands in \(count) files: \((files[name] ?? []).sorted())")
        }
    }
}
