/// One target of fuzzing: its first inputs, and the properties that must hold for every input.
///
/// A property that does not hold traps, which libFuzzer and `Program` report.
struct FuzzTarget: Sendable {
    /// The name on the command line.
    let name: String
    /// Valid inputs that mutation starts from.
    let seeds: [String]
    /// Processes one input and checks the properties.
    let run: @Sendable ([UInt8]) -> Void

    /// Every target, in the order of `waymark-fuzz --list`.
    static let all: [FuzzTarget] = {
        var all: [FuzzTarget] = [
            .json, .address, .pattern, .template, .request, .response, .rule, .index, .analysis, .links,
        ]
        #if DEBUG
        // Simulated sockets exist only in debug builds; `make fuzz` defines DEBUG.
        all.append(.connection)
        #endif
        return all
    }()

    /// The target of that name; nil if there is none.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
