extension Template {
    /// The expansion (RFC 6570 section 3).
    ///
    /// - Parameter value: The values by variable name; nil for a variable that is not defined.
    /// - Returns: The expanded text.
    /// - Throws: ``ExpansionError`` if a prefix modifier is applied to a list or a map.
    package func expand(_ value: (String) -> TemplateValue?) throws(ExpansionError) -> String {
        String(decoding: try expansion(value).bytes, as: UTF8.self)
    }

    /// The expansion with the byte ranges that expressions wrote.
    func expansion(_ value: (String) -> TemplateValue?) throws(ExpansionError) -> Expansion {
        var expansion = Expansion()
        for part in parts {
            switch part {
            case .literal(let text):
                expansion.bytes += text.utf8
            case .expression(let expression):
                try expansion.append(expression, value)
            }
        }
        return expansion
    }
}

/// The expansion of a template, also while it is being built.
package struct Expansion {
    /// The text so far.
    package var bytes: [UInt8] = []
    /// The byte ranges that expressions wrote, in order, whose path segments may be empty, `.` or `..`, which they must not.
    ///
    /// An expression of the path that expanded to nothing has an empty range, because its segment may be empty. An
    /// expression after the path that expanded to nothing has no range, because it writes no segment.
    private(set) var checkedRanges: [Range<Int>] = []
    /// Whether an expression with the operator `?`, `&` or `#` was expanded before.
    private var isBehindPath = false

    /// Creates an empty expansion.
    package init() { bytes.reserveCapacity(Self.usualBytes) }

    /// Room in bytes for a target of usual length, so that it is allocated once.
    private static var usualBytes: Int { 128 }

    /// Appends an expression (RFC 6570 section 3.2.1).
    mutating func append(
        _ expression: TemplateExpression, _ value: (String) -> TemplateValue?
    ) throws(ExpansionError) {
        let start = bytes.count
        var isFirst = true
        for variable in expression.variables {
            guard let found = value(variable.name) else { continue }
            try append(found, variable, expression.expansionOperator, isFirst: &isFirst)
        }
        endExpression(from: start, expression.expansionOperator)
    }

    /// Records that an expression was expanded to the bytes from `start` on.
    package mutating func endExpression(from start: Int, _ style: ExpansionOperator) {
        if style.endsPath { isBehindPath = true }
        if start < bytes.count || !isBehindPath, !isPlain(start) { checkedRanges.append(start..<bytes.count) }
    }

    /// Whether the bytes from `start` on are a part of one path segment, and that segment is certainly not empty, `.` or
    /// `..`: most values are so, and ``PathSegments`` costs several times as much.
    private func isPlain(_ start: Int) -> Bool {
        var hasOther = false
        for byte in bytes[start...] {
            if byte == UInt8(ascii: "/") { return false }
            if byte != UInt8(ascii: "."), byte != UInt8(ascii: "%"), byte != UInt8(ascii: "2"),
                byte | 0x20 != UInt8(ascii: "e")
            {
                hasOther = true
            }
        }
        return hasOther
    }

    /// Appends the value of one variable; the caller calls ``endExpression(from:_:)`` after the last one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - variable: Its name and modifiers.
    ///   - style: The operator of the expression.
    ///   - isFirst: Whether no variable of the expression was defined before; set to false if this one is.
    /// - Throws: ``ExpansionError`` if a prefix modifier is applied to a list or a map.
    package mutating func append(
        _ value: TemplateValue, _ variable: TemplateVariable, _ style: ExpansionOperator, isFirst: inout Bool
    ) throws(ExpansionError) {
        guard !Self.isUndefined(value) else { return }
        let mark = isFirst ? style.first : style.separator
        if !mark.isEmpty { bytes += mark.utf8 }
        isFirst = false
        switch value {
        case .string(let text): appendString(text, variable, style)
        case .list(let list):
            try refusePrefix(variable)
            appendList(list, variable, style)
        case .map(let pairs):
            try refusePrefix(variable)
            appendMap(pairs, variable, style)
        }
    }

    private static func isUndefined(_ value: TemplateValue) -> Bool {
        switch value {
        case .string: false
        case .list(let list): list.isEmpty
        case .map(let pairs): pairs.isEmpty
        }
    }

    private func refusePrefix(_ variable: TemplateVariable) throws(ExpansionError) {
        guard variable.prefixLength != nil else { return }
        throw ExpansionError(
            code: .prefixOfComposite, detail: "{\(variable.name):n} needs a text, and the value is a list")
    }

    private mutating func appendString(_ text: String, _ variable: TemplateVariable, _ style: ExpansionOperator) {
        if style.isNamed { appendName(variable.name, isEmpty: text.isEmpty, style) }
        guard let length = variable.prefixLength else { return appendValue(text, style) }
        appendValue(String(String.UnicodeScalarView(text.unicodeScalars.prefix(length))), style)
    }

    private mutating func appendList(_ list: [String], _ variable: TemplateVariable, _ style: ExpansionOperator) {
        if style.isNamed, !variable.isExploded { appendName(variable.name, isEmpty: false, style) }
        for (index, member) in list.enumerated() {
            if index > 0 { bytes += (variable.isExploded ? style.separator : ",").utf8 }
            if style.isNamed, variable.isExploded { appendName(variable.name, isEmpty: member.isEmpty, style) }
            appendValue(member, style)
        }
    }

    private mutating func appendMap(
        _ pairs: [TemplateValue.Pair], _ variable: TemplateVariable, _ style: ExpansionOperator
    ) {
        if style.isNamed, !variable.isExploded { appendName(variable.name, isEmpty: false, style) }
        for (index, pair) in pairs.enumerated() {
            if index > 0 { bytes += (variable.isExploded ? style.separator : ",").utf8 }
            appendValue(pair.name, style)
            if variable.isExploded, style.isNamed, pair.value.isEmpty {
                bytes += style.ifEmpty.utf8
            } else {
                bytes += (variable.isExploded ? "=" : ",").utf8
            }
            appendValue(pair.value, style)
        }
    }

    private mutating func appendName(_ name: String, isEmpty: Bool, _ style: ExpansionOperator) {
        bytes += name.utf8
        bytes += (isEmpty ? style.ifEmpty : "=").utf8
    }

    private mutating func appendValue(_ text: String, _ style: ExpansionOperator) {
        if text.utf8.allSatisfy(TemplateByte.isUnreserved) {
            bytes += text.utf8
            return
        }
        let input = Array(text.utf8)
        for (index, byte) in input.enumerated() {
            let passes =
                TemplateByte.isUnreserved(byte)
                || style.allowsReserved && (TemplateByte.isReserved(byte) || TemplateByte.isTriplet(input, index))
            if passes { bytes.append(byte) } else { TemplateByte.appendTriplet(byte, to: &bytes) }
        }
    }
}
