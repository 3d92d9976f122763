import Foundation
import RoutePattern
import WebAddress

/// One case of `urlpatterntestdata.json` (the README of its folder explains the format).
struct URLPatternCase {
    let number: Int
    /// The arguments of the constructor.
    let pattern: [Any]
    /// The arguments of `exec()`.
    let inputs: [Any]
    /// `"error"`: the constructor must throw.
    let isRefusedByURLPattern: Bool
    let expectedMatch: Any?

    init(_ number: Int, _ object: [String: Any]) {
        self.number = number
        pattern = object["pattern"] as? [Any] ?? []
        inputs = object["inputs"] as? [Any] ?? []
        isRefusedByURLPattern = object["expected_obj"] as? String == "error"
        expectedMatch = object["expected_match"]
    }

    var text: String { "\(number): \(pattern) on \(inputs)" }

    /// The components of the pattern (URLPatternInit); nil if the pattern is a string.
    var components: [String: String]? { pattern.isEmpty ? [:] : pattern.first as? [String: String] }

    private var base: Address? {
        let text = components?["baseURL"] ?? pattern.dropFirst().first as? String
        return text.flatMap { try? Address($0) }
    }

    private var options: PatternOptions {
        let given = pattern.compactMap { $0 as? [String: Bool] }.first
        // In URLPattern a final slash is significant; our default is departure 4.
        return PatternOptions(ignoreCase: given?["ignoreCase"] ?? false, strictSlash: true)
    }

    /// Why the case does not apply to this package; nil if it does.
    var inapplicable: String? {
        if pattern.dropFirst().contains(where: { $0 is String }), pattern.first is [String: String] {
            return "an object with a base"
        }
        let order = pattern.dropFirst().map { $0 is String }
        if order == [false, true] { return "arguments in the wrong order" }
        if pattern.count > 1, pattern[1] is String, base == nil { return "a base that is not an address" }
        for key in ["username", "password", "hash"] where components?[key] != nil { return "component \(key)" }
        return nil
    }

    /// The pattern's alternatives; a base gives the origin of a string, and the missing components of an object.
    func alternatives() throws -> [Alternative] {
        if var fields = components {
            inherit(&fields)
            return try Pattern(
                components: PatternComponents(
                    protocol: fields["protocol"].map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 },
                    hostname: fields["hostname"], port: fields["port"], pathname: fields["pathname"],
                    search: fields["search"].map { $0.hasPrefix("?") ? String($0.dropFirst()) : $0 }),
                options: options
            ).alternatives(origins: [])
        }
        let read = try Pattern(pattern.first as? String ?? "", options: options)
        guard let base else { return try read.alternatives(origins: []) }
        let port = base.port.map { ":\($0)" } ?? ""
        return try read.alternatives(origins: [try Origin("\(base.scheme)://\(base.host ?? "")\(port)")])
    }

    /// Spec: <https://urlpattern.spec.whatwg.org/#process-a-urlpatterninit>.
    private func inherit(_ fields: inout [String: String]) {
        guard let base else { return }
        let given = Set(fields.keys)
        if given.isDisjoint(with: ["protocol"]) { fields["protocol"] = Self.escaped(base.scheme) }
        if given.isDisjoint(with: ["protocol", "hostname"]) { fields["hostname"] = Self.escaped(base.host ?? "") }
        if given.isDisjoint(with: ["protocol", "hostname", "port"]) {
            fields["port"] = base.port.map(String.init) ?? ""
        }
        if given.isDisjoint(with: ["protocol", "hostname", "port", "pathname"]) {
            fields["pathname"] = Self.escaped(base.path)
        } else if let path = fields["pathname"], !path.hasPrefix("/"), !path.hasPrefix("{/"), !path.hasPrefix("\\/") {
            fields["pathname"] =
                Self.escaped(String(base.path[...(base.path.lastIndex(of: "/") ?? base.path.startIndex)])) + path
        }
        if given.isDisjoint(with: ["protocol", "hostname", "port", "pathname", "search"]) {
            fields["search"] = Self.escaped(base.query ?? "")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.map { "\\:*+?{}()".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    /// The input as an address; nil if it is not one, or if a component that the pattern has is missing.
    func input() -> Address? {
        if let text = inputs.first as? String {
            let base = (inputs.dropFirst().first as? String).flatMap { try? Address($0) }
            if inputs.count > 1, base == nil { return nil }
            return base.map { try? Address(text, relativeTo: $0) } ?? (try? Address(text))
        }
        let given = inputs.first as? [String: String] ?? [:]
        if let base = given["baseURL"] {
            let relative =
                (given["pathname"] ?? "") + (given["search"].map { "?" + $0 } ?? "")
                + (given["hash"].map { "#" + $0 } ?? "")
            guard given["protocol"] == nil, given["hostname"] == nil, given["port"] == nil,
                let base = try? Address(base)
            else { return nil }
            return try? Address(relative, relativeTo: base)
        }
        let asked = components ?? ["protocol": "", "hostname": "", "port": ""]
        for key in ["protocol", "hostname", "pathname"] where given[key] == nil {
            if asked[key] != nil || asked["baseURL"] != nil { return nil }
        }
        if given["port"] == nil, asked["port"].map({ !$0.isEmpty && $0 != "*" }) ?? false { return nil }
        if given["port"] != nil, given["hostname"] == nil, asked["hostname"] != nil { return nil }
        let path = given["pathname"] ?? "/"
        guard path.hasPrefix("/") else { return nil }
        var text = (given["protocol"] ?? "https") + "://" + (given["hostname"] ?? "h.test")
        if let port = given["port"] { text += ":" + port }
        return try? Address(
            text + path + (given["search"].map { "?" + $0 } ?? "") + (given["hash"].map { "#" + $0 } ?? ""))
    }

    /// The expected named groups, percent-decoded; a group without a match is left out.
    var expectedGroups: [String: String] {
        guard let match = expectedMatch as? [String: Any] else { return [:] }
        var groups: [String: String] = [:]
        for component in ["hostname", "pathname", "search"] {
            guard let found = (match[component] as? [String: Any])?["groups"] as? [String: Any] else { continue }
            for (name, value) in found {
                guard let value = value as? String else { continue }
                if name == "0", component != "pathname" || !isTail { continue }
                groups[name] = PercentEncoding.decodeText(value) ?? value
            }
        }
        return groups
    }

    /// Whether group 0 of the path is a tail after a slash, and not the whole path.
    private var isTail: Bool {
        (components?["pathname"] ?? pattern.first as? String ?? "").contains("/*")
    }
}
