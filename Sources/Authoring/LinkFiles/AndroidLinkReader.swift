import CanonicalJSON
import WebAddress

/// Reads Android's file and collects its problems.
struct AndroidLinkReader {
    var problems = ProblemList()
    var budget = PatternBudget()

    mutating func file(_ root: JSONNode) -> AndroidLinkFile? {
        guard root.kind == .array else {
            problems.add(.wrongKind, root, "the file is not an array; write the statements as one array")
            return nil
        }
        var statements: [AndroidLinkFile.Statement] = []
        for (index, node) in root.elements.enumerated() {
            guard let statement = statement(node, JSONPointer([String(index)])) else { return nil }
            statements.append(statement)
        }
        if budget.isSpent {
            problems.add(budget.problem)
            return nil
        }
        return AndroidLinkFile(statements: statements)
    }

    private mutating func statement(_ node: JSONNode, _ place: JSONPointer) -> AndroidLinkFile.Statement? {
        if let include = node["include"] {
            guard let address = include.stringValue else {
                problems.add(.wrongKind, include, "include is not a string; write the address of the other file")
                return nil
            }
            return AndroidLinkFile.Statement(relations: [], target: .include(address), place: place)
        }
        guard let relations = node["relation"].flatMap({ self.relations($0) }) else {
            problems.add(.missing, node, "this statement has no valid relation; add an array with at least one")
            return nil
        }
        guard let target = node["target"].flatMap({ self.target($0) }) else {
            problems.add(.missing, node, "this statement has no valid target; add an app or a web site")
            return nil
        }
        var statement = AndroidLinkFile.Statement(relations: relations, target: target, place: place)
        let path = ["relation_extensions", AndroidLinkFile.handlesLinks, "dynamic_app_link_components"]
        if let rules = path.reduce(node, { $0?[$1] }) {
            statement.rules = dynamic(rules, JSONPointer(place.tokens + path))
        }
        return statement
    }

    private mutating func relations(_ node: JSONNode) -> [String]? {
        guard node.kind == .array else { return nil }
        var relations: [String] = []
        for element in node.elements {
            guard let text = element.stringValue, Self.isRelation(text) else {
                problems.add(
                    .malformed, element, "this is no relation; write <kind>/<detail> in lower case, digits, _ and .")
                return nil
            }
            relations.append(text)
        }
        return relations.isEmpty ? nil : relations
    }

    private static func isRelation(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy {
                        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
                            || $0 == UInt8(ascii: ".")
                    }
            }
    }

    private mutating func target(_ node: JSONNode) -> AndroidLinkFile.Target? {
        switch node["namespace"]?.stringValue {
        case "web":
            if let site = node["site"]?.stringValue, Self.isSite(site) { return .web(site: site) }
            problems.add(.malformed, node, "site is no origin; write http or https, a host, no path and no final /")
        case "android_app":
            let name = node["package_name"]?.stringValue ?? ""
            if !Self.isPackage(name) {
                problems.add(.malformed, node, "package_name is no application ID; write it as in build.gradle")
                return nil
            }
            let list = node["sha256_cert_fingerprints"]
            let prints = list?.kind == .array ? list?.elements.map { $0.stringValue ?? "" } ?? [] : []
            if !prints.isEmpty, prints.allSatisfy(Self.isFingerprint) {
                return .app(package: name, fingerprints: prints)
            }
            problems.add(
                .malformed, node,
                "sha256_cert_fingerprints is no array of SHA-256; write 32 pairs of capital hex digits with : between")
        default:
            problems.add(.malformed, node, "the namespace is unknown; write android_app or web")
        }
        return nil
    }

    private static func isSite(_ text: String) -> Bool {
        guard let address = try? Address(text), address.scheme == "https" || address.scheme == "http" else {
            return false
        }
        guard let start = text.firstIndex(of: ":") else { return false }
        let rest = text[start...].dropFirst(3)
        return text[start...].hasPrefix("://") && !rest.contains { "/?#@".contains($0) }
    }

    /// Whether the text is an application ID: at least two words of letters, digits and `_` that begin with a letter.
    ///
    /// Source: <https://developer.android.com/build/configure-app-module#set-application-id>.
    static func isPackage(_ text: String) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return words.count >= 2
            && words.allSatisfy { word in
                word.utf8.first.map { CharacterClass.alpha.contains(UInt32($0), true) } == true
                    && word.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
            }
    }

    /// Whether the text is a SHA-256 as 32 pairs of capital hexadecimal digits with `:` between.
    static func isFingerprint(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 95
            && bytes.indices.allSatisfy { index in
                index % 3 == 2
                    ? bytes[index] == UInt8(ascii: ":")
                    : (0x30...0x39).contains(bytes[index]) || (0x41...0x46).contains(bytes[index])
            }
    }
}
