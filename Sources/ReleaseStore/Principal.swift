/// Who does something, as the audit remembers it.
package struct Principal: Sendable, Hashable {
    /// Id of the token used; nil for the operator of the machine itself (first start, command line on the file).
    package var tokenID: String?
    /// The token's name, or what the operator's tool calls itself.
    package var name: String
    /// Source address of the request, or `local`.
    package var address: String

    /// Makes a principal from what the audit shall remember.
    package init(tokenID: String?, name: String, address: String) {
        self.tokenID = tokenID
        self.name = name
        self.address = address
    }

    /// The operator of the machine, who is limited by nothing but access to the file.
    package static func machine(_ tool: String) -> Principal {
        Principal(tokenID: nil, name: tool, address: "local")
    }
}
