import TestSupport
import Testing

@Suite("Each refusal in HTTPWire cites its rule", .scheduled)
struct RefusalTests {
    @Test("each function that refuses a message cites a section of an RFC")
    func sections() {
        let refusal = /throw (\.malformed|RequestRefusal|ResponseRefusal|Self\.notHTTP|ReceivedHead\.notHTTP)/
        var found = 0
        for file in SourceTree.sources.files where file.target == "HTTPWire" && file.mentions(["throw"]) {
            for (number, line) in file.lines.enumerated() where line.firstMatch(of: refusal) != nil {
                found += 1
                #expect(
                    Self.function(around: number, in: file.lines).contains {
                        $0.firstMatch(of: /[Ss]ection \d/) != nil
                    },
                    "\(file.path):\(number + 1): \(line)")
            }
        }
        #expect(found > 40, "\(found) refusals were found")
    }

    /// The lines of a function up to one of them, with the comments above it.
    private static func function(around number: Int, in lines: [String]) -> ArraySlice<String> {
        let isComment = { (line: String) in line.drop { $0 == " " }.hasPrefix("//") }
        let isBeginning = { (line: String) in line.firstMatch(of: /\b(func |init\()/) != nil }
        var first = lines[...number].lastIndex(where: isBeginning) ?? number
        while first > 0, isComment(lines[first - 1]) || lines[first - 1].contains("@inline") { first -= 1 }
        return lines[first...number]
    }
}
