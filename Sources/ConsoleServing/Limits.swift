/// Limits of the console, each with its reason.
package enum ConsoleLimits {
    /// Largest file of `consoleFolder` that is served, in bytes; the largest one of the program has less than 100 kB.
    package static let fileBytesMax = 4 << 20

    /// Longest name of a file, in bytes.
    package static let nameBytesMax = 64

    /// Hexadecimal digits of the hash in addresses of files: 64 bits name a version of the files.
    package static let hashDigits = 16
}
