package waymark.client;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server, a storage folder, and the clients of a test; closed together. */
final class Fixture implements AutoCloseable {
    static final String LINK = "https://moments.example.com/m/42";

    final ScriptedServer server;
    final File folder;
    private final List<RouteClient> clients = new ArrayList<>();

    Fixture(Publication publication) throws IOException {
        server = new ScriptedServer(publication);
        folder = Files.createTempDirectory("waymark-java").toFile();
    }

    RouteClient.Builder builder() {
        return RouteClient.builder(server.base(), "moments").storage(folder);
    }

    RouteClient client() {
        return client(builder());
    }

    synchronized RouteClient client(RouteClient.Builder builder) {
        RouteClient client = builder.build();
        clients.add(client);
        return client;
    }

    /** The screen that a client answers with; null for another outcome. */
    static String answer(RouteClient client) {
        return client.resolve(LINK).screen();
    }

    /** The folder of the server's endpoint. */
    File endpointFolder() {
        return new File(folder, new Endpoint(server.base(), "moments", "production").folderName());
    }

    /** The names and digests of the stored files, without the lock. */
    Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        String[] names = endpointFolder().list();
        if (names == null) return files;
        for (String name : names) {
            if (!name.equals("lock")) files.put(name, Engine.sha256(Files.readAllBytes(endpointFolder().toPath().resolve(name))));
        }
        return files;
    }

    File file(String prefix) throws IOException {
        for (String name : files().keySet()) {
            if (name.startsWith(prefix)) return new File(endpointFolder(), name);
        }
        throw new IOException("no file " + prefix + " in " + files().keySet());
    }

    static void remove(File folder) throws IOException {
        if (!folder.exists()) return;
        try (Stream<Path> paths = Files.walk(folder.toPath())) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) Files.delete(path);
        }
    }

    /** A program of these tests in a JVM of its own. */
    static ProcessBuilder program(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(new File(System.getProperty("java.home"), "bin/java").getPath());
        command.add("-Djava.library.path=" + System.getProperty("java.library.path"));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        for (String argument : arguments) command.add(argument);
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    @Override
    public synchronized void close() throws IOException {
        for (RouteClient client : clients) client.close();
        server.close();
        // A client that is being closed may still write a file.
        for (int attempt = 0; ; attempt++) {
            try {
                remove(folder);
                return;
            } catch (IOException busy) {
                if (attempt == 20) throw busy;
                try {
                    Thread.sleep(50);
                } catch (InterruptedException error) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
