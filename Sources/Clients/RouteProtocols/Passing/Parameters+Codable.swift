public import RouteParameters

// A list of items for each layer; a text is a string, the segments of a tail are an array.

extension Parameters: Codable {
    private enum CodingKeys: String, CodingKey { case path, constants, query, carried }

    /// Reads parameters that ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func layer(_ key: CodingKeys) throws -> [Item] { try values.decodeIfPresent([Item].self, forKey: key) ?? [] }
        self.init(
            path: try layer(.path), constants: try layer(.constants), query: try layer(.query),
            carried: try layer(.carried))
    }

    /// Writes the layers that are not empty.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        for (key, items) in [
            (CodingKeys.path, path), (.constants, constants), (.query, query), (.carried, carried),
        ] where !items.isEmpty { try values.encode(items, forKey: key) }
    }
}

extension Parameters.Item: Codable {
    private enum CodingKeys: String, CodingKey { case name, value }

    /// Reads an item that ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(String.self, forKey: .name), try values.decode(Parameters.Value.self, forKey: .value))
    }

    /// Writes name and value.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(value, forKey: .value)
    }
}

extension Parameters.Value: Codable {
    /// Reads a string or an array of strings.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try value.decode([String].self))
        }
    }

    /// Writes a string or an array of strings.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .list(let segments): try value.encode(segments)
        }
    }
}
