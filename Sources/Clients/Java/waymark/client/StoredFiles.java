package waymark.client;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import waymark.client.RouteClientException.Code;

/** Reads files, and replaces them so that each has the old bytes or all of the new ones. */
final class StoredFiles {
    /** The suffix of temporary files; one writer at a time has the folder's lock, so they need no number. */
    static final String TEMPORARY = ".part";

    /** Hears of each change on the disk; tests end the process there. */
    interface Steps {
        void after(String step) throws IOException;
    }

    private StoredFiles() {}

    /**
     * The bytes of a stream, which is closed.
     *
     * @return null if there is no such file
     */
    @Nullable
    static byte[] read(BundleSource source, String name, int bytesMax) throws RouteClientException {
        try (InputStream file = source.open(name)) {
            if (file == null) return null;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.max(32, file.available()));
            byte[] chunk = new byte[Limits.READ_CHUNK_BYTES];
            for (int count = file.read(chunk); count >= 0; count = file.read(chunk)) {
                bytes.write(chunk, 0, count);
                if (bytes.size() > bytesMax) {
                    throw new RouteClientException(
                            Code.STORAGE_UNREADABLE, name + " is longer than " + bytesMax + " bytes");
                }
            }
            return bytes.toByteArray();
        } catch (FileNotFoundException error) {
            return null;
        } catch (IOException | RuntimeException error) {
            throw new RouteClientException(Code.STORAGE_UNREADABLE, name + ": " + error, error);
        }
    }

    /**
     * The files of a folder.
     *
     * <p>Not by {@link FileChannel}: an interrupted thread could not read with it, and would start without a release.
     */
    static BundleSource in(File folder) {
        return name -> {
            File file = new File(folder, name);
            if (!file.exists()) return null;
            if (!file.isFile()) throw new IOException("not a regular file");
            try {
                return new FileInputStream(file);
            } catch (FileNotFoundException error) {
                // A file that exists, and cannot be opened; it may have been removed meanwhile.
                if (!file.exists()) return null;
                throw new IOException(error.getMessage(), error);
            }
        };
    }

    /** Replaces a file: new file, flush, rename (client.md C4.2). */
    static void replace(File file, byte[] bytes, Steps steps) throws IOException {
        File temporary = new File(file.getPath() + TEMPORARY);
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary.toPath(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                steps.after("opened");
                for (int start = 0; start < bytes.length; start += Limits.WRITE_CHUNK_BYTES) {
                    int length = Math.min(Limits.WRITE_CHUNK_BYTES, bytes.length - start);
                    ByteBuffer chunk = ByteBuffer.wrap(bytes, start, length);
                    while (chunk.hasRemaining()) channel.write(chunk);
                    steps.after("wrote");
                }
                // Without this the name could reach the disk before the bytes, and a power failure leave an empty file.
                channel.force(true);
                steps.after("flushed");
            }
            Files.move(
                    temporary.toPath(),
                    file.toPath(),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException error) {
            temporary.delete();
            throw error;
        }
        steps.after("renamed");
    }

    /** Writes the names of a folder to the disk, where the system can do so: renames survive a power failure. */
    static void flush(File folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder.toPath(), StandardOpenOption.READ);
        } catch (IOException unsupported) {
            return;
        }
        try (FileChannel opened = channel) {
            opened.force(true);
        } catch (IOException error) {
            // fsync(2) of a file system that cannot do it.
            if (!String.valueOf(error.getMessage()).contains("Invalid argument")) throw error;
        }
    }
}
