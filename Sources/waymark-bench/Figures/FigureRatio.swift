/// Two things of one run, one divided by the other.
struct FigureRatio: Sendable {
    /// What it says.
    let title: String
    /// By size.
    let values: [Int: Double]

    /// How often the second thing's figure goes into the first one's, at each size that has both.
    init(_ title: String, _ table: FigureTable, _ dividend: String, per divisor: String) {
        self.title = title
        var values: [Int: Double] = [:]
        for size in table.sizes {
            guard let above = table.median(dividend, size), let below = table.median(divisor, size), below > 0 else {
                continue
            }
            values[size] = above / below
        }
        self.values = values
    }
}
