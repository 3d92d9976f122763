import RouteDocuments
import WebAddress

/// The content of a page, without markup.
struct AnswerPage: Equatable {
    /// A button.
    struct Action: Equatable {
        /// What it says.
        var text: String
        /// Where it leads.
        var address: String
        /// Whether a tap opens the app.
        var opensApp = false
    }

    /// The language.
    let language: PageLanguage
    /// The title of the window and of previews.
    var title: String
    /// The heading.
    var heading: String
    /// The sentence below the heading.
    var text: String
    /// The sentence above the steps; nil without steps.
    var stepsTitle: String?
    /// The steps out of an in-app browser.
    var steps: [String] = []
    /// The buttons; the first one stands out.
    var actions: [Action] = []
    /// The link to copy; nil for a page that leads nowhere.
    var link: String?
    /// A sentence about the link and a new installation.
    var hint: String?
    /// The code; nil for none.
    var code: String?
    /// The sentence below the title of previews.
    var description: String?
    /// The picture of previews.
    var image: String?
    /// The app's number in Apple's store, for the system's own banner; nil if it is not known.
    var storeNumber: String?
    /// The app's name.
    var app: String

    /// A page that leads nowhere, of a site or of an unknown host.
    init(_ kind: LinkAnswer.Kind, _ language: PageLanguage, _ site: LinkSite?) {
        let words = PageWords(language: language)
        self.language = language
        app = site?.host.title ?? "Waymark"
        heading = words.heading(kind, title: app)
        title = heading
        text = words.text(kind, app: app, isAppMissing: false)
    }

    init(_ kind: LinkAnswer.Kind, _ ladder: Ladder, _ found: FoundRule) {
        let (host, client) = (ladder.site.host, ladder.client)
        let words = PageWords(language: client.language)
        self.init(kind, client.language, ladder.site)
        title = found.title ?? host.title
        heading = words.heading(kind, title: title)
        description = found.description ?? host.description
        image = found.image ?? host.image
        link = ladder.target.href
        let isAppMissing = host.isSecond && ladder.hasApp && kind == .open
        text = words.text(kind, app: app, isAppMissing: isAppMissing)
        if kind == .inApp, let app = client.agent.inApp {
            steps = words.steps(InAppWords(app))
            stepsTitle = words.stepsTitle(isOnlyWay: ladder.open == nil)
        }
        if kind == .scan, ladder.target.fitsCode {
            code = try? QRCode(ladder.target.href).svg(label: words.code)
        }
        if kind != .preview, let open = ladder.open {
            actions.append(Action(text: words.open(app), address: open, opensApp: true))
        }
        for step in ladder.steps {
            if step == .web, let web = ladder.web { actions.append(Action(text: words.web, address: web)) }
            if step == .store, let store = ladder.store { actions.append(Action(text: words.store, address: store)) }
        }
        if ladder.system == .ios, ladder.hasApp {
            hint = words.deferred(app)
            storeNumber = ladder.storeNumber
        }
    }
}
