package import Foundation

/// Makes the files that a loss of power can leave, from the states that ``DiskProbe`` recorded.
package enum PowerLoss {
    /// A possible result of a loss of power between two flushes: each sector has the old or the new content.
    package static func mix(
        _ old: [String: Data], _ new: [String: Data], using generator: inout SeededGenerator
    ) -> [String: Data] {
        var mixed = new
        for (path, after) in new {
            var before = old[path] ?? Data()
            guard before != after else { continue }
            before.append(Data(count: max(0, after.count - before.count)))
            var content = after
            for start in stride(from: 0, to: after.count, by: 512) where Bool.random(using: &generator) {
                let sector = start..<min(start + 512, after.count)
                content.replaceSubrange(sector, with: before[sector])
            }
            mixed[path] = content
        }
        return mixed
    }

    /// Writes the files of a database into a folder as `a.db`, and calls the closure with the path.
    ///
    /// The folder is removed afterwards. If the files contain no database yet, the closure is not called.
    package static func withFiles(
        _ files: [String: Data], of database: String, in folder: String, _ body: (String) throws -> Void
    ) throws {
        guard files[database] != nil || files[database + "-wal"] != nil else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (path, content) in files where path.hasPrefix(database) {
            try content.write(to: URL(filePath: folder + "/a.db" + path.dropFirst(database.count)))
        }
        try body(folder + "/a.db")
    }
}
