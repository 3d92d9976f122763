import RouteClient
import RouteModel

/// The command line of the program.
struct TourOptions: Sendable, Hashable {
    var server = "http://127.0.0.1:8080"
    var app = "moments"
    var channel = "production"
    var cache = ""
    var context = Context(platform: "ios", build: "store")
    var screens = [
        "DesignKitDemo", "Feed", "InternalMenu", "Login", "MomentDetail", "NewFeed", "QingSearch", "Search", "Timeline",
    ]
    var members: [String] = []
    var hidden: [String] = []
    var callbacks: [String] = []
    var pages: [String] = []
    var tabs = ["Home", "Discover"]

    static let usage = """
        usage: waymark-tour --cache DIR [--server URL] [--app APP] [--channel C] [--context k=v]…
               [--screens A,B,…] [--members A,…] [--hidden A,…] [--tabs A,…] [--callbacks SCHEME,…]
               [--pages HOST,…]

        Simulates a phone: resolves addresses with the cache at launch, follows links typed at its prompt, prints the
        display, uses new releases while it runs, and works without a server. `help` lists the commands.
        Links from outside may open --screens; --members need a login first; only the app may open --hidden. --tabs
        are the names of the tabs, --callbacks the schemes to which results of x-callback-url requests are sent, and
        --pages the hosts whose pages open in the app's web view if an address leads to no screen.

        """

    /// Reads a command line.
    /// - Throws: what is wrong, for people.
    init(_ words: [String]) throws(TourError) {
        var rest = words[...]
        var pairs = ["platform=ios", "build=store"]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw TourError("\(name) needs a value") }
            switch name {
            case "--server": server = value
            case "--app": app = value
            case "--channel": channel = value
            case "--cache": cache = value
            case "--context": pairs.append(value)
            case "--screens": screens = Self.list(value)
            case "--members": members = Self.list(value)
            case "--hidden": hidden = Self.list(value)
            case "--tabs": tabs = Self.list(value)
            case "--callbacks": callbacks = Self.list(value)
            case "--pages": pages = Self.list(value)
            default: throw TourError("there is no option \(name)")
            }
        }
        guard !tabs.isEmpty else { throw TourError("--tabs needs at least one name") }
        guard !cache.isEmpty else { throw TourError("--cache is missing") }
        do throws(ModelError) { context = try Context(pairs: pairs) } catch { throw TourError("\(error)") }
    }

    private static func list(_ value: String) -> [String] { value.split(separator: ",").map(String.init) }
}

/// What is wrong with a command line or a command.
struct TourError: Error, Sendable, Hashable {
    var text: String
    init(_ text: String) { self.text = text }
}
