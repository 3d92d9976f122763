import CanonicalJSON
import RouteClient

extension Command {
    /// Makes the release that an app carries in its package.
    static let bundle = Command(
        name: "bundle", summary: "fetch a release for an app to carry in its package",
        options: [
            ClientOptions.server, ClientOptions.app, ClientOptions.channel,
            .value("--output", "DIR", "the folder to write head, body and index into", required: true),
            .flag("--json", "print what was written as JSON"),
        ],
        discussion: """
            Run it while the app is built, and give the folder to RouteClient as `bundle:`. The app then answers at its
            very first launch, before any network; a later release in its cache wins.
            """,
        action: .asynchronous { arguments, terminal async throws(CommandError) in
            do throws(RouteClientError) {
                let folder = arguments.text("--output") ?? ""
                let release = try await RouteClient.fetchBundle(
                    server: arguments.text("--server") ?? "http://127.0.0.1:8080", app: arguments.text("--app") ?? "",
                    channel: arguments.text("--channel") ?? "production", into: folder)
                guard arguments.has("--json") else {
                    terminal.say("release \(release.version) of \(release.app), digest \(release.digest)")
                    return .done
                }
                let json: JSONValue = [
                    "app": .string(release.app), "channel": .string(release.channel), "digest": .string(release.digest),
                    "output": .string(folder), "version": .integer(Int64(release.version)),
                ]
                terminal.say(json.text)
                return .done
            } catch {
                throw ClientOptions.failure(error)
            }
        })
}
