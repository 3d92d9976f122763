import Foundation
import TestSupport

/// Another wall clock for a server, as on a machine whose clock is wrong; the monotonic one stays.
///
/// The memory that libfaketime shares is made by its wrapper faketime(1), and is there as long as that runs. The wrapper
/// does not start the server itself, because it would keep signals from it.
final class FalseClock {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime")

    /// The variables of a process that has this clock.
    let environment: [String: String]
    private let wrapper = Process()
    private let input = Pipe()

    /// Makes a clock that is a time such as `-2d` away.
    init(_ offset: String) throws {
        let output = Pipe()
        wrapper.executableURL = URL(filePath: "/usr/bin/faketime")
        let tell = #"echo "$LD_PRELOAD"; echo "$FAKETIME_SHARED"; echo "$FAKETIME"; exec cat"#
        wrapper.arguments = ["-m", "--exclude-monotonic", "-f", offset, "/bin/sh", "-c", tell]
        (wrapper.standardInput, wrapper.standardOutput) = (input, output)
        try wrapper.begin()
        var text = ""
        while text.count(where: { $0 == "\n" }) < 3 {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: data, as: UTF8.self)
        }
        let lines = text.split(separator: "\n").map { String($0) }
        environment = [
            "LD_PRELOAD": lines[0], "FAKETIME_SHARED": lines[1], "FAKETIME": lines[2],
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        ]
    }

    /// Ends the wrapper, after the servers with this clock.
    func end() {
        try? input.fileHandleForWriting.close()
        wrapper.ended()
    }
}
