extension Mistake {
    /// Patterns that no address could be meant by.
    static let patterns: [Mistake] = [
        .rule(
            #"{"match":["cart"],"to":{"screen":"A"}}"#, "The pattern begins neither with a scheme nor with /.",
            "Write https://host/path, app://host/path, or /path for every origin of the app."),
        .rule(#"{"match":["/a/(x"],"to":{"screen":"A"}}"#, "The parenthesis is never closed.", "Add )."),
        .rule(
            #"{"match":["/blog*"],"to":{"screen":"A"}}"#,
            "* and repeated captures are allowed only as the whole last segment, or leftmost in a",
            "Write /…/* or /…/:name+, or :name for one segment."),
        .rule(
            #"{"match":["/item/:id(.*)"],"to":{"screen":"A"}}"#, "An enumeration consists of plain words.",
            #"Write words, :kind(news|blog), or a run, :id(\d+), :slug([a-z0-9\-]+),"#),
        .rule(
            #"{"match":["/a/:x:y"],"to":{"screen":"A"}}"#, "Two captures need text between them.",
            "Put text between them, such as :a-:b."),
        .rule(
            #"{"match":["/a/:x/:x"],"to":{"screen":"A"}}"#, "“:x” occurs twice in the pattern.",
            "Give each capture a name of its own."),
        .rule(
            #"{"match":["/a/:"],"to":{"screen":"A"}}"#, "This colon is not followed by a name.",
            #"Begin the name with a letter or _, or write \: for the colon itself."#),
        .rule(
            #"{"match":["/a#top"],"to":{"screen":"A"}}"#, "Patterns do not match fragments.",
            "Leave out # and what follows; write %23 for a number sign in the path."),
        .rule(
            #"{"match":["/a/../b"],"to":{"screen":"A"}}"#, "No parsed address has the segment ..",
            "Write the path without it."),
        .rule(
            #"{"match":["javascript:alert(1)"],"to":{"screen":"A"}}"#,
            "A colon before a letter begins the name of a capture, so the pattern has no scheme.",
            #"Write https://host/path; without a host, escape the colon: mailto\:a*, in JSON mailto\\:a*."#),
        .rule(
            #"{"match":["/a/[0-9]+"],"to":{"screen":"A"}}"#,
            "This modifier has nothing before it that it could repeat or make optional.",
            #"Write \+ for the character itself."#),
    ]
}
