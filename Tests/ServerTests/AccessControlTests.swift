import RouteModel
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import HTTPExchange

@Suite("Addresses, tokens and roles", .scheduled)
struct AccessControlTests {
    @Test(
        "an address is read as bytes, an IPv4-mapped IPv6 address as IPv4",
        arguments: [
            ("127.0.0.1", [127, 0, 0, 1]), ("::ffff:10.1.2.3", [10, 1, 2, 3]),
            ("::1", [UInt8](repeating: 0, count: 15) + [1]),
            ("[2001:db8::8]", [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [8]),
            ("1.2.3", nil), ("1.2.3.256", nil), ("::1::", nil), ("12345::", nil), ("", nil), ("+1.2.3.4", nil),
            ("::+1", nil), ("::-0", nil), ("010.0.0.1", nil), ("1.2.3.00", nil), ("0.0.0.0", [0, 0, 0, 0]),
        ] as [(String, [UInt8]?)])
    func address(_ text: String, _ bytes: [UInt8]?) {
        #expect(NetworkAddress(text)?.bytes == bytes)
    }

    @Test(
        "a range contains exactly the addresses with its prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("0.0.0.0/0", "8.8.8.8", true),
            ("192.168.1.128/25", "192.168.1.127", false), ("::1", "::1", true), ("fd00::/8", "fdff::1", true),
            ("fd00::/8", "10.0.0.1", false),
        ] as [(String, String, Bool)])
    func range(_ range: String, _ address: String, _ isInside: Bool) throws {
        let range = try #require(NetworkRange(range))
        #expect(range.contains(try #require(NetworkAddress(address))) == isInside)
    }

    @Test(
        "an invalid range is refused",
        arguments: ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "host", "::1/129"])
    func badRange(_ text: String) { #expect(NetworkRange(text) == nil) }

    @Test(
        "forwarding fields are read only from trusted proxies, up to the nearest untrusted hop",
        arguments: [
            ("203.0.113.9", nil, "1.1.1.1", "203.0.113.9"), ("10.0.0.1", nil, "1.1.1.1", "1.1.1.1"),
            ("10.0.0.1", nil, "6.6.6.6, 1.1.1.1, 10.0.0.2", "1.1.1.1"), ("10.0.0.1", nil, nil, "10.0.0.1"),
            ("10.0.0.1", nil, "spoof, unknown", "10.0.0.1"),
            ("10.0.0.1", "for=\"[2001:db8::1]:4711\";proto=https", nil, "2001:db8::1"),
            ("10.0.0.1", "for=\"[2001:db8::1]:4711\"", "2001:db8::1", "2001:db8::1"),
            ("10.0.0.1", "for=6.6.6.6", "1.1.1.1", "10.0.0.1"), ("10.0.0.1", "for=1.1.1.1", "6.6.6.6", "10.0.0.1"),
            ("10.0.0.1", "for=6.6.6.6, for=1.1.1.1", "1.1.1.1", "1.1.1.1"),
            ("10.0.0.1", "for=1.2.3.4, for=10.0.0.7", nil, "1.2.3.4"), ("10.0.0.1", nil, "1.2.3.4:555", "1.2.3.4"),
        ] as [(String, String?, String?, String)])
    func proxies(_ peer: String, _ forwarded: String?, _ forwardedFor: String?, _ client: String) throws {
        let proxies = TrustedProxies([try #require(NetworkRange("10.0.0.0/8"))])
        #expect(proxies.client(peer: peer, forwarded: forwarded, forwardedFor: forwardedFor) == client)
    }

    @Test("failed attempts are limited per source and minute, and the number of stored sources is bounded")
    func limiter() {
        var limiter = AttemptLimiter(attemptsPerMinuteMax: 3)
        for _ in 0..<3 { #expect(limiter.fail([1], at: 100) == nil) }
        #expect(limiter.fail([1], at: 110) == 50)
        #expect(limiter.fail([2], at: 110) == nil)
        #expect(limiter.fail([1], at: 160) == nil)
        for source in 0..<(3 * AccessLimits.attemptSourcesMax) {
            _ = limiter.fail([UInt8(source & 255), UInt8(source >> 8 & 255), UInt8(source >> 16)], at: 200)
            #expect(limiter.count <= AccessLimits.attemptSourcesMax)
        }
    }

    @Test("a secret is wmk_ with 43 random characters, is not in its description, and has a stable hash")
    func secret() throws {
        let secret = Secret.make()
        #expect(secret.text.hasPrefix("wmk_") && secret.text.utf8.count == 47)
        #expect(Secret.make() != secret)
        #expect(!"\(secret)".contains(secret.text.dropFirst(4)))
        #expect(try #require(Secret(secret.text)).hash == secret.hash)
        #expect(Secret("short") == nil && Secret("with a blank in it") == nil)
    }

    @Test("a token is valid until it expires; invalid ones give 401, then 429; a valid one is accepted even then")
    func authenticator() throws {
        let secret = Secret.make()
        let token = TokenRecord.make(secret: secret, expiresAt: Instant(milliseconds: 1000))
        let authenticator = TokenAuthenticator(tokens: [token], failedAttemptsPerMinuteMax: 2)
        func status(_ field: String?, at milliseconds: Int64 = 0) -> Int {
            do throws(Problem) {
                let caller = try authenticator.identify(
                    field, from: "1.2.3.4", now: Instant(milliseconds: milliseconds), seconds: 0)
                return caller == nil ? 0 : 200
            } catch { return error.status }
        }
        #expect(status(nil) == 0)
        #expect(status("bearer  \(secret.text)") == 200)
        #expect(status("Bearer \(secret.text)", at: 1000) == 401)
        #expect(status("Basic \(secret.text)") == 401)
        #expect(status("Bearer \(secret.text)x") == 429)
        #expect(status("Bearer \(secret.text)") == 200)
        authenticator.replace(tokens: [])
        #expect(status("Bearer \(secret.text)") == 429)
    }

    @Test("of ten thousand tokens each is found by its secret, the one before a rotation until it ends")
    func index() {
        let secrets = (0..<10_000).map { _ in Secret.make() }
        var index = TokenIndex()
        for (number, secret) in secrets.enumerated() { index.put(.make("t\(number)", secret: secret)) }
        let now = Instant(milliseconds: 1000)
        for number in stride(from: 0, to: secrets.count, by: 997) {
            #expect(index.token(secretHash: secrets[number].hash, at: now)?.record.id == "t\(number)")
        }
        #expect(index.token(secretHash: Secret.make().hash, at: now) == nil)
        let (before, fresh) = (secrets[7], Secret.make())
        index.token(id: "t7")?.noteUse(at: now)
        var rotated = TokenRecord.make("t7", secret: fresh)
        (rotated.previousHash, rotated.previousUntil) = (before.hash, Instant(milliseconds: 2000))
        let old = index
        index.put(rotated)
        #expect(index.token(secretHash: fresh.hash, at: now)?.lastUse == now)
        #expect(index.token(secretHash: before.hash, at: Instant(milliseconds: 1999))?.record.id == "t7")
        #expect(index.token(secretHash: before.hash, at: Instant(milliseconds: 2000)) == nil)
        index.put(.make("t7", secret: fresh))
        #expect(index.token(secretHash: before.hash, at: now) == nil)
        index.remove(id: "t7")
        #expect(index.token(secretHash: fresh.hash, at: now) == nil && index.token(id: "t7") == nil)
        #expect(old.token(secretHash: before.hash, at: now) != nil, "a copy must not change")
        #expect(Array(index.all).count == 9999)
    }

    @Test(
        "a role includes the roles below it, and a scope limits a token to its apps",
        arguments: [
            (Role.viewer, AppScope.all, Endpoint.Access.role(.viewer), "shop", nil),
            (.viewer, .all, .role(.editor), "shop", 403), (.admin, .only(["shop"]), .role(.publisher), "shop", nil),
            (.admin, .only(["shop"]), .role(.viewer), "other", 403),
            (.admin, .only(["shop"]), .unlimited(.admin), nil, 403),
            (.admin, .all, .unlimited(.admin), nil, nil), (.publisher, .all, .unlimited(.admin), nil, 403),
            (.viewer, .only(["shop"]), .token, nil, nil),
        ] as [(Role, AppScope, Endpoint.Access, String?, Int?)])
    func roles(_ role: Role, _ scope: AppScope, _ access: Endpoint.Access, _ app: String?, _ status: Int?) {
        let caller = Caller(token: .make(role: role, scope: scope), address: "::1")
        do throws(Problem) {
            try caller.check(access, app: app)
            #expect(status == nil)
        } catch {
            #expect(error.status == status)
        }
    }
}

extension TokenRecord {
    static func make(
        _ id: String = "t1", role: Role = .viewer, scope: AppScope = .all, secret: Secret = .make(),
        expiresAt: Instant? = nil
    ) -> TokenRecord {
        TokenRecord(
            id: id, name: "test", role: role, scope: scope, secretHash: secret.hash, expiresAt: expiresAt,
            createdAt: Instant(milliseconds: 0), createdBy: nil, lastUsedAt: nil)
    }
}
