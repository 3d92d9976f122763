import CanonicalJSON
import RouteClient

/// `waymark bundle`: the release that an app carries in its package.
enum BundleCommand {
    static let command = Command(
        name: "bundle", summary: "fetch the release that an app carries in its package",
        options: [
            ClientOptions.server, ClientOptions.app, ClientOptions.channel,
            .value("--output", "DIR", "the folder to write head, body and index into", required: true),
            .flag("--json", "print what was written as JSON"),
        ],
        discussion: """
            Run it when the app is built, and pass the folder to RouteClient as `bundle:`. The app then resolves
            addresses at its first launch, without the network; a later release in its cache replaces the bundle.
            """,
        action: .asynchronous { arguments, terminal async throws(CommandError) in
            do throws(RouteClientError) {
                let folder = arguments.text("--output") ?? ""
                let server = arguments.text("--server") ?? "http://127.0.0.1:8080"
                let release = try await RouteClient.fetchBundle(
                    server: server, app: arguments.text("--app") ?? "",
                    channel: arguments.text("--channel") ?? "production", into: folder,
                    by: CheckedTransport(server: server))
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
