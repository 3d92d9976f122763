extension Mistake {
    /// A rule that is not JSON, or not a rule.
    static let documents: [Mistake] = [
        .rule(
            "\u{FEFF}{\"match\":[\"/a\"],\"to\":{\"screen\":\"A\"}}",
            "line 1, column 1: The document begins with a byte order mark.",
            "Save the file as UTF-8 without byte order mark."),
        .rule(
            #"{“match”:["/a"]}"#, "line 1, column 2: “ is a typographic quotation mark.",
            "Write straight double quotes (U+0022)."),
        .rule(
            "{'match':['/a']}", #"line 1, column 2: Expected a name in double quotes, found "'"."#,
            "Write names in double quotes."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A"},}"#, "line 1, column 36: No value follows this comma.",
            "Remove the trailing comma."),
        .rule(
            #"{"match":["/a"] "to":{"screen":"A"}}"#,
            #"line 1, column 17: Expected "," or "}" after the member, found """."#, "Put a comma between members."),
        .rule(
            "// a rule\n{\"match\":[\"/a\"]}", "line 1, column 1: JSON has no comments.",
            #"Remove the comment; rules have a "note"."#),
        .rule("", "line 1, column 1: The document is empty.", "Send a JSON value."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A"}"#,
            "line 1, column 36: The document ends inside the object opened at line 1, column 1.", #"Close it with "}"."#
        ),
        .rule(
            #"{"match":["/a"],"match":["/b"],"to":{"screen":"A"}}"#,
            #"line 1, column 17: The name "match" occurs twice in one object."#, "Keep one of them."),
        .rule(#"{"match":["/a"],"too":{"screen":"A"}}"#, #"A rule has no member "too"."#, #"Did you mean "to"?"#),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A"},"priority":"high"}"#,
            #""priority" must be an integer, found a string."#, "Write it without quotes."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A"},"enabled":"yes"}"#,
            #""enabled" must be true or false, found a string."#, "Write true or false without quotes."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A"},"enabled":True}"#,
            #"line 1, column 47: Expected a value, found "True"."#, "Write true in lower case."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A"},"note":None}"#,
            #"line 1, column 44: Expected a value, found "None"."#, "Write null."),
        .rule(
            #"{"match":[],"to":{"screen":"A"}}"#, #""match" is an empty list."#,
            "Write at least one element, or leave it out."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A","redirect":"https://shop.example/"}}"#,
            #""to" has exactly one of "redirect", "screen" and "block"."#,
            #"Write {"screen": NAME}, {"redirect": TEMPLATE} or {"block": REASON}."#),
        .command(
            "rules add --app shop -", file: #"{"id":"cart","match":["/a"],"to":{"screen":"A"}}"#, 3,
            "There is a rule cart already. Choose another id, or replace the rule with `waymark"),
        .rule(
            #"{"id":"my rule","match":["/a"],"to":{"screen":"A"}}"#,
            #"A rule's id is 1 to 64 of a-z, 0-9, ".", "_" and "-"."#,
            "Begin with a letter or digit, in lower case; or leave the id out."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A"},"priority":1.5}"#, #""priority" must be an integer, found a number."#,
            "Numbers are whole here. Write it without quotes."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A"},"priority":99999999}"#,
            #""priority" is 99999999; it lies between -1000 and 1000."#, "Choose a number in that range."),
    ]
}
