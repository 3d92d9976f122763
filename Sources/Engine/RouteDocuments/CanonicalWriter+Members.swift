import CanonicalJSON

// Each method writes a member: its name and its value. `ifSet`, `ifAny` and `ifTrue` leave out members without content.
extension CanonicalWriter {
    mutating func member(_ name: String, _ text: String) {
        self.name(name)
        string(text)
    }

    mutating func member(_ name: String, _ number: Int) {
        self.name(name)
        integer(number)
    }

    mutating func member(_ name: String, _ texts: some Sequence<String>) {
        self.name(name)
        strings(texts)
    }

    mutating func member(_ name: String, ifSet text: String?) {
        if let text { member(name, text) }
    }

    mutating func member(_ name: String, ifAny texts: [String]) {
        if !texts.isEmpty { member(name, texts) }
    }

    mutating func member(_ name: String, ifTrue flag: Bool) {
        guard flag else { return }
        self.name(name)
        bool(true)
    }
}

extension JSONValue {
    /// An object of the members that have a value.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        var object: [String: JSONValue] = [:]
        for (name, value) in members {
            if let value { object[name] = value }
        }
        return .object(object)
    }

    static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    static func texts(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
