/// Limits of the tests themselves.
package enum TestLimits {
    /// Number of test cases per processor that run at once; most wait for a socket, a timer or another process.
    ///
    /// Under ThreadSanitizer they mostly compute, and more of them only wait for a lock of Swift's runtime, which is not
    /// optimized for it: with three per processor the tests used 1.2 of two processors, half of it in the system.
    package static let testsPerProcessor = Sanitizer.findsRaces ? 1 : 3
    /// The minimum number of test cases that run at once.
    package static let testsAtOnceMin = Sanitizer.findsRaces ? 2 : 4
    /// The time limit of one test case, in minutes.
    ///
    /// The slowest takes about one minute on a busy machine, and eight under ThreadSanitizer.
    package static let testMinutes = Sanitizer.isOn ? 30 : 5
    /// The limit of one wait, in seconds: less than that of the test, so that the test reports what did not happen.
    package static let waitSeconds = Sanitizer.isOn ? 900 : 180
    /// The same in milliseconds.
    package static let waitMilliseconds = waitSeconds * 1000
    /// The pause between two tests of an awaited condition, in milliseconds.
    package static let lookAgainMilliseconds = 5
    /// Memory freed before a program is started, in bytes: three buffers of opendir(3), and less than malloc(3) returns to
    /// the system at once.
    package static let roomBehindDirectoryBytes = 100 * 1024
    /// How many times a waiting task only yields to others before it pauses in between.
    package static let looksWithoutPause = 1000
    /// The maximum number of threads that run tests.
    ///
    /// More threads mean that a test starts tasks without a limit; the process traps.
    package static let threadsMax = 512
}
