#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

exit(await Tour.run(Array(CommandLine.arguments.dropFirst())))
