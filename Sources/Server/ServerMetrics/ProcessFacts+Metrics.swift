import SystemIO

extension ProcessFacts {
    /// The families that every Prometheus client library has
    /// (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics).
    package func write(into text: inout MetricsText) {
        text.single(
            "process_cpu_seconds_total", .counter, "Processor time in user space and kernel, in seconds.",
            processorSeconds)
        text.single("process_open_fds", .gauge, "File descriptors that are open now.", Double(descriptors))
        text.single("process_max_fds", .gauge, "Maximum number of open file descriptors.", Double(descriptorsMax))
        text.single("process_virtual_memory_bytes", .gauge, "Virtual memory in bytes.", Double(virtualBytes))
        text.single("process_resident_memory_bytes", .gauge, "Resident memory in bytes.", Double(residentBytes))
        text.single("process_threads", .gauge, "Number of threads.", Double(threads))
        text.single(
            "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.", startedAt)
    }
}
