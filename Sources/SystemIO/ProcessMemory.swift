/// The process's memory as a whole.
package enum ProcessMemory {
    /// Gives back to the system what the allocator keeps for later (malloc_trim(3)).
    ///
    /// > Since glibc 2.8 this function frees memory in all arenas and in all chunks with whole free pages.
    ///
    /// It takes the time of a look at every free piece, and other threads may wait for memory meanwhile.
    package static func giveBack() { SystemCall.trimHeap() }
}
