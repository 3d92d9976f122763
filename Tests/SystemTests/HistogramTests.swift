import TestSupport
import Testing

@testable import SystemIO

@Suite("Histograms", .scheduled)
struct HistogramTests {
    @Test("a value equal to a bound is counted under that bound, and a value above all bounds in the last count")
    func bounds() {
        var histogram = Histogram([1, 2.5])
        histogram.add(1)
        histogram.add(2, times: 3)
        histogram.add(9)
        #expect(histogram.counts == [1, 3, 1])
        #expect(histogram.count == 5 && histogram.sum == 16)
    }

    @Test("counts that were made elsewhere are added bound by bound")
    func adding() {
        var histogram = Histogram([1, 2.5])
        histogram.add(0.5)
        histogram.add([1, 0, 2], sum: 20)
        #expect(histogram.counts == [2, 0, 2] && histogram.sum == 20.5)
    }

    @Test("a duration is counted in seconds")
    func durations() {
        var histogram = Histogram(Histogram.waitSeconds)
        histogram.add(Duration.milliseconds(3))
        #expect(histogram.counts[2] == 1 && histogram.sum == 0.003)
    }

    @Test(
        "all bounds rise",
        arguments: [
            Histogram.answerSeconds, Histogram.commitSeconds, Histogram.waitSeconds, Histogram.workSeconds,
            Histogram.bodyBytes,
        ])
    func rising(_ bounds: [Double]) {
        #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 })
    }
}
