/// The time zone of the process (tzset(3): the variable TZ, else /etc/localtime).
package enum LocalTime {
    /// Seconds that local time is ahead of UTC at an instant in seconds since 1970; 0 if it is unknown.
    package static func offsetSeconds(at seconds: Int64) -> Int { SystemCall.localOffset(Int(seconds)) }
}
