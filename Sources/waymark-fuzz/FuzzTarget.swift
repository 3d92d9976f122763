/// One parser under attack: what to feed it first, and what must hold whatever it is fed.
///
/// A property that does not hold traps, which is what libFuzzer and the slice below look for.
struct FuzzTarget: Sendable {
    /// The name on the command line.
    let name: String
    /// Inputs that reach deep at once; mutation starts from them.
    let seeds: [String]
    /// Feeds one input and checks what must hold.
    let run: @Sendable ([UInt8]) -> Void

    /// Every target, in the order of `waymark-fuzz --list`.
    static let all: [FuzzTarget] = {
        var all: [FuzzTarget] = [.json, .address, .pattern, .template, .request, .response, .rule, .index]
        #if DEBUG
        // Sockets in memory are in debug builds alone; `make fuzz` defines DEBUG in its own.
        all.append(.connection)
        #endif
        return all
    }()

    /// The target of a name.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
