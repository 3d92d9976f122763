package import CanonicalJSON
import RouteModel

/// The sources of settings, highest priority first: flags, `WAYMARK_*` variables, the configuration file, the defaults.
package struct ConfigurationSources: Sendable {
    /// Flags by setting name.
    package var flags: [String: String]
    /// The process's environment, or the part that begins with `WAYMARK_`.
    package var environment: [String: String]
    /// The configuration file's path, for messages, and its bytes.
    package var file: (path: String, bytes: [UInt8])?

    /// Makes sources; each may be empty.
    package init(
        flags: [String: String] = [:], environment: [String: String] = [:], file: (path: String, bytes: [UInt8])? = nil
    ) {
        self.flags = flags
        self.environment = environment
        self.file = file
    }

    /// The value of a setting, and its source.
    package struct Choice: Sendable, Hashable {
        /// The value.
        package let value: JSONValue
        /// The flag, the variable, the file with line and column, or nil for the default.
        package let source: String?
    }

    /// Every setting with its value.
    package func choices() throws(ConfigurationError) -> [String: Choice] {
        var choices: [String: Choice] = [:]
        for setting in SettingTable.all { choices[setting.name] = Choice(value: setting.fallback, source: nil) }
        if let file { try read(file.bytes, from: file.path, into: &choices) }
        for setting in SettingTable.all {
            if let text = environment[setting.variable] {
                choices[setting.name] = try choice(of: setting, text, from: setting.variable)
            }
            if let text = flags[setting.name] {
                choices[setting.name] = try choice(of: setting, text, from: setting.flag)
            }
        }
        return choices
    }

    private func choice(of setting: Setting, _ text: String, from source: String) throws(ConfigurationError) -> Choice {
        do throws(ConfigurationError) { return Choice(value: try setting.value(of: text), source: source) } catch {
            throw error.at(source)
        }
    }

    private func read(
        _ bytes: [UInt8], from path: String, into choices: inout [String: Choice]
    ) throws(ConfigurationError) {
        let document: JSONDocument
        do throws(JSONError) { document = try JSONDocument(parsing: bytes) } catch {
            throw ConfigurationError(
                error.detail, source: "\(path):\(error.position.line):\(error.position.column)", hint: error.hint)
        }
        guard document.root.kind == .object else {
            throw ConfigurationError("the configuration file is not a JSON object", source: path)
        }
        for member in document.root.members {
            let position = document.position(at: member.nameOffset)
            let source = "\(path):\(position.line):\(position.column)"
            guard let setting = SettingTable.named(member.name) else {
                throw ConfigurationError(
                    "there is no setting \(member.name)", source: source,
                    hint: NearestName.hint(for: member.name, among: SettingTable.all.map(\.name)))
            }
            do throws(ConfigurationError) {
                choices[setting.name] = Choice(value: try setting.checked(member.value.value), source: source)
            } catch {
                throw error.at(source)
            }
        }
    }
}
