public import RouteParameters

extension Parameters {
    /// The value of a name that a screen needs; letter case of the name does not matter.
    /// - Throws: `missingParameter`.
    public func require(_ name: String) throws(ScreenRegistration.Refusal) -> String {
        guard let value = self[name] else { throw .missingParameter(name) }
        return value
    }

    /// The value of a name as an integer.
    /// - Throws: `missingParameter`, or `other` if it is not an integer.
    public func requireInteger(_ name: String) throws(ScreenRegistration.Refusal) -> Int {
        guard let number = Int(try require(name)) else { throw .other("\(name) is not a whole number") }
        return number
    }
}
