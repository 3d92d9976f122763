import AccessControl
import ConsoleServing
import ControlPlane
import HTTPExchange
import ReleaseStore

/// The parts of the console for browsers: pages, sessions and their endpoints.
struct ConsoleParts: Sendable {
    let pages: ConsolePages
    let sessions: ConsoleSessions
    /// The endpoints of sign-in, in the order of the contract.
    let signIn: [Endpoint]
    /// The endpoints that callers with a token and with a session may use; the contract lists them behind those of sign-in.
    let list: [Endpoint]

    /// Makes the parts; nil if the console is off.
    ///
    /// - Parameters:
    ///   - settings: The console's settings; nil if it is off.
    ///   - proxySignIn: The proxies that may name people; nil for none.
    ///   - store: The store with the sessions.
    ///   - served: What has the sessions at the start: the store, or the node's own copy.
    ///   - authenticator: The tokens whose rights sessions have.
    ///   - others: The other endpoints of the control plane, of which a session says which ones it may use.
    /// - Throws: The errors of reading the sessions.
    init?(
        _ settings: ServerSettings.ConsoleSettings?, _ proxySignIn: ProxySignIn?, _ store: any RuleStore,
        _ served: any RuleStore, _ authenticator: TokenAuthenticator, _ others: [Endpoint]
    ) throws {
        guard let settings else { return nil }
        let hosts = ConsoleHosts(settings.hosts)
        pages = ConsolePages(ConsoleFiles(folder: settings.folder), hosts: hosts)
        let sessions = try ConsoleSessions(
            store: store, authenticator: authenticator, hosts: hosts, proxySignIn: proxySignIn, served: served)
        self.sessions = sessions
        let list = SessionList(sessions).endpoints
        self.list = list
        let rights = Identity(others: []).endpoints + others + list
        signIn = SessionEndpoints(sessions) { caller in Identity.members(of: caller, among: rights) }.endpoints
    }
}
