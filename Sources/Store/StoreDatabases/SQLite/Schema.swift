import ReleaseStore
import StoreRecords

extension Migration {
    /// All steps of the schema, in order.
    static let all = [
        Migration(name: "1 foundation", script: foundation + apps + releases + access + trail),
        Migration(name: "2 channels and rotation of tokens", script: tokenChannels),
        Migration(name: "3 audit by rule", script: auditParts + auditSearch),
        Migration(name: "4 deleted channels", script: deletedChannels),
        Migration(name: MigrationName.retention, script: retention),
        Migration(name: "6 screens by name", script: screenNeeds),
        Migration(name: "7 cuts of the audit", script: auditCuts),
        Migration(name: "8 notes of releases", script: releaseNotes),
        Migration(name: "9 shares in percent", script: sharesInPercent) { session, stamp throws(StoreError) in
            try ShareConversion(session).run(stamp)
        },
        Migration(name: MigrationName.indexes, script: compiledIndexes),
        Migration(name: "11 sessions of the console", script: consoleSessions),
        Migration(name: "12 hosts of apps", script: hosts),
        Migration(name: "13 sessions of people without a token", script: personSessions),
        Migration(name: "14 surfaces of releases", script: releaseSurfaces),
        Migration(name: "15 revisions of screens", script: screenRevisions),
        Migration(name: "16 adoption of releases", script: adoption),
        Migration(name: MigrationName.digests, script: blobDigests) { session, _ throws(StoreError) in
            // Here and not with their table, because bytes are read and written with digests.
            try session.makeIndexesOfChannels()
            try session.addDigests()
        },
        Migration(name: MigrationName.settledTime, script: MigrationName.settledTimeColumns("INTEGER")),
        Migration(name: MigrationName.identity, script: "ALTER TABLE facts ADD COLUMN identity TEXT;"),
    ]

    /// `facts` holds exactly one row.
    ///
    /// `is_copy` is set in backups: opening one needs no head file.
    private static let foundation = """
        PRAGMA application_id = \(applicationID);
        CREATE TABLE migrations (
            ordinal INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, applied_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE facts (
            id INTEGER PRIMARY KEY CHECK (id = 1), epoch INTEGER NOT NULL, created_at INTEGER NOT NULL,
            is_copy INTEGER NOT NULL DEFAULT 0, probed_at INTEGER
        ) STRICT;
        """

    /// A deleted app keeps its row, so that its name cannot be used again.
    ///
    /// Each rule is a row, so that an edit of one rule changes one row; positions have gaps after deletions.
    private static let apps = """
        CREATE TABLE apps (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK (length(name) > 0), title TEXT NOT NULL,
            poll_interval INTEGER NOT NULL, poll_jitter INTEGER NOT NULL, revision INTEGER NOT NULL,
            next_version INTEGER NOT NULL, created_at INTEGER NOT NULL, deleted_at INTEGER
        ) STRICT;
        CREATE TABLE drafts (
            app_id INTEGER PRIMARY KEY REFERENCES apps (id), revision INTEGER NOT NULL,
            published_revision INTEGER NOT NULL, settings TEXT NOT NULL, changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE draft_rules (
            app_id INTEGER NOT NULL REFERENCES drafts (app_id), position INTEGER NOT NULL, id TEXT NOT NULL,
            json TEXT NOT NULL, PRIMARY KEY (app_id, position), UNIQUE (app_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE expectations (
            app_id INTEGER PRIMARY KEY REFERENCES apps (id), revision INTEGER NOT NULL, json TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE screens (
            app_id INTEGER NOT NULL REFERENCES apps (id), platform TEXT NOT NULL, version TEXT NOT NULL,
            json TEXT NOT NULL, changed_at INTEGER NOT NULL, PRIMARY KEY (app_id, platform, version)
        ) STRICT, WITHOUT ROWID;
        """

    /// Bytes are in separate tables, so that listing and marking a release does not read them.
    ///
    /// Numbers of blobs are never used again (AUTOINCREMENT), so that the number of a failed publish never names the
    /// bytes of another one.
    private static let releases = """
        CREATE TABLE blobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT, byte_count INTEGER NOT NULL, is_staged INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX blobs_staged ON blobs (id) WHERE is_staged = 1;
        CREATE TABLE blob_chunks (
            blob_id INTEGER NOT NULL REFERENCES blobs (id), ordinal INTEGER NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (blob_id, ordinal)
        ) STRICT;
        CREATE TABLE releases (
            app_id INTEGER NOT NULL REFERENCES apps (id), version INTEGER NOT NULL CHECK (version > 0),
            digest TEXT NOT NULL CHECK (length(digest) = 64), content_digest TEXT NOT NULL,
            published_at INTEGER NOT NULL, message TEXT NOT NULL, author_id TEXT, author_name TEXT NOT NULL,
            author_address TEXT NOT NULL, rule_count INTEGER NOT NULL, body_bytes INTEGER NOT NULL,
            gzip_bytes INTEGER NOT NULL, was_public INTEGER NOT NULL, restored_from INTEGER,
            PRIMARY KEY (app_id, version), UNIQUE (app_id, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE release_contents (
            app_id INTEGER NOT NULL, version INTEGER NOT NULL, body_blob INTEGER NOT NULL REFERENCES blobs (id),
            gzip_blob INTEGER NOT NULL REFERENCES blobs (id), draft_blob INTEGER NOT NULL REFERENCES blobs (id),
            findings BLOB NOT NULL, PRIMARY KEY (app_id, version),
            FOREIGN KEY (app_id, version) REFERENCES releases (app_id, version)
        ) STRICT;
        CREATE TABLE channels (
            app_id INTEGER NOT NULL REFERENCES apps (id), name TEXT NOT NULL, version INTEGER,
            is_public INTEGER NOT NULL, sequence INTEGER NOT NULL, changed_at INTEGER NOT NULL,
            PRIMARY KEY (app_id, name), FOREIGN KEY (app_id, version) REFERENCES releases (app_id, version)
        ) STRICT, WITHOUT ROWID;
        """

    private static let access = """
        CREATE TABLE tokens (
            id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, has_all_apps INTEGER NOT NULL,
            secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32), expires_at INTEGER,
            created_at INTEGER NOT NULL, created_by TEXT, last_used_at INTEGER
        ) STRICT;
        CREATE TABLE token_apps (
            token_id TEXT NOT NULL REFERENCES tokens (id) ON DELETE CASCADE, app TEXT NOT NULL,
            PRIMARY KEY (token_id, app)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE answers (
            token TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, key TEXT NOT NULL,
            body_digest BLOB NOT NULL, at INTEGER NOT NULL, status INTEGER NOT NULL, fields TEXT NOT NULL,
            body BLOB NOT NULL, PRIMARY KEY (token, method, path, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX answers_by_age ON answers (at);
        """

    /// `previous_hash` is of the secret before a rotation, which is valid until `previous_until`.
    private static let tokenChannels = """
        CREATE TABLE token_channels (
            token_id TEXT NOT NULL REFERENCES tokens (id) ON DELETE CASCADE, app TEXT NOT NULL, channel TEXT NOT NULL,
            PRIMARY KEY (token_id, app, channel)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE tokens ADD COLUMN previous_hash BLOB CHECK (length(previous_hash) = 32);
        ALTER TABLE tokens ADD COLUMN previous_until INTEGER;
        """

    /// A deleted channel keeps its row with its sequence, so that a channel of that name continues it: clients compare
    /// (epoch, sequence), and one such pair must never name two heads.
    private static let deletedChannels = """
        ALTER TABLE channels ADD COLUMN deleted_at INTEGER;
        """

    /// `left_at` is when a channel last stopped pointing at the release.
    ///
    /// For earlier times it is unknown, and the instant of this migration counts. A release with `removed_at` has no row in
    /// `release_contents`. The columns of `apps` are NULL where the server's settings are valid.
    private static let retention = """
        ALTER TABLE releases ADD COLUMN left_at INTEGER;
        ALTER TABLE releases ADD COLUMN removed_at INTEGER;
        ALTER TABLE apps ADD COLUMN retention_releases INTEGER;
        ALTER TABLE apps ADD COLUMN retention_days INTEGER;
        ALTER TABLE facts ADD COLUMN retention_at INTEGER;
        """

    /// The screens of all builds by their names, so that a check reads only what its rules name.
    ///
    /// `parameters` is the JSON list of what the screen needs in that build. json_each cuts a name at a NUL; such a
    /// name is left out.
    private static let screenNeeds = """
        CREATE TABLE screen_needs (
            app_id INTEGER NOT NULL REFERENCES apps (id), name TEXT NOT NULL, platform TEXT NOT NULL,
            version TEXT NOT NULL, parameters TEXT NOT NULL, PRIMARY KEY (app_id, name, platform, version)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO screen_needs (app_id, name, platform, version, parameters)
            SELECT s.app_id, e.key, s.platform, s.version, e.value FROM screens s, json_each(s.json, '$.screens') e
            WHERE instr(s.json, '\\u0000') = 0 OR instr(s.json, e.key || '\\u0000') = 0;
        """

    /// Rows of the audit up to `through` may be deleted; `sequence` is the row of the audit that says so.
    ///
    /// A piece may be deleted when no row has it.
    private static let auditCuts = """
        CREATE TABLE audit_cuts (sequence INTEGER PRIMARY KEY, through INTEGER NOT NULL) STRICT;
        DROP TRIGGER audit_is_never_cut;
        CREATE TRIGGER audit_is_never_cut BEFORE DELETE ON audit
            WHEN OLD.sequence > coalesce((SELECT max(through) FROM audit_cuts), 0)
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        DROP TRIGGER audit_parts_are_never_cut;
        CREATE TRIGGER audit_parts_are_never_cut BEFORE DELETE ON audit_parts
            WHEN OLD.sequence > coalesce((SELECT max(through) FROM audit_cuts), 0)
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        DROP TRIGGER audit_pieces_are_never_cut;
        CREATE TRIGGER audit_pieces_are_never_cut BEFORE DELETE ON audit_pieces
            WHEN EXISTS (SELECT 1 FROM audit_parts WHERE before_piece = OLD.id OR after_piece = OLD.id)
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        """

    /// What the publisher of a release says about it besides its message; releases of older layouts have none.
    private static let releaseNotes = """
        ALTER TABLE releases ADD COLUMN notes TEXT;
        """

    /// Drafts of releases, and rows of the audit before `percent_from`, have shares in hundredths of a percent as long as
    /// they exist; those of drafts are rewritten with this migration.
    private static let sharesInPercent = """
        ALTER TABLE release_contents ADD COLUMN has_hundredths INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE facts ADD COLUMN percent_from INTEGER NOT NULL DEFAULT 0;
        UPDATE facts SET percent_from = (SELECT coalesce(max(sequence), 0) + 1 FROM audit);
        """

    /// The compiled indexes of bodies in gzip, one for each format.
    ///
    /// `digest` and `byte_count` are of the file without gzip.
    private static let compiledIndexes = """
        CREATE TABLE release_indexes (
            body_digest TEXT NOT NULL CHECK (length(body_digest) = 64), format INTEGER NOT NULL,
            digest TEXT NOT NULL CHECK (length(digest) = 64), byte_count INTEGER NOT NULL, gzip_bytes INTEGER NOT NULL,
            gzip_blob INTEGER NOT NULL REFERENCES blobs (id), PRIMARY KEY (body_digest, format)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX release_indexes_by_digest ON release_indexes (digest);
        """

    /// `token_hash` is of the token's secret at sign-in: when the token has another secret, the session has ended.
    private static let consoleSessions = """
        CREATE TABLE sessions (
            id TEXT NOT NULL PRIMARY KEY, token_id TEXT NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
            token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
            secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32), origin TEXT NOT NULL,
            address TEXT NOT NULL, created_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sessions_by_token ON sessions (token_id);
        """

    /// `revision` is the number of the audit's row that wrote the host.
    private static let hosts = """
        CREATE TABLE hosts (
            name TEXT NOT NULL PRIMARY KEY, app_id INTEGER NOT NULL REFERENCES apps (id), revision INTEGER NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX hosts_by_app ON hosts (app_id);
        """

    /// `groups` is a JSON list of texts: what the proxy at `proxy` said of the person at sign-in.
    private static let personSessions = """
        CREATE TABLE person_sessions (
            id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, groups TEXT NOT NULL, proxy TEXT NOT NULL,
            secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32), origin TEXT NOT NULL,
            address TEXT NOT NULL, created_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX person_sessions_by_person ON person_sessions (person);
        CREATE INDEX person_sessions_by_age ON person_sessions (created_at);
        """

    /// What releases keep beside their bodies; releases that keep nothing have no row.
    private static let releaseSurfaces = """
        CREATE TABLE release_surfaces (
            app_id INTEGER NOT NULL, version INTEGER NOT NULL, document BLOB NOT NULL, PRIMARY KEY (app_id, version),
            FOREIGN KEY (app_id, version) REFERENCES releases (app_id, version)
        ) STRICT;
        """

    /// `revision` is the number of the audit's row that wrote the screens; those written before this step have 1.
    private static let screenRevisions = "ALTER TABLE screens ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;"

    /// Numbers of answers to clients in each hour, by the release that they were about; nothing about any client.
    private static let adoption = """
        CREATE TABLE adoption (
            app_id INTEGER NOT NULL REFERENCES apps (id), hour INTEGER NOT NULL, channel TEXT NOT NULL,
            version INTEGER NOT NULL, received INTEGER NOT NULL, unchanged INTEGER NOT NULL, heads INTEGER NOT NULL,
            streams INTEGER NOT NULL, replaced INTEGER NOT NULL, PRIMARY KEY (app_id, hour, channel, version)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX adoption_by_hour ON adoption (hour);
        """

    /// SHA-256 of the bytes; NULL where bytes were damaged already.
    private static let blobDigests = "ALTER TABLE blobs ADD COLUMN digest BLOB CHECK (length(digest) = 32);"

    /// The texts of changes that are too long for their rows; see `AuditChange`.
    ///
    /// The row has a digest of its parts, so the chain of hashes covers them.
    private static let auditParts = """
        CREATE TABLE audit_pieces (
            id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            byte_count INTEGER NOT NULL, packed BLOB NOT NULL
        ) STRICT;
        CREATE TABLE audit_parts (
            sequence INTEGER NOT NULL REFERENCES audit (sequence), ordinal INTEGER NOT NULL, kind TEXT NOT NULL,
            change_count INTEGER NOT NULL, before_piece INTEGER REFERENCES audit_pieces (id),
            after_piece INTEGER REFERENCES audit_pieces (id), PRIMARY KEY (sequence, ordinal)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX audit_parts_by_before ON audit_parts (before_piece);
        CREATE INDEX audit_parts_by_after ON audit_parts (after_piece);
        CREATE TRIGGER audit_pieces_are_never_changed BEFORE UPDATE ON audit_pieces
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        CREATE TRIGGER audit_parts_are_never_changed BEFORE UPDATE ON audit_parts
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        CREATE TRIGGER audit_pieces_are_never_cut BEFORE DELETE ON audit_pieces
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        CREATE TRIGGER audit_parts_are_never_cut BEFORE DELETE ON audit_parts
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        """

    /// What the audit is searched by; all of it follows from the rows and their parts.
    ///
    /// `audit_spans` has the first and the last instant of each 1,024 rows: instants are not in the order of the rows,
    /// because a clock may be set back. Rows of older layouts whose texts were too long have no rules in `audit_rules`.
    private static let auditSearch = """
        CREATE TABLE audit_rules (
            app TEXT NOT NULL, rule TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (app, rule, sequence)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO audit_rules (app, rule, sequence)
            SELECT app, rule, sequence FROM (
                SELECT app, sequence, CAST(coalesce(
                    json_extract(after_json, '$.rule.id'), json_extract(before_json, '$.rule.id')) AS TEXT) AS rule
                FROM audit WHERE app IS NOT NULL AND action IN ('rule.add', 'rule.replace', 'rule.delete')
            ) WHERE rule IS NOT NULL;
        CREATE TEMPORARY TABLE draft_texts (app TEXT, sequence INTEGER, rule TEXT);
        INSERT INTO draft_texts SELECT a.app, a.sequence, r.value
            FROM audit a, json_each(a.before_json, '$.draft.rules') r
            WHERE a.app IS NOT NULL AND a.action = 'draft.replace' AND a.before_json IS NOT NULL;
        INSERT INTO draft_texts SELECT a.app, a.sequence, r.value
            FROM audit a, json_each(a.after_json, '$.draft.rules') r
            WHERE a.app IS NOT NULL AND a.action = 'draft.replace' AND a.after_json IS NOT NULL;
        INSERT OR IGNORE INTO audit_rules (app, rule, sequence)
            SELECT app, CAST(json_extract(rule, '$.id') AS TEXT), sequence FROM draft_texts
            WHERE json_extract(rule, '$.id') IS NOT NULL
            GROUP BY app, sequence, rule HAVING count(*) = 1;
        DROP TABLE draft_texts;
        CREATE TABLE audit_spans (
            number INTEGER PRIMARY KEY, at_min INTEGER NOT NULL, at_max INTEGER NOT NULL
        ) STRICT;
        INSERT INTO audit_spans SELECT sequence / 1024, min(at), max(at) FROM audit GROUP BY 1;
        CREATE TRIGGER audit_is_in_a_span AFTER INSERT ON audit BEGIN
            INSERT INTO audit_spans (number, at_min, at_max) VALUES (NEW.sequence / 1024, NEW.at, NEW.at)
            ON CONFLICT (number) DO UPDATE SET at_min = min(at_min, excluded.at_min),
                at_max = max(at_max, excluded.at_max);
        END;
        CREATE INDEX audit_by_principal ON audit (principal_id, sequence);
        CREATE INDEX audit_by_name ON audit (principal_name, sequence);
        CREATE INDEX audit_by_action ON audit (action, sequence);
        """

    /// The triggers refuse accidental changes; the chain of hashes shows those that they cannot prevent.
    private static let trail = """
        CREATE TABLE audit (
            sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, principal_id TEXT, principal_name TEXT NOT NULL,
            address TEXT NOT NULL, action TEXT NOT NULL, app TEXT, before_json TEXT, after_json TEXT,
            previous_hash BLOB NOT NULL, hash BLOB NOT NULL
        ) STRICT;
        CREATE INDEX audit_by_app ON audit (app, sequence);
        CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        CREATE TRIGGER audit_is_never_cut BEFORE DELETE ON audit
            BEGIN SELECT RAISE (ABORT, 'the audit is append-only'); END;
        """
}
