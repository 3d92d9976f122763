import Observation

/// Who is signed in; views and the router's guard read it.
@MainActor
@Observable
final class Account {
    private(set) var name: String?

    var isSignedIn: Bool { name != nil }

    func signIn(as name: String) { self.name = name }

    func signOut() { name = nil }
}
