import Synchronization
import SystemIO

/// The threads of some attacks on one server.
final class AttackClients: Sendable {
    private let address: SocketAddress
    private let admin: SocketAddress
    /// Milliseconds between two steps of a thread; 0 for none.
    private let pause: Int
    private let tokens: [Attack.Client: String]
    /// How often each status was answered; 0 counts requests without an answer, or connections that are held.
    private let statuses = Mutex<[Int: Int]>([:])

    /// Makes a token for each role that attacks; no thread runs yet.
    init(_ address: SocketAddress, admin: SocketAddress, pause: Int, attacks: [Attack]) throws {
        self.address = address
        self.admin = admin
        self.pause = pause
        let control = try ControlClient(admin)
        var tokens: [Attack.Client: String] = [:]
        for client in Set(attacks.map(\.client)) where client != .stranger {
            tokens[client] = try control.makeToken(client.rawValue)
        }
        self.tokens = tokens
    }

    /// Starts the threads of the attacks, at most this number for each; they run until the process ends.
    func start(_ attacks: [Attack], threadsMax: Int) throws {
        var source = Self.firstSource
        for attack in attacks {
            for number in 0..<min(attack.threads, threadsMax) {
                let own = source
                source = source % Self.sources + 1
                _ = try Threads.start { self.run(attack, number, source: own) }
            }
        }
    }

    /// The statuses of the answers with their numbers, such as `200: 1,234, 429: 5`; `held` counts connections.
    var summary: String {
        statuses.withLock { statuses in
            statuses.sorted { $0.key < $1.key }.map { status, count in
                "\(status == 0 ? "held or no answer" : String(status)): \(FigureText.grouped(count))"
            }.joined(separator: ", ")
        }
    }

    private func run(_ attack: Attack, _ number: Int, source: Int) {
        switch attack.way {
        case .ask(let request): ask(attack.client, number, source: source, request)
        case .hold(let bytes, let connections): hold(bytes, connections, source: source)
        }
    }

    private func count(_ status: Int) { statuses.withLock { $0[status, default: 0] += 1 } }

    private func ask(
        _ client: Attack.Client, _ number: Int, source: Int, _ request: @Sendable (Int) -> AttackRequest
    ) {
        let to = client == .stranger && !request(0).hasOwnToken ? address : admin
        var step = number * Self.stepsApart
        var open: Int32?
        while true {
            step += 1
            let bytes = request(step).bytes(token: tokens[client])
            do {
                let descriptor = try open ?? Sockets.connect(to: to, fromLoopback: source)
                open = descriptor
                try Sockets.sendAll(descriptor, bytes)
                var answer = WholeAnswer(to: bytes)
                while try !answer.receive(try Sockets.receive(descriptor, countMax: LoadLimits.headBytesMax)) {}
                count(answer.status)
                if answer.field("Connection") == "close" { throw BenchError("the server closes the connection") }
            } catch {
                if let descriptor = open { Sockets.close(descriptor) } else { count(0) }
                open = nil
            }
            Threads.sleep(milliseconds: max(pause, open == nil ? Self.pauseAfterError : 0))
        }
    }

    private func hold(_ bytes: [UInt8], _ connections: Int, source: Int) {
        var held: [Int32] = []
        while true {
            do {
                let descriptor = try Sockets.connect(to: address, fromLoopback: source)
                held.append(descriptor)
                count(0)
                try Sockets.sendAll(descriptor, bytes)
            } catch { Threads.sleep(milliseconds: Self.pauseAfterError) }
            // Beyond the number, a connection replaces the oldest one, at most 1,000 times a second.
            let isFull = held.count >= connections
            if isFull { Sockets.close(held.removeFirst()) }
            Threads.sleep(milliseconds: max(pause, isFull ? 1 : 0))
        }
    }

    /// The first loopback address of attackers; those below are for the other clients of a run.
    private static let firstSource = 10
    /// The number of loopback addresses that they use in turn.
    private static let sources = 250
    /// The distance of the first numbers of two threads' requests.
    private static let stepsApart = 100_003
    /// Milliseconds after a refused connection.
    private static let pauseAfterError = 10
}
