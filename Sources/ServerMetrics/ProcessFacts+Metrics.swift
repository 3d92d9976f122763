import SystemIO

extension ProcessFacts {
    /// The families that every Prometheus client library has
    /// (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics).
    package func write(into text: inout MetricsText) {
        text.single(
            "process_cpu_seconds_total", .counter, "Processor time in user space and kernel, in seconds.",
            processorSeconds)
        text.single("process_open_fds", .gauge, "Descriptors open now.", Double(descriptors))
        text.single("process_max_fds", .gauge, "Descriptors allowed.", Double(descriptorsMax))
        text.single("process_virtual_memory_bytes", .gauge, "Address space.", Double(virtualBytes))
        text.single("process_resident_memory_bytes", .gauge, "Memory in RAM.", Double(residentBytes))
        text.single("process_threads", .gauge, "Threads.", Double(threads))
        text.single(
            "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.", startedAt)
    }
}
