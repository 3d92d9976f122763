import Glibc

exit(await Tour.run(Array(CommandLine.arguments.dropFirst())))
