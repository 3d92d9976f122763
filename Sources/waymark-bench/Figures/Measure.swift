/// One thing that is measured at one size, again and again.
struct Measure {
    /// Which thing, at which size.
    struct Name: Hashable, Sendable {
        /// What tables call it.
        var title: String
        /// How many rules.
        var size: Int
    }

    /// Which one it is.
    let name: Name
    /// What its figures count.
    let unit: FigureUnit
    /// Measures once.
    let run: () throws -> Double

    init(_ title: String, _ size: Int, _ unit: FigureUnit, run: @escaping () throws -> Double) {
        name = Name(title: title, size: size)
        self.unit = unit
        self.run = run
    }
}
