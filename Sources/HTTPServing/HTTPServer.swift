package import HTTPWire
import Synchronization
package import SystemIO

/// Event loops and workers around a handler.
package final class HTTPServer: Sendable {
    /// Where it listens, with the ports that the system chose.
    package let addresses: [(address: SocketAddress, number: Int)]
    private let loops: [EventLoop]
    private let workers = WorkerPool()
    private let configuration: ServingConfiguration
    private let handler: any HTTPHandler
    private let threads = Mutex<(loops: [Threads.Running], workers: [Threads.Running])>(([], []))

    /// Opens the listeners; requests are taken from `start()` on.
    package init(_ configuration: ServingConfiguration, handler: any HTTPHandler) throws(ServingError) {
        self.configuration = configuration
        self.handler = handler
        let limits = ConnectionLimits(
            max: configuration.connectionsMax, perAddressMax: configuration.connectionsPerAddressMax)
        var addresses: [(address: SocketAddress, number: Int)] = []
        var descriptors = [[Int32: Int]](repeating: [:], count: configuration.loops)
        for listener in configuration.listeners {
            let opened = try Self.open(listener.address, count: configuration.loops)
            for (index, descriptor) in opened.descriptors.enumerated() {
                descriptors[index][descriptor] = listener.number
            }
            addresses.append((opened.address, listener.number))
        }
        self.addresses = addresses
        var loops: [EventLoop] = []
        for (number, listeners) in descriptors.enumerated() {
            do throws(Errno) {
                loops.append(
                    try EventLoop(
                        number: number, handler: handler, configuration: configuration, listeners: listeners,
                        limits: limits, workers: workers))
            } catch { throw ServingError(code: .system, address: "\(addresses)", reason: error) }
        }
        self.loops = loops
    }

    /// One listener per loop; a probe without SO_REUSEPORT finds another server that shares its port.
    private static func open(
        _ address: SocketAddress, count: Int
    ) throws(ServingError) -> (address: SocketAddress, descriptors: [Int32]) {
        do throws(Errno) {
            if address.port != 0 { Sockets.close(try Sockets.listen(on: address, isShared: false)) }
            let first = try Sockets.listen(on: address, isShared: true)
            let bound = try Sockets.address(of: first)
            var descriptors = [first]
            for _ in 1..<max(1, count) { descriptors.append(try Sockets.listen(on: bound, isShared: true)) }
            return (bound, descriptors)
        } catch {
            throw ServingError(
                code: error == .addressInUse ? .addressInUse : .system, address: "\(address)", reason: error)
        }
    }

    /// Starts the threads.
    package func start() throws(Errno) {
        let running = try workers.start(configuration.workers, handler: handler)
        threads.withLock { $0.workers = running }
        for loop in loops {
            let thread = try Threads.start { loop.run() }
            threads.withLock { $0.loops.append(thread) }
        }
    }

    /// Sends bytes to every stream on a topic; from any thread.
    package func broadcast(_ topic: Int, _ bytes: SharedBytes) {
        for loop in loops { loop.post(.broadcast(topic: topic, bytes)) }
    }

    /// Takes no more requests, lets answers under way go out, and returns when all threads have ended.
    package func drain(milliseconds: Int64) {
        let deadline = MonotonicClock.milliseconds + milliseconds
        for loop in loops { loop.post(.drain(deadline: deadline)) }
        let running = threads.withLock { $0 }
        for thread in running.loops { thread.join() }
        workers.close()
        for thread in running.workers { thread.join() }
    }

    /// What was counted so far.
    package var statistics: ServingStatistics {
        loops.reduce(into: ServingStatistics()) { $1.counters.add(to: &$0) }
    }
}
