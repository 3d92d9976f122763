package waymark.client;

import java.io.IOException;
import java.io.InputStream;

/**
 * The files of a release in the app's package, as {@code waymark bundle} makes them.
 *
 * <p>On Android, with the folder {@code Routes} among the assets: {@code name -> assets.open("Routes/" + name)}.
 */
@FunctionalInterface
public interface BundleSource {
    /**
     * Opens a file.
     *
     * @param name such as {@code head.json}
     * @return its content, which the client closes; null if there is no such file
     * @throws IOException if it cannot be read, as any other exception; a {@link java.io.FileNotFoundException} means that
     *     there is no such file
     */
    @Nullable
    InputStream open(String name) throws IOException;
}
