/// The system calls that a test can make fail.
package enum SystemCallName: String, Sendable, Hashable, CaseIterable {
    case accept, bind, connect, epollControl, epollWait, fileMode, flush, listen, map, open, read, receive, send
    case signals, socket, socketName, socketOption, wakeUp, write
}
