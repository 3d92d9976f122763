import RoutePattern

/// Segment lists that the paths of two alternatives both match.
///
/// A final slash is an empty last segment, which alternatives without `strictSlash` drop before they match; so lists
/// with and without it are tried. Two lengths of each are enough: two endings together allow either one length, or every
/// length from some least one on.
struct PathIntersection {
    private let sides: [Side]
    private let variant: Int
    private let work: CheckWork

    /// One alternative's path.
    private struct Side {
        var segments: [SegmentMatcher]
        var least: Int
        var most: Int
        var isStrict: Bool
        var ignoreCase: Bool

        init(_ alternative: Alternative) {
            isStrict = alternative.options.strictSlash
            ignoreCase = alternative.options.ignoreCase
            guard case .segments(let segments, let ending) = alternative.path else {
                (self.segments, least, most) = ([], 0, .max)
                return
            }
            self.segments = segments
            least = segments.count + (ending.kind == .oneOrMore ? 1 : 0)
            most = ending.kind == .end ? segments.count : .max
        }

        func form(_ place: Int) -> TextForm? {
            place < segments.count ? TextForm(segments[place], ignoreCase: ignoreCase) : nil
        }
    }

    /// The alternatives' paths are segments or any.
    init(_ one: Alternative, _ other: Alternative, _ variant: Int, work: CheckWork) {
        sides = [Side(one), Side(other)]
        self.variant = variant
        self.work = work
    }

    /// Paths to try, short ones first.
    func paths() throws(NoOverlap) -> [AddressParts.Path] {
        var paths: [AddressParts.Path] = []
        for hasSlash in [false, true] {
            // Lengths are those without the empty segment after the slash.
            let bounds = sides.map { side in
                let seen = hasSlash && side.isStrict ? 1 : 0
                return (least: max(0, side.least - seen), most: side.most == .max ? .max : side.most - seen)
            }
            let least = bounds.map(\.least).max() ?? 0
            let most = bounds.map(\.most).min() ?? 0
            guard least <= most else { continue }
            for length in least...min(most, least + 1) {
                do throws(NoOverlap) {
                    paths.append(.segments(try segments(length, hasSlash)))
                } catch  where error == .undecided {
                    throw error
                } catch {
                    continue
                }
            }
        }
        guard !paths.isEmpty else { throw .disjoint }
        return paths
    }

    private func segments(_ length: Int, _ hasSlash: Bool) throws(NoOverlap) -> [String] {
        var list: [String] = []
        for place in 0..<length { list.append(try text(sides.compactMap { $0.form(place) })) }
        guard hasSlash else {
            // An empty last segment is a final slash: the other case.
            if list.last?.isEmpty == true { throw .disjoint }
            return list
        }
        for form in sides.filter(\.isStrict).compactMap({ $0.form(length) }) where !form.takesEmpty {
            throw .disjoint
        }
        return list + [""]
    }

    private func text(_ forms: [TextForm]) throws(NoOverlap) -> String {
        guard let first = forms.first, let last = forms.last else { return variant == 0 ? "more" : "m\(variant)" }
        return try CommonText(place: .segment, variant: variant, work: work).text(first, last)
    }
}

extension TextForm {
    /// Whether it matches the empty text; captures do not.
    fileprivate var takesEmpty: Bool { SegmentMatcher(parts).literal == "" }
}
