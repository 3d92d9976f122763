import HTTPWire
import Synchronization
import SystemIO

/// One thread with its own poller, listeners and connections.
///
/// @unchecked Sendable: `post` is for any thread and locks; everything else is touched by the loop's thread alone.
final class EventLoop: @unchecked Sendable {
    /// What other threads tell a loop.
    enum Message: Sendable {
        /// A worker has answered.
        case answered(Int32, UInt64, Response)
        /// Bytes for everybody who watches a topic.
        case broadcast(topic: Int, SharedBytes)
        /// Take no more requests; end when the last answer is out, or at the deadline.
        case drain(deadline: Int64)
    }

    let number: Int
    let handler: any HTTPHandler
    let configuration: ServingConfiguration
    let counters = LoopCounters()
    let limits: ConnectionLimits
    let workers: WorkerPool
    let poller: Poller
    let wakeUp: WakeUp

    var listeners: [Int32: Int]
    var connections: [Connection?] = []
    var openCount = 0
    var parser = RequestParser()
    var date = HTTPDate()
    var now: Int64 = MonotonicClock.milliseconds
    var drainDeadline: Int64?
    private var serial: UInt64 = 0
    private var sweptAt: Int64 = 0
    var heartbeatAt: Int64 = 0
    private let mailbox = Mutex<[Message]>([])

    init(
        number: Int, handler: any HTTPHandler, configuration: ServingConfiguration, listeners: [Int32: Int],
        limits: ConnectionLimits, workers: WorkerPool
    ) throws(Errno) {
        self.number = number
        self.handler = handler
        self.configuration = configuration
        self.listeners = listeners
        self.limits = limits
        self.workers = workers
        poller = try Poller()
        wakeUp = try WakeUp()
        try poller.add(wakeUp.descriptor)
        for listener in listeners.keys { try poller.add(listener) }
    }

    /// Tells the loop something; from any thread.
    func post(_ message: Message) {
        mailbox.withLock { $0.append(message) }
        wakeUp.signal()
    }

    /// Runs until drained.
    func run() {
        var events: [Poller.Event] = []
        while !isDone {
            do throws(Errno) {
                try poller.wait(&events, milliseconds: Int32(Limits.sweepMilliseconds))
            } catch {
                preconditionFailure("epoll_wait fails only for a poller that is not one: \(error)")
            }
            now = MonotonicClock.milliseconds
            date.update(milliseconds: WallClock.milliseconds)
            for event in events { handle(event) }
            if now - sweptAt >= Limits.sweepMilliseconds {
                sweptAt = now
                sweep()
            }
        }
        for connection in connections.compactMap(\.self) { close(connection) }
        for listener in listeners.keys { Sockets.close(listener) }
    }

    private var isDone: Bool {
        guard let drainDeadline else { return false }
        return openCount == 0 || now >= drainDeadline
    }

    private func handle(_ event: Poller.Event) {
        if event.descriptor == wakeUp.descriptor {
            wakeUp.clear()
            for message in mailbox.withLock({ messages in
                defer { messages = [] }
                return messages
            }) { handle(message) }
        } else if let tag = listeners[event.descriptor] {
            accept(event.descriptor, tag: tag)
        } else if let connection = connection(event.descriptor) {
            if event.isWritable { flush(connection) }
            if event.isReadable || event.isBroken, self.connection(event.descriptor) === connection { read(connection) }
        }
    }

    private func handle(_ message: Message) {
        switch message {
        case .answered(let descriptor, let serial, let response):
            guard let connection = connection(descriptor), connection.serial == serial else {
                if case .temporaryFile(let path, _) = response.body { Files.remove(path) }
                return
            }
            answer(connection, response)
        case .broadcast(let topic, let bytes): broadcast(topic, bytes.bytes)
        case .drain(let deadline): startDraining(deadline)
        }
    }

    func connection(_ descriptor: Int32) -> Connection? {
        connections.indices.contains(Int(descriptor)) ? connections[Int(descriptor)] : nil
    }

    /// A number that no connection of this loop had before.
    func nextSerial() -> UInt64 {
        serial += 1
        return serial
    }

    func close(_ connection: Connection) {
        guard self.connection(connection.descriptor) === connection else { return }
        connections[Int(connection.descriptor)] = nil
        openCount -= 1
        counters.open.raise(by: -1)
        if case .stream = connection.state { counters.streams.raise(by: -1) }
        if let file = connection.file { Sockets.close(file.descriptor) }
        limits.leave(connection.host)
        // Closing takes a descriptor out of the poller too (epoll(7)).
        Sockets.close(connection.descriptor)
    }
}
