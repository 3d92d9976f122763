import Foundation
import TestSupport

/// `Config/guides/tasks.md`: a table of tasks with their numbers of commands, and a section with the commands of each.
struct TaskPage {
    /// A row of the table, and the section that it links to.
    struct Task {
        let name: String
        /// The number of commands that the table says.
        let promised: Int
        /// The shell block of the section.
        let script: String

        /// The commands of the block: its lines that begin with the program.
        var commands: [Substring] { script.split(separator: "\n").filter { $0.hasPrefix(".build/waymark ") } }
    }

    /// The shell block before the first section.
    let preparation: String
    let tasks: [Task]

    init() throws {
        let text = try PackageRoot.text(of: "Config/guides/tasks.md")
        let sections = text.components(separatedBy: "\n## ")
        preparation = Self.script(in: sections[0])
        var scripts: [String: String] = [:]
        for section in sections.dropFirst() {
            let title = section.prefix { $0 != "\n" }
            let anchor = title.lowercased().replacing(",", with: "").replacing(" ", with: "-")
            scripts[anchor] = Self.script(in: section)
        }
        tasks = sections[0].matches(of: /\| \[(.+?)\]\(#(.+?)\) \| (?:.+?) \| (\d+) \|/).map { row in
            Task(name: String(row.1), promised: Int(row.3) ?? 0, script: scripts[String(row.2)] ?? "")
        }
    }

    private static func script(in section: String) -> String {
        section.components(separatedBy: "```sh\n").dropFirst().map { block in
            block.components(separatedBy: "\n```")[0] + "\n"
        }.joined()
    }
}
