/// Limits of the tests themselves.
package enum TestLimits {
    /// How many test cases run at once for each processor: most wait for a socket, a timer or another process.
    package static let testsPerProcessor = 2
    /// The least number of test cases that run at once.
    package static let testsAtOnceMin = 4
    /// How long one test case may run, in minutes.
    ///
    /// The slowest takes about one minute on a busy machine.
    package static let testMinutes = 5
    /// How long a test waits for what must happen, in seconds: under the limit of the test, so that the test says what
    /// did not happen.
    package static let waitSeconds = 180
    /// How often a waiting test looks again, in milliseconds.
    package static let lookAgainMilliseconds = 5
    /// How often a waiting task gives way to others before it pauses in between.
    package static let looksWithoutPause = 1000
    /// How many threads tests run on, at most.
    ///
    /// A test that needs more has lost control of its tasks, and traps.
    package static let threadsMax = 512
}
