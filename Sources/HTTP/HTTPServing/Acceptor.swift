import HTTPWire
import SystemIO

/// The listeners of one loop: accepts connections, and refuses them when descriptors run out.
final class Acceptor {
    private let shared: SharedState
    private let inbox: LoopInbox
    private let connections: LoopConnections
    private let reader: ConnectionReader
    private let sender: ConnectionSender
    private let writer: AnswerWriter
    private let recorder: AnswerRecorder
    private let poller: Poller
    private let clock: LoopClock
    private let shutdown: Shutdown
    private let counters: LoopCounters
    private var listeners: [(descriptor: Int32, tag: Int)]
    /// Listeners that are not watched until there are descriptors again.
    private var pausedListeners: [Int32] = []
    /// Whether a connection was not accepted because there was no descriptor, not even the spare one.
    private(set) var needsDescriptor = false

    init(
        _ listeners: [(descriptor: Int32, tag: Int)], shared: SharedState, inbox: LoopInbox,
        connections: LoopConnections, reader: ConnectionReader, sender: ConnectionSender, writer: AnswerWriter,
        recorder: AnswerRecorder, poller: Poller, clock: LoopClock, shutdown: Shutdown, counters: LoopCounters
    ) throws(Errno) {
        self.listeners = listeners
        self.shared = shared
        self.inbox = inbox
        self.connections = connections
        self.reader = reader
        self.sender = sender
        self.writer = writer
        self.recorder = recorder
        self.poller = poller
        self.clock = clock
        self.shutdown = shutdown
        self.counters = counters
        for listener in listeners { try poller.watch(listener.descriptor) }
    }

    /// Whether a listener is not watched until there are descriptors again.
    var isPaused: Bool { !pausedListeners.isEmpty }

    /// Accepts connections if a descriptor is a listener's; false if it is not.
    func accept(ifListener descriptor: Int32) -> Bool {
        guard let listener = listeners.first(where: { $0.descriptor == descriptor }) else { return false }
        accept(listener, countMax: ServingLimits.acceptsPerTurn)
        return true
    }

    /// Accepts the waiting connections of a listener, and reads each at once: with TCP_DEFER_ACCEPT its first bytes
    /// have arrived.
    private func accept(_ listener: (descriptor: Int32, tag: Int), countMax: Int) {
        for _ in 0..<countMax {
            do throws(Errno) {
                add(try Sockets.accept(listener.descriptor), listener: listener.tag)
            } catch .processExhausted {
                return acceptWithSpare(listener.descriptor)
            } catch .systemExhausted {
                return acceptWithSpare(listener.descriptor)
            } catch .wouldBlock {
                return
            } catch {
                // accept(2): errors of the waiting connection are reported here; the next one may be valid.
                continue
            }
        }
    }

    /// Adds an accepted connection to the loop and reads it, or refuses it with 503.
    func add(_ accepted: consuming Sockets.Accepted, listener tag: Int) {
        let peer = PeerAddress(high: accepted.peerHigh, low: accepted.peerLow)
        let descriptor = accepted.release()
        guard connections.add(descriptor, from: peer, listener: tag) else {
            let page = writer.refuseSocket(descriptor, RequestRefusal(503, "there are too many connections"))
            return recorder.record(recorder.copy(ofUnparsed: EmptyCollection(), from: peer), page)
        }
        shutdown.recordArrival(at: clock.now)
        // A connection for one request is closed by now, so that it needs no call of epoll_ctl(2).
        guard reader.readable(descriptor) == .open else { return }
        _ = sender.watch(descriptor)
    }

    // MARK: Without descriptors

    /// On EMFILE or ENFILE: accepts with the spare descriptor and closes it.
    ///
    /// Otherwise epoll would report the listener for ever.
    ///
    /// If another loop has taken the spare descriptor's number, then the listener is paused.
    func acceptWithSpare(_ listener: Int32) {
        counters.connectionsRefused.raise()
        guard connections.refillSpare() else {
            needsDescriptor = true
            return pause(listener)
        }
        connections.withSpareClosed {
            do throws(Errno) { try Sockets.accept(listener).close() } catch { return }
        }
    }

    /// After the events of a turn in which there was no spare descriptor: frees one, here or in another loop.
    ///
    /// Not earlier: events of the connection that is closed may follow in the same turn, when its number may already be
    /// another loop's.
    func freeDescriptor() {
        needsDescriptor = false
        if !connections.refillSpare(), !connections.closeYoungestIdle() {
            // All descriptors may belong to other loops, whose connections may stay idle for long.
            for inbox in shared.inboxes where inbox !== self.inbox { inbox.post(.freeDescriptor) }
        } else {
            resumeListeners()
        }
    }

    private func pause(_ listener: Int32) {
        poller.forget(listener)
        pausedListeners.append(listener)
    }

    /// Watches paused listeners again.
    func resumeListeners() {
        guard !pausedListeners.isEmpty else { return }
        let paused = pausedListeners
        pausedListeners = []
        for listener in paused where listeners.contains(where: { $0.descriptor == listener }) {
            do throws(Errno) { try poller.watch(listener) } catch { pause(listener) }
        }
    }

    /// Accepts the connections that still wait, and closes the listeners.
    func close() {
        for listener in listeners {
            accept(listener, countMax: Int(Int32.max))
            poller.forget(listener.descriptor)
            Sockets.close(listener.descriptor)
        }
        listeners = []
    }
}
