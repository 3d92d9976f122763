import AccessControl
import HTTPExchange
import HTTPWire
import RouteModel
import StoreRecords

/// The right of an event stream that is not open: the token that its request had, as long as it may read the app.
final class TokenGrant: StreamGrant {
    private let authenticator: TokenAuthenticator
    private let secretHash: [UInt8]
    private let app: String?
    private let now: @Sendable () -> Instant

    /// Makes a grant from a request with a token; nil without one.
    ///
    /// Without an app, the token alone counts.
    init?(_ incoming: IncomingRequest, app: String?, _ authenticator: TokenAuthenticator, _ clocks: Clocks) {
        guard let hash = incoming.fields.authorization.flatMap({ TokenAuthenticator.secretHash($0) }) else {
            return nil
        }
        secretHash = hash
        self.app = app
        self.authenticator = authenticator
        now = clocks.now
    }

    /// A token ends with its deletion, its expiry, or, for its secret before a rotation, the end of the overlap.
    var standing: GrantStanding {
        guard let (token, endsAt) = authenticator.standing(secretHash: secretHash, at: now()) else { return .ended }
        do throws(Problem) {
            try Caller(token: token, address: "").check(.role(.viewer), app: app)
        } catch {
            return .ended
        }
        return endsAt == nil ? .lasting : .passing
    }
}
