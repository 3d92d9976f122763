/// What a figure counts.
enum FigureUnit: String, Sendable {
    case nanoseconds = "ns"
    case milliseconds = "ms"
    case bytes = "B"
    case megabytes = "MB"
    case perSecond = "/s"
    case times = "×"
}
