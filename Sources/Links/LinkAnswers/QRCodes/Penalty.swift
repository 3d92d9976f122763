/// How hard a code is to read (ISO/IEC 18004, section 7.8.3).
enum Penalty {
    /// The points of the four rules together.
    static func sum(of grid: ModuleGrid) -> Int {
        var points = 0
        for line in 0..<grid.size {
            points += self.line(grid.size) { grid.isDark($0, line) }
            points += self.line(grid.size) { grid.isDark(line, $0) }
        }
        return points + squares(grid) + share(grid)
    }

    /// Rules 1 and 3 for a row or a column: runs of one colour, and what looks like a finder pattern.
    private static func line(_ size: Int, _ isDark: (Int) -> Bool) -> Int {
        var points = 0
        var run = 0
        // The last eleven modules as bits; outside the code everything is light.
        var last = 0
        for place in 0..<size + 4 {
            let dark = place < size && isDark(place)
            last = (last << 1 | (dark ? 1 : 0)) & 0x7FF
            if last == 0b000_0101_1101 || last == 0b101_1101_0000 { points += 40 }
            guard place < size else { continue }
            run = place > 0 && dark == isDark(place - 1) ? run + 1 : 1
            if run == 5 { points += 3 } else if run > 5 { points += 1 }
        }
        return points
    }

    /// Rule 2: squares of two by two modules of one colour, which may overlap.
    private static func squares(_ grid: ModuleGrid) -> Int {
        var points = 0
        for row in 1..<grid.size {
            for column in 1..<grid.size {
                let dark = grid.isDark(column, row)
                if dark == grid.isDark(column - 1, row), dark == grid.isDark(column, row - 1),
                    dark == grid.isDark(column - 1, row - 1)
                {
                    points += 3
                }
            }
        }
        return points
    }

    /// Rule 4: ten points for each whole step of five percent away from one half.
    private static func share(_ grid: ModuleGrid) -> Int {
        let (all, dark) = (grid.dark.count, grid.dark.count { $0 })
        return abs(20 * dark - 10 * all) / all * 10
    }
}
