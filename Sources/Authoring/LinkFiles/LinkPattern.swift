/// A compiled pattern of Apple's or Android's link files: `*` any characters, `?` one character, `?*` at least one.
///
/// Matching follows all states at the same time, so that its time is at most the states times the characters:
/// no pattern makes it exponential. Characters are Unicode scalars.
/// Source: <https://developer.apple.com/documentation/bundleresources/applinks/details-swift.dictionary/components-swift.dictionary>.
package struct LinkPattern: Sendable, Equatable {
    /// One state: what it consumes, or where it leads without a character.
    enum State: Sendable, Equatable {
        case scalar(UInt32)
        case any
        case set(CharacterClass)
        /// Both this state's successor and itself after any character.
        case many
        case fork([Int])
        case jump(Int)
    }

    /// The text of the pattern.
    package let text: String
    private(set) var states: [State] = []
    let isCaseSensitive: Bool

    /// Compiles a pattern.
    ///
    /// - Parameters:
    ///   - text: the pattern.
    ///   - variables: the file's own substitution variables; nil means that `$(` has no meaning (Android).
    ///   - isCaseSensitive: false compares ASCII letters without their case.
    ///   - statesMax: the most states, at most ``LinkLimits/patternStates``.
    /// - Throws: ``LinkPatternError``.
    package init(
        _ text: String, variables: [String: [String]]? = nil, isCaseSensitive: Bool = true,
        statesMax: Int = LinkLimits.patternStates
    ) throws(LinkPatternError) {
        self.text = text
        self.isCaseSensitive = isCaseSensitive
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            if variables != nil, scalar == "$", rest.first == "(", let end = rest.firstIndex(of: ")") {
                let name = String(String.UnicodeScalarView(rest[(rest.startIndex + 1)..<end]))
                rest = rest[(end + 1)...]
                try append(variable: name, variables ?? [:], statesMax)
            } else {
                append(scalar)
            }
            guard states.count <= statesMax else { throw .tooLarge }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "*": states.append(.many)
        case "?": states.append(.any)
        default: states.append(.scalar(folded(scalar)))
        }
    }

    private mutating func append(
        variable name: String, _ variables: [String: [String]], _ statesMax: Int
    ) throws(LinkPatternError) {
        if let set = CharacterClass(rawValue: name) { return states.append(.set(set)) }
        guard let values = PredefinedVariable.values[name] ?? variables[name] else { throw .unknownVariable(name) }
        let fork = states.count
        var starts: [Int] = []
        var ends: [Int] = []
        states.append(.fork([]))
        for value in values {
            starts.append(states.count)
            for scalar in value.unicodeScalars { append(scalar) }
            ends.append(states.count)
            states.append(.jump(0))
            guard states.count <= statesMax else { throw .tooLarge }
        }
        states[fork] = .fork(starts)
        for end in ends { states[end] = .jump(states.count) }
    }

    private func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        let isUpper = ("A"..."Z").contains(scalar)
        return isUpper && !isCaseSensitive ? scalar.value + 32 : scalar.value
    }

    /// Whether the pattern matches the whole text.
    ///
    /// - Complexity: O(states × characters).
    package func matches(_ text: String) -> Bool {
        var current = StateSet(count: states.count + 1)
        var next = current
        add(0, to: &current)
        for scalar in text.unicodeScalars {
            next.removeAll()
            for state in current.members where state < states.count { step(state, folded(scalar), &next) }
            if next.members.isEmpty { return false }
            swap(&current, &next)
        }
        return current.contains(states.count)
    }

    private func step(_ state: Int, _ scalar: UInt32, _ next: inout StateSet) {
        switch states[state] {
        case .scalar(let own): if own == scalar { add(state + 1, to: &next) }
        case .any: add(state + 1, to: &next)
        case .set(let set): if set.contains(scalar, isCaseSensitive) { add(state + 1, to: &next) }
        case .many: add(state, to: &next)
        case .fork, .jump: break
        }
    }

    /// Adds a state and all that it leads to without a character.
    private func add(_ state: Int, to set: inout StateSet) {
        var open = [state]
        while let state = open.popLast() {
            guard set.insert(state), state < states.count else { continue }
            switch states[state] {
            case .many: open.append(state + 1)
            case .fork(let starts): open += starts
            case .jump(let target): open.append(target)
            case .scalar, .any, .set: break
            }
        }
    }
}

/// Why a pattern does not compile.
package enum LinkPatternError: Error, Sendable, Equatable {
    /// The pattern names a variable that is not defined.
    case unknownVariable(String)
    /// The pattern has more states than it may have.
    case tooLarge
}
