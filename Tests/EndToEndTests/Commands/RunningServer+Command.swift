import Foundation
import Testing

extension RunningServer {
    /// Runs an admin command against this server, as a script would: server and token in the environment.
    func command(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
    ) throws -> ProgramResult {
        let own = ["WAYMARK_SERVER": url, "WAYMARK_TOKEN": token, "XDG_STATE_HOME": readings]
        return try Program.run(
            "waymark", arguments, environment: own.merging(environment) { _, new in new }, input: input)
    }

    /// The folder of what this server's users read.
    var readings: String { "\(database)-readings" }

    /// Runs a command that must succeed; returns its output.
    @discardableResult
    func done(_ arguments: String..., input: String? = nil) throws -> String {
        let result = try command(arguments, input: input)
        #expect(result.status == 0, "\(arguments): \(result.output) \(result.errors)")
        return result.output
    }

    /// Creates an app `shop` with two rules in its draft.
    func makeShop() throws {
        try done("app", "create", "shop")
        let draft = """
            {"settings":{"origins":["https://shop.example"],"destinations":["https://shop.example"]},"rules":[
            {"id":"item","match":["/item/:id"],"to":{"screen":"Item"}},
            {"id":"cart","match":["/cart"],"to":{"screen":"Cart"},"note":"ask Ada"}]}
            """
        try done("draft", "put", "--app", "shop", "-", input: draft)
    }
}
