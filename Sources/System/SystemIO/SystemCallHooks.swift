/// The system calls that a test can make fail.
package enum SystemCallName: String, Sendable, Hashable, CaseIterable {
    case accept, bind, connect, descriptorFlags, duplicate, epollControl, epollWait, fileMode, fileStatus, flush, listen
    case makeFolder, map, open, read, receive, rename, send, signals, socket, socketName, socketOption, wakeUp, write
}

#if DEBUG
/// Hooks that a debug build calls before each system call; the tests implement them (target SystemSimulation).
package enum SystemCallHooks {
    /// Makes calls fail; holds for the current task or thread, and for the threads that it starts.
    @TaskLocal package static var faults: (any SystemCallFaults)?
    /// Sockets in memory; holds for the current task or thread.
    @TaskLocal package static var sockets: (any MemorySockets)?
}

/// Makes system calls fail.
package protocol SystemCallFaults: Sendable {
    /// The effect on a call; nil if it is made as usual.
    func effect(on name: SystemCallName) -> SystemCallEffect?
}

/// The simulated result of a system call.
package enum SystemCallEffect: Sendable, Hashable {
    /// It fails; after `EINTR` it is made again, as always.
    case failure(Errno)
    /// It transfers at most this number of bytes.
    case shortened(Int)
}

/// Sockets in memory; all other descriptors belong to the kernel.
package protocol MemorySockets: Sendable {
    /// As recv(2); nil if the kernel is to be called.
    func receive(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) -> Result<Int, Errno>?

    /// As sendmsg(2) with two pieces, and MSG_MORE if the end follows; nil if the kernel is to be called.
    func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, endFollows: Bool
    ) -> Result<Int, Errno>?

    /// As shutdown(2) of the sending side; false if the kernel is to be called.
    func finishSending(_ descriptor: Int32) -> Bool

    /// As close(2); false if the kernel is to be called.
    func close(_ descriptor: Int32) -> Bool

    /// Whether the descriptor is an open socket in memory.
    func isOpen(_ descriptor: Int32) -> Bool
}
#endif
