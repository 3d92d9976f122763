import HTTPWire
import RouteModel
package import ServerMetrics
package import StoreRecords

extension Snapshot {
    /// Whether a reader of the metrics may know of an app, of its channel, and of its release; nil where nothing names one.
    ///
    /// `scope` has the apps of the reader's token; it is nil without a token, and then only what is public is shown.
    package func shows(_ app: String, channel: String?, version: Int?, to scope: AppScope?) -> Bool {
        if let scope, scope.contains(app) { return true }
        guard let app = apps[app], app.isPublic else { return false }
        if let channel, app.channels[channel]?.isPublic != true { return false }
        guard let version else { return true }
        return app.releases[version]?.record.wasPublic ?? false
    }

    /// Writes the metric families of the current snapshot, by channel, as far as a reader may know them.
    ///
    /// Of more channels than `channelsMax`, those that moved last have series of their own.
    package func write(
        into text: inout MetricsText, to scope: AppScope?, channelsMax: Int = MetricsLimits.channelsMax
    ) {
        var channels = apps.values.flatMap(\.channels.values)
            .filter { shows($0.head.app, channel: $0.head.channel, version: nil, to: scope) }
        let leftOut = max(0, channels.count - channelsMax)
        if leftOut > 0 {
            channels.sort { ($0.movedAt, $0.head.app, $0.head.channel) > ($1.movedAt, $1.head.app, $1.head.channel) }
            channels.removeLast(leftOut)
        }
        channels.sort { ($0.head.app, $0.head.channel) < ($1.head.app, $1.head.channel) }
        let samples = { (value: (ChannelSnapshot) -> Double) in
            channels.map { channel -> (labels: MetricsText.Labels, value: Double) in
                (["app": channel.head.app, "channel": channel.head.channel], value(channel))
            }
        }
        let count = apps.values.count { shows($0.record.name, channel: nil, version: nil, to: scope) }
        text.single("waymark_apps", .gauge, "Apps in memory.", Double(count))
        text.single(
            "waymark_channels_left_out", .gauge, "Channels without series of their own: others moved later.",
            Double(leftOut))
        text.family(
            "waymark_channel_version", .gauge, "The release that a channel points at.",
            samples { Double($0.head.version) })
        text.family(
            "waymark_channel_sequence", .gauge, "The sequence number of a channel, which each move raises.",
            samples { Double($0.head.sequence) })
        text.family(
            "waymark_channel_moved_timestamp_seconds", .gauge,
            "When a channel was last moved, in seconds since 1970; time() minus this value is the age.",
            samples { Double($0.movedAt.milliseconds) / 1000 })
        text.family(
            "waymark_channel_release_timestamp_seconds", .gauge,
            "When the release that a channel points at was made, in seconds since 1970.",
            samples { Double($0.release.record.publishedAt.milliseconds) / 1000 })
        text.family(
            "waymark_channel_body_bytes", .gauge, "Size in bytes of the body that a channel points at, before gzip.",
            samples { Double($0.release.record.bodyByteCount) })
        text.single(
            "waymark_snapshots_total", .counter, "Snapshots that replaced an older one since the start.",
            Double(generation))
    }
}

extension AppSnapshot {
    /// Whether a channel of it is public.
    fileprivate var isPublic: Bool { channels.values.contains { $0.isPublic } }
}
