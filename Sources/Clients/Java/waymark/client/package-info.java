/**
 * Resolves addresses with the rules that a Waymark server publishes and this device stores, on Android and every JVM.
 *
 * <p>{@link waymark.client.RouteClient} fetches, verifies and stores releases, and answers without a network. {@link
 * waymark.client.LinkRouter} decides what a link from outside may open. What a client does is written in {@code
 * Config/specification/client.md}; comments cite its statements, such as C3.3. Rules are evaluated by {@code
 * libwaymark}: no Java code parses an address of a link or a pattern.
 *
 * <p>Parameters, results and fields are never null unless they are marked {@link waymark.client.Nullable}. Every class is
 * safe for use by several threads, except builders.
 */
package waymark.client;
