extension SchemaMeanings {
    /// The components, a line each, sorted.
    static let components = """
        AddressDifference: an address that resolves differently
        AddressOutcome: the link must lead to an address
        AddressQuestion: an address to resolve, with the context of a client
        Adoption: the answers to clients in each hour
        AdoptionHour: the answers of one hour for a channel and a release
        AndroidApp: an app of Android
        AnswerOutcome: a browser must get an answer of this kind
        App: a namespace of rules, with one draft, releases and channels
        AppChanges: what changes of an app; what is absent or null stays
        AppPage: one page of apps
        AppleApp: an app of Apple's systems
        AuditChange: one change of a draft, of test addresses or of screens
        AuditContent: a rule, settings or the screens of a build
        AuditCut: what a cut of the audit has removed
        AuditCutOrder: which rows of the audit to remove
        AuditEntry: a row of the audit, which is never changed
        AuditEntryPage: one page of the audit
        AuditExportChange: a line of an export with a change of the row before
        AuditRow: a row of the audit with its changes
        AuditSettings: settings, or their length and SHA-256 where they are too long for a row
        AuditState: what an action left; which members it has depends on the action
        BlockDestination: the address is blocked
        BlockedOutcome: the address must be blocked
        Body: a release as clients read it; its SHA-256 is the release's digest
        BodyCondition: a condition in a body
        BodyNegatedCondition: a condition in a body that must not hold
        BodyPercentRollout: a fixed share of devices, in a body
        BodyRamp: a share that grows from start to end, in a body
        BodyRampRollout: a growing share of devices, in a body
        BodyRollout: a share of devices, in a body
        BodyRule: a rule as clients read it
        BuildScreens: the screens of one build
        BuildScreensPage: one page of builds with their screens
        Candidate: an alternative of a rule that was tried
        ChangeEvent: an event of the stream of changes
        ChangedRules: how many rules, and the first of them
        Channel: a name that points at a release, which clients follow
        ChannelTarget: the release that a channel shall point at
        Check: the findings that a publish of the draft would report
        Condition: a condition; all its members must hold
        ConsoleSession: a session of the console, with what its token may do
        Context: the facts about a client that conditions read
        CreatedToken: a token with its secret
        Destination: where a rule leads
        Difference: what differs between two drafts or releases
        Discard: the edits to undo
        Discarded: the draft after edits were undone
        Draft: the settings and rules that people edit
        DraftChange: the draft after a write, or as a dry run would store it
        DraftContent: the settings and rules of a draft
        EngineFile: a file of the engine for browsers
        EngineFiles: the files of the engine for browsers
        Expectation: a test address with the result that it must have
        Expectations: all test addresses of an app
        FailedOutcome: the address must fail
        Finding: one result of a check
        Head: what a channel serves at the moment
        HeadEvent: an event with a head
        Health: the process runs
        Hop: one rule that matched on the way
        HopExplanation: what was tried for one address of the trail
        HostOwner: the app that a host belongs to
        HostOwnerPage: one page of hosts
        Identity: what the token of the request may do
        IndexName: the name of a compiled index
        LatestEdit: the last edit of a rule, or of the settings
        Layers: the parameters by where they come from
        LinkDiagnosis: why a link opens the app on a phone, or does not
        LinkFiles: the three link files of a host, in the formats of the systems
        LinkPage: what browsers and previews show for links of a rule
        LinkQuestion: a link and a phone
        LinkSettings: what the settings say about links
        LinkSignIn: a sign-in with the code of a link
        LinkStep: what one part of the way does with a link
        ListedIndexName: the name of a compiled index, one of several
        LongText: the length and SHA-256 of what is too long for a row
        MeaningDifference: one of the addresses that change in the same way
        NegatedCondition: a condition that must not hold
        Node: a server of a database
        Nodes: the servers of a database
        Outcome: the result that a test address must have
        OwnSession: the session of the request
        PairResolution: the resolution of one address in one context
        Parameter: a parameter of a screen
        Pattern: a pattern of addresses, as one text or in parts
        PatternParts: the parts of a pattern; an absent one matches everything
        PatternTable: a table of CNRouter: patterns with their targets
        PatternTarget: where a pattern of CNRouter leads
        PercentRollout: a fixed share of devices
        Person: a person whom a proxy has signed in
        Poll: how often clients ask for the head
        Problem: a refusal (RFC 9457)
        ProblemItem: one mistake in a request
        ProxiedPerson: the person whom the proxy in front has signed in
        ProxySignIn: a sign-in as the person whom the proxy has signed in
        Publication: how to publish the draft
        Published: the release that a request has published
        Ramp: a share that grows from start to end
        RampRollout: a growing share of devices
        Readiness: whether requests should be sent to the server
        ReadinessCheck: the result of one check
        RedirectDestination: the address leads to another address
        Release: a release without its bytes
        ReleasePage: one page of releases
        ReleaseSurfaces: what a release keeps for links that systems and browsers open
        RemovedReleases: the releases of an app whose bytes were removed
        Resolution: where an address leads
        ResolutionFailure: why an address could not be resolved
        ResolutionOrder: addresses and contexts to resolve
        Resolutions: the resolutions of many addresses
        Restoration: how to publish the restored release
        RetentionPlan: what retention would remove of an app
        RetentionPlanPage: one page of what retention would remove
        RetentionRun: what retention has removed
        Rollout: a share of devices
        Rotation: how to replace the secret of a token
        Rule: a rule of a draft
        RuleDifference: a rule that differs, before and after
        RuleEdit: an edit of a rule
        RuleHistory: what a rule was
        RulePage: one page of rules
        RuleRestoration: which release a rule comes back from
        RuleVersion: a rule as a release has it
        ScreenDestination: the address leads to a screen of the app
        ScreenOutcome: the link must lead to a screen
        Screens: the screens of a build
        ServerSetting: a setting of the server
        ServerSettingPage: one page of the server's settings
        Session: a session of the console
        SessionPage: one page of sessions
        Settings: what holds for all rules of an app
        SignIn: a way to sign in to the console
        SignInLink: a link that signs a browser in
        Stores: the app's addresses in stores
        Summary: what a publish of the draft would change on a channel
        Surface: what is served at a host of links
        SystemsOutcome: these systems, and no others, must give the address to the app
        Token: a token; its secret is shown when it is made
        TokenPage: one page of tokens
        TokenSignIn: a sign-in with a token
        UnmatchedOutcome: no rule may match
        UnusedScreens: a build whose screens may be old
        VercelRedirect: a redirect of Vercel
        VercelTable: the redirects of a `vercel.json`
        Watchers: the open event streams of a channel
        Witness: an address with the context and the instant that show something
        """
}
