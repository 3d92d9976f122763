/// The system calls that a test can make fail.
package enum SystemCallName: String, Sendable, Hashable, CaseIterable {
    case accept, bind, connect, descriptorFlags, duplicate, epollControl, epollWait, fileMode, fileStatus, flush, listen
    case makeFolder, map, open, read, receive, rename, send, signals, socket, socketName, socketOption, wakeUp, write
}
