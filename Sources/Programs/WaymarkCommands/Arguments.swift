/// The parsed arguments of one command.
///
/// Reading an option that the command does not declare is a programmer error and traps.
package struct Arguments: Sendable {
    /// The positional arguments in order.
    let operands: [String]
    /// Values by option; a flag has an empty list.
    private let values: [String: [String]]
    private let known: Set<String>

    init(operands: [String], values: [String: [String]], command: Command) {
        self.operands = operands
        self.values = values
        known = Set(command.options.map(\.name))
    }

    /// Whether a flag was given.
    package func has(_ name: String) -> Bool { lookUp(name) != nil }

    /// Whether a flag was given; false also for commands without it.
    func isGiven(_ name: String) -> Bool { values[name] != nil }

    /// All values of an option, in order.
    func all(_ name: String) -> [String] { lookUp(name) ?? [] }

    /// The last value of an option; nil if it was not given.
    package func text(_ name: String) -> String? { lookUp(name)?.last }

    /// The value of an option that the command declared as required.
    func required(_ name: String) throws(CommandError) -> String {
        guard let value = text(name) else { throw .missingOption(name) }
        return value
    }

    /// The value of an option as a whole number in a range; nil if it was not given.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let value = text(name) else { return nil }
        guard let number = Int(value), range.contains(number) else {
            throw CommandError(
                .usage, "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not “\(value)”")
        }
        return number
    }

    private func lookUp(_ name: String) -> [String]? {
        precondition(known.contains(name), "\(name) is not declared by this command")
        return values[name]
    }
}

extension CommandError {
    static func missingOption(_ name: String) -> CommandError {
        CommandError(.usage, "\(name) is missing")
    }
}
