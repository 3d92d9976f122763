package import CanonicalJSON
import RouteModel

/// Where settings come from: flags, then `WAYMARK_*` variables, then the configuration file, then the defaults.
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

    /// Every setting with the value that holds.
    package func values() throws(ConfigurationError) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for setting in SettingTable.all { values[setting.name] = setting.fallback }
        if let file { try read(file.bytes, from: file.path, into: &values) }
        for setting in SettingTable.all {
            if let text = environment[setting.variable] {
                values[setting.name] = try value(of: setting, text, from: setting.variable)
            }
            if let text = flags[setting.name] {
                values[setting.name] = try value(of: setting, text, from: setting.flag)
            }
        }
        return values
    }

    private func value(of setting: Setting, _ text: String, from source: String) throws(ConfigurationError) -> JSONValue
    {
        do throws(ConfigurationError) { return try setting.value(of: text) } catch { throw error.at(source) }
    }

    private func read(
        _ bytes: [UInt8], from path: String, into values: inout [String: JSONValue]
    ) throws(ConfigurationError) {
        let document: JSONDocument
        do throws(JSONError) { document = try JSONDocument(parsing: bytes) } catch {
            throw ConfigurationError(
                error.detail, source: "\(path):\(error.position.line):\(error.position.column)", hint: error.hint)
        }
        guard document.root.kind == .object else {
            throw ConfigurationError("the configuration file holds one JSON object", source: path)
        }
        for member in document.root.members {
            let position = document.position(at: member.nameOffset)
            let source = "\(path):\(position.line):\(position.column)"
            guard let setting = SettingTable.named(member.name) else {
                throw ConfigurationError(
                    "there is no setting \(member.name)", source: source,
                    hint: NearestName.hint(for: member.name, among: SettingTable.all.map(\.name)))
            }
            do throws(ConfigurationError) { values[setting.name] = try setting.checked(member.value.value) } catch {
                throw error.at(source)
            }
        }
    }
}
