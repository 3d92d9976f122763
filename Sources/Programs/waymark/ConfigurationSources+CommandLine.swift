#if os(Linux)
import RouteServer
import SystemIO
import WaymarkCommands

extension ConfigurationSources {
    /// Reads settings from flags, environment variables and the file named by `--config`.
    init(_ arguments: Arguments, _ terminal: Terminal) throws(CommandError) {
        self.init()
        for setting in SettingTable.all {
            if let text = arguments.text(setting.flag) { flags[setting.name] = text }
            if let text = terminal.environment(setting.variable) { environment[setting.variable] = text }
        }
        if let path = arguments.text("--config") { file = (path, try Self.read(path)) }
    }

    /// The variables of the environment that are probably settings with a typing error.
    static func misspellings(_ terminal: Terminal) -> [VariableNames.Misspelling] {
        let read = Set(CommandTable.standard.commands.flatMap(\.options).compactMap(\.environment))
        return VariableNames.misspellings(among: terminal.variableNames(), others: read)
    }

    /// Reads a configuration file or a token file.
    static func read(_ path: String) throws(CommandError) -> [UInt8] {
        do throws(Errno) { return try Files.read(path, bytesMax: bytesMax) } catch {
            throw CommandError(.usage, "\(path) cannot be read: \(error)")
        }
    }

    /// Largest file in bytes; a configuration has a few hundred.
    private static let bytesMax = 1 << 20
}

extension CommandError {
    /// Converts an error in the settings; the message begins with the place.
    init(_ error: ConfigurationError) {
        self.init(.usage, error.source.map { "\($0): \(error.detail)" } ?? error.detail, hint: error.hint)
    }
}
#endif
