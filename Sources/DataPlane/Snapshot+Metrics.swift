import HTTPWire
import ReleaseStore
import RouteModel
package import ServerMetrics

extension Snapshot {
    /// Writes the metric families of the current snapshot, by channel.
    package func write(into text: inout MetricsText) {
        let channels = apps.values.flatMap(\.channels.values)
            .sorted { ($0.head.app, $0.head.channel) < ($1.head.app, $1.head.channel) }
        let samples = { (value: (ChannelSnapshot) -> Double) in
            channels.map { channel -> (labels: MetricsText.Labels, value: Double) in
                (["app": channel.head.app, "channel": channel.head.channel], value(channel))
            }
        }
        text.single("waymark_apps", .gauge, "Apps in memory.", Double(apps.count))
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
            samples { Double($0.release.identity.count) })
        text.single(
            "waymark_snapshots_total", .counter, "Snapshots that replaced an older one since the start.",
            Double(generation))
    }
}
