extension AnswerPage {
    /// The page as HTML; all values are escaped.
    func html(_ style: PageStyle) -> String {
        """
        <!doctype html><html lang="\(language.rawValue)"><head><meta charset="utf-8">\
        <meta name="viewport" content="width=device-width,initial-scale=1"><title>\(Self.escaped(title))</title>\
        <meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">\(previewTags)\(banner)\
        <style>\(style.sheet)</style></head><body><main>\(icon(style))<h1>\(Self.escaped(heading))</h1>\
        \(sentence)\(code ?? "")\(ways)\(copyText)</main>\
        \(link == nil ? "" : "<script>\(PageStyle.script)</script>")</body></html>
        """
    }

    /// Open Graph (<https://ogp.me>) and the card of X.
    private var previewTags: String {
        guard let link else { return "" }
        var tags = [
            ("og:type", "website"), ("og:title", title), ("og:site_name", app), ("og:url", link),
            ("og:locale", language.territory),
        ]
        if let description { tags.append(("og:description", description)) }
        if let image { tags += [("og:image", image), ("og:image:alt", title)] }
        let text = tags.map { "<meta property=\"\($0.0)\" content=\"\(Self.escaped($0.1))\">" }.joined()
        return text + "<meta name=\"twitter:card\" content=\"\(image == nil ? "summary" : "summary_large_image")\">"
    }

    /// The banner of Safari, which shows whether the app is there
    /// (<https://developer.apple.com/documentation/webkit/promoting-apps-with-smart-app-banners>).
    private var banner: String {
        guard let storeNumber, let link else { return "" }
        // The address has no comma here: a comma would begin another value.
        let argument = link.replacing(",", with: "%2C")
        return
            "<meta name=\"apple-itunes-app\" content=\"app-id=\(storeNumber), app-argument=\(Self.escaped(argument))\">"
    }

    private func icon(_ style: PageStyle) -> String {
        style.icon.map { "<img src=\"\(Self.escaped($0))\" alt=\"\" width=\"72\" height=\"72\">" } ?? ""
    }

    /// Whether the steps are the first way on: then they stand in place of the sentence and above the buttons.
    private var beginsWithSteps: Bool { !steps.isEmpty && actions.first?.opensApp != true }

    private var sentence: String { beginsWithSteps ? "" : "<p>\(Self.escaped(text))</p>" }

    private var ways: String { beginsWithSteps ? stepList + buttons : buttons + stepList }

    private var stepList: String {
        guard let stepsTitle, !steps.isEmpty else { return "" }
        let list = steps.map { "<li>\(Self.escaped($0))</li>" }.joined()
        return "<p>\(Self.escaped(stepsTitle))</p><ol>\(list)</ol>"
    }

    private var buttons: String {
        // A list, because programs without the style sheet would write the buttons as one word.
        let items = actions.enumerated().map { index, action in
            let mark = index == 0 ? " class=\"first\"" : ""
            return "<li><a\(mark) href=\"\(Self.escaped(action.address))\">\(Self.escaped(action.text))</a></li>"
        }
        return items.isEmpty ? "" : "<ul>\(items.joined())</ul>"
    }

    /// The link as text, which programs without forms show whole; the script adds the button.
    private var copyText: String {
        guard let link else { return "" }
        let words = PageWords(language: language)
        return """
            <dl><dt>\(words.link)</dt>\
            <dd id="link" data-copy="\(words.copy)" data-done="\(words.copied)">\(Self.escaped(link))</dd></dl>\
            <p id="done" role="status"></p>\(hint.map { "<p>\(Self.escaped($0))</p>" } ?? "")
            """
    }

    /// Text for an element or an attribute in quotes (HTML standard, section 13.1.2.3).
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            // NUL and other control characters are no characters of a document.
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): escaped.append(" ")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
