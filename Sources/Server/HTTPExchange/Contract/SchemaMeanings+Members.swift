extension SchemaMeanings {
    /// The members and the parameters of paths, sorted: `word: meaning`, or `Component.word: meaning` for another one there.
    static let members = """
        AddressDifference.from: the result on the old side
        AddressDifference.to: the result on the new side
        AddressOutcome.address: the address that the link must lead to
        AddressOutcome.status: the status of the redirect that a browser must get
        AndroidApp.sha256: the SHA-256 of the certificates: pairs of capital hexadecimal digits with `:` between
        App.channels: the channels of the app
        AuditChange.expectations: the change is one of test addresses
        AuditChange.screens: the change is one of the screens of a build
        AuditChange.settings: the change is one of the settings
        AuditContent.hosts: hosts whose links the build declares, each with its path patterns
        AuditCutOrder.before: rows before this instant are removed; at least 24 hours ago
        AuditEntry.from: the address that the request came from
        AuditExportChange.change: one of the changes of the row
        AuditRow.total: how many changes the row has
        AuditState.address: the address of the browser of a session
        AuditState.apps: the apps that a token is limited to; null for all
        AuditState.from: the release that the content was taken from
        AuditState.reason: why the epoch was raised
        AuditState.releases: the numbers of the releases whose bytes were removed
        AuditState.rule: the rule
        AuditState.version: the number of a release, or the version of a build; null for none
        BodyPercentRollout.percent: the share of devices: hundredths of a percent in format 1, else percent
        BodyRamp.from: the share at the start
        BodyRamp.to: the share at the end
        BuildScreens.hosts: hosts whose links the build declares, each with its path patterns
        BuildScreens.version: the version of the build
        BuildScreensPage.screens: the screens of each build
        ChangeEvent.id: the place in the stream: `Last-Event-ID` of the next request
        ChangedRules.rules: the ids of the first of these rules
        Condition.after: the rule holds from this instant on
        Condition.before: the rule holds until this instant
        ConsoleSession.apps: the apps that the session is for, or `all`
        CreatedToken.apps: the apps that the token is for, or `all`
        CreatedToken.token: the secret, which is shown this once
        Difference.addresses: addresses that resolve differently, stored test addresses first
        Difference.settings: whether the settings differ
        Discard.rules: the ids of rules whose edits are undone; by default everything
        Discarded.rules: how many rules the draft has now
        Discarded.settings: whether the settings were put back
        DraftChange.release: the release that the request published
        DraftChange.rules: how many rules the draft has
        Finding.rules: the ids of the rules that it is about
        HeadEvent.id: the position of the head, epoch and sequence
        Health.status: `ok` while the process runs
        Hop.from: the address that the rule matched
        Hop.to: the address that it leads to; absent for the last one
        Identity.apps: the apps that the token is for, or `all`
        LatestEdit.rule: the id of the rule; null for the settings
        Layers.path: parameters from the path
        LinkDiagnosis.notes: what is no step of the link and yet decides what a device has
        LinkSignIn.code: the code of a sign-in link
        LinkStep.next: what to do about it
        MeaningDifference.from: the result on the old side
        MeaningDifference.to: the result on the new side
        NegatedCondition.after: the condition holds from this instant on
        NegatedCondition.before: the condition holds until this instant
        Node.version: the version of the server
        PairResolution.address: the place of the address in the request, from 0
        PairResolution.context: the place of the context in the request, from 0
        PercentRollout.by: what a device is counted by: `deviceID`, which is the default, or the name of an attribute
        Person.apps: the apps that the person may use, or `all`
        Problem.id: the id of the token that the first request has made
        Problem.removed: how many rules the publish would remove
        ProxySignIn.origin: says that the proxy's sign-in is to be used
        Published.channel: the channel that points at the release now
        Ramp.from: the share at the start
        Ramp.to: the share at the end
        RampRollout.by: what a device is counted by: `deviceID`, which is the default, or the name of an attribute
        RedirectDestination.query: `keep`, the default, adds the query of the address to the redirect; `drop` does not
        Release.rules: how many rules the release has
        ReleaseSurfaces.files: the link files of each host
        ReleaseSurfaces.rules: what rules say about links, by their ids
        RemovedReleases.releases: how many releases
        Resolution.address: the address to open, of the outcome `address`
        Resolution.parameters: the parameters of all layers by name; a list for a capture of several segments
        Resolution.reason: the reason of the block
        Resolution.version: the number of the release; 0 for a draft
        RetentionPlan.releases: how many releases a run would remove
        RetentionRun.removed: what was removed, by app
        RuleHistory.edits: the edits of the rule between these releases, the newest first
        RuleHistory.releases: the releases that changed the rule, the newest first
        RuleRestoration.from: the number of the release whose rule comes back
        RuleVersion.rule: the rule as the release has it; null if it has none
        ScreenDestination.parameters: parameters that the screen gets besides those of the address
        Screens.hosts: hosts whose links the build declares, each with its path patterns
        ServerSetting.source: the flag, the variable or the place in a file that the value comes from, or `default`
        ServerSettingPage.settings: the settings of the server, in their order
        Session.address: the client's address at the sign-in
        Session.current: whether it is the session of the request
        SignInLink.path: the path of the link, which can be used once
        Summary.current: the release that the channel points at; null for none
        Summary.edits: the last edit of each rule that differs, and of the settings
        Summary.errors: how many findings block a publish
        Summary.next: the number that the next release gets
        Summary.rules: how many rules a publish would have
        Summary.settings: whether the settings differ
        Token.apps: the apps that the token is for, or `all`, the default
        TokenSignIn.token: the secret of a token
        UnusedScreens.version: the version of the build
        VercelRedirect.source: the pattern of paths
        action: what was done, such as `rule.replace`
        added: the rules that only the new side has
        address: an address
        addresses: the addresses
        addressesLeftOut: how many further addresses resolve differently
        after: what it was after the change; absent if it was removed
        against: the release that the draft is compared with; null for none
        allow: warnings that the rule has on purpose: their codes, or a reason for each code
        allowShrink: publish even if no rule is left, or more than half of the channel's rules leave
        allowed: how many warnings the rules allow
        alternative: the number of the alternative within the rule, over all its patterns, from 0
        android: what is for Android
        answer: the kind of answer that a browser must get
        answers: whether this server is the one that answers
        app: the name of the app
        appID: Apple's application identifier, with the team's prefix
        appVersion: the version of the app; in conditions a comparison such as `>=5 <7`
        apple: what is for systems of Apple
        apps: the apps
        at: an instant; in requests the default is now
        attributes: the app's own attributes by name; in conditions each with the values that hold
        audit: rows of the audit, the newest first
        author: the name of the token or person that published it
        authority: for each scheme, whether `//` is followed by a host or by the first segment of the path
        authors: the names of all who edited what differs
        away: whether the database cannot be reached
        base: the position of the channel that was reviewed: a publish is refused if it has moved since
        before: what it was before the change; absent if it is new
        behindSeconds: for how many seconds the server has not applied all changes
        block: the reason why the address is blocked, which the app may show
        blocked: true, or the reason that the block must have
        blocks: whether a publish would be refused
        body: the path of the body
        build: the build channel of the app, such as `beta`
        by: the name of the token or person that did it
        bytes: the length in bytes
        campaign: names of query parameters whose values are handed over beside the link, such as `utm_source`
        candidates: the alternatives that were tried, in order, up to the one that won
        carried: parameters that redirects have carried on
        change: what happened to it
        changed: the rules that both sides have, but not the same
        changedAt: when it was last changed
        changes: each change
        changesBy: what applies another value: SIGHUP or a restart
        changesLeftOut: how many further rules differ
        channel: the name of a channel
        channels: the channels that the token is limited to, as `app/channel`
        checks: the result of each check by its name
        claim: path patterns that the systems give to the app; by default those that follow from the rules
        class: the screen
        code: the code of what is wrong; it never changes
        colour: the colour of the first button of pages, `#` and six hexadecimal digits
        column: the column in the request's body, from 1
        complete: whether all changes of the row are stored
        component: the part of the address, or the condition, that does not match
        constants: parameters that the rule sets
        contentDigest: the SHA-256 of what a release says, without its version and time
        context: the facts about a client
        contexts: the contexts; by default one that says nothing
        count: how many
        createChannel: make the channel if it does not exist; needs `public`
        createdAt: when it was made
        createdBy: the id of the token that made it
        current: the entity tag of the present state
        damaged: releases whose stored draft cannot be read
        data: the content of the event as JSON
        description: the text under the title in a preview of the link
        destination: the address that the redirect leads to
        destinations: places outside of the origins that redirects may lead to
        detail: what happened, for people
        deviceID: the id by which rollouts choose devices
        difference: what the draft would change in the stored one
        digest: the SHA-256 of the bytes
        discarded: the rules whose edits were undone
        draft: the draft
        draftRevision: the revision of the draft after the publish
        editsIncomplete: whether older edits are not known any more
        enabled: whether the rule takes part; true by default
        end: when the share has reached its last value
        endsAt: when the session or link ends
        epoch: the number that grows when a store is put back, before `sequence` counts
        errors: each mistake, with its position in the request
        event: the name of the event
        exists: whether the channel exists
        expect: the result that the address must have
        expectations: test addresses with the results that they must have
        expiresAt: when it ends; by default never
        explain: also answer with the candidates that were tried
        explanation: the candidates that were tried, for each address of the trail
        failed: true, or the code that the failure must have
        failure: why the address could not be resolved
        fallback: the ways on where the app does not open a link, in their order
        files: the files
        findings: the results of the check
        findingsLeftOut: how many further findings there are
        forced: whether edits of the draft or findings were overruled
        format: the number of the format
        from: where it begins
        groups: the groups of the person at the proxy
        gzipBytes: the length of the gzip coding in bytes
        harmony: what is for HarmonyOS
        hash: the SHA-256 of the row, which covers `previousHash`
        heads: how many heads were answered
        hint: what to write instead
        host: the name of a host
        hostname: a pattern of the host
        hosts: hosts
        hour: the beginning of the hour
        hours: the counts of each hour, channel and release
        icon: the address of the app's icon
        id: the id
        idleSeconds: after how many seconds without a request the session ends
        ignoreCase: whether paths match in capital and small letters
        image: the address of a picture that previews of a link show
        inApp: the app whose own browser opened the link
        incomplete: whether a limit was reached, so that further addresses may differ
        index: the compiled index of the release, or one for each format
        instance: the URI of this occurrence, made from the request id
        integrity: the value for Subresource Integrity
        interval: how many seconds clients wait between two polls
        ios: the address in Apple's store
        jitter: up to how many further seconds, by chance, clients wait
        keepDays: releases of the last days that are kept
        keepReleases: how many of the newest releases are kept
        lastUsedAt: when it was last used, to the minute
        layers: the parameters by where they come from
        leftOut: how many resolutions are not in the answer, because it would be too long
        line: the line in the request's body, from 1
        locale: the language of the client; in conditions ranges such as `zh-Hans`
        match: the patterns of addresses; the server also takes one pattern without a list
        may: the operations that the token may use
        meanings: one address for each kind of change
        mediaType: the media type
        message: what changes, for those who read the list of releases
        missing: of what kind the missing thing is
        more: whether there is more to do: send the request again
        moved: the rules whose order among the others differs
        name: the name
        nearestMiss: the alternative that matched most of the address; absent if one won
        needs: features that a client must have to use the rule
        never: path patterns that the systems never give to the app
        next: the cursor of the next page; null on the last one
        nodes: the servers of the database, by name
        not: the rule holds where this condition does not
        notProved: rules for which a limit left open whether further addresses differ
        note: a note for those who edit the rule
        notes: what the publisher says about the release besides the message
        number: the number of the change within its row, from 0
        ok: whether the check succeeded
        only: the rules of the draft that are published; by default all
        opens: whether the link opens the app
        order: the rules' alternatives in the order in which they are tried: pairs of a rule's place and an alternative
        origin: how the session was begun
        original: the address as it was given
        origins: the app's own hosts on the web, which patterns without a host are for
        os: the operating system of the phone
        osVersion: the version of the operating system; in conditions a comparison
        outcome: what became of the address
        overlapSeconds: for how many seconds the old secret stays valid
        package: the application ID
        parameters: the parameters by name
        passed: whether the step leads on to the app
        path: the path
        pathname: a pattern of the path
        percent: the share of devices in percent
        permanent: whether browsers may keep the redirect (301)
        person: the person
        platform: the word for a platform, such as `ios`
        pointer: the place in the request's body (RFC 6901)
        poll: how often clients ask for the head
        port: the port; empty for the default
        position: the position up to which the server has applied changes
        previousHash: the hash of the row before
        previousUntil: until when the secret before the rotation is valid
        priority: rules with a higher one are tried first; 0 by default
        protocol: a pattern of the scheme
        proxy: the proxy that the person signed in with
        public: whether clients need no token for it
        publicReleases: of a move that made the channel private: how many releases clients still read without a token
        publishedAt: when it was published
        query: parameters from the query
        ramp: a share that grows with time
        ready: whether requests should be sent here
        reason: the exact mistake where the code is a kind of mistakes
        received: how many bodies were sent
        redirect: the address template that the rule leads to
        redirectUrl: the address that the pattern leads to; it wins over `class`
        redirects: the redirects
        region: the region of the client, a code of ISO 3166
        release: the number of a release, or `draft`; by default that of the channel
        releases: releases
        removed: the rules that only the old side has
        removedAt: when retention removed the bytes
        replace: whether a session of another token or person in this browser ends
        replaced: how many answers a newer release took the place of before they were sent
        resolution: where the address leads for the context
        resolutions: the resolutions of all pairs of address and context
        resource: the present state of the resource, as GET answers it; null if there is none
        restoredFrom: the release that it restores
        retention: what retention would remove, by app
        retentionDays: for how many days releases are kept
        retentionReleases: how many of the newest releases are kept
        revision: the number of the last change, as in the entity tag
        role: the role: `viewer`, `editor`, `publisher` or `admin`
        rollout: the share of devices that the rule is for
        row: the row of the audit
        rows: how many rows were removed
        rule: the id of a rule
        rules: rules
        salt: another text gives another choice of devices
        schemes: the app's own schemes
        screen: the name of the screen
        screens: the screens by name, each with its parameters; `?` behind the name of one that may be absent
        search: a pattern of the query
        secondHost: another host of the app: a tap on a page of this host opens the app there
        seenAt: when the server last said so
        sequence: the position, a number that grows
        served: how many rules the channel serves
        session: the session
        sessions: the sessions
        settings: the settings
        severity: `error` blocks a release, `warning` does not
        sha256: the SHA-256 in hexadecimal digits
        shrinks: whether a publish needs `allowShrink`
        signedIn: whether a person is signed in to the app
        situations: how many addresses, contexts and instants it stands for
        source: where the link was opened, such as `push`
        start: when the share begins to grow
        startedAt: when the server was started
        status: the HTTP status
        steps: what each part of the way says, in order
        store: the kind of database
        stored: whether it is one of the stored test addresses
        stores: the address in a store, by operating system
        streams: how many event streams were opened
        strictSlash: whether a slash at the end of a path counts
        surface: the part of the way: app, system or web
        surfaces: what is served at each host of links
        systems: the systems that must give the address to the app
        text: what was found
        through: the last row that was removed
        title: the title
        to: where the address leads
        token: the id of the token
        tokenId: the id of the token of the session
        tokens: the tokens
        total: how many items the whole list has
        trail: the redirects and the last match, in order
        transition: how the screen appears: `show`, `present` or the app's own word
        type: the code of the problem as a URN; programs compare it
        unchanged: how many 304 were answered
        unmatched: no rule may match the address
        unpublished: whether the draft has edits that are in no release
        unusedChannels: channels that did not move for these days; a run does not delete them
        unusedScreens: screens of old builds that were not replaced for these days; a run does not delete them
        url: the address
        value: the value
        verdict: `won`, or `failed` with the reason in `detail`
        version: the number of a release
        versions: the numbers of the releases, the oldest first
        warnings: how many findings do not block a publish
        watchers: the event streams that are open now, by channel
        web: where a link leads in a browser, if its rule says nothing else
        when: the condition of the rule
        witness: an address that shows it, with a context and an instant if they matter
        witnesses: how many addresses were compared
        wrong: the part of the way that keeps the link from the app
        {}.digest: the SHA-256 of the bytes, as the head names it
        {}.file: the name of the file, as the list of files has it
        {}.from: the number of the old release
        {}.id: the id of the rule, the token or the session
        {}.sequence: the number of the row
        {}.to: the number of the new release
        {}.version: the number of a release; of screens, the version of a build
        """
}
