package waymark.client;

/** Runs all tests: {@code java waymark.client.AllTests [PART OF A NAME]…}. */
public final class AllTests {
    private AllTests() {}

    /**
     * Runs the tests; the exit status is 1 if one failed.
     *
     * @param filters texts, of which the name of a test must contain one
     * @throws Exception if the runner itself fails
     */
    public static void main(String[] filters) throws Exception {
        Suite suite = new Suite();
        ReaderTests.register(suite);
        MisuseTests.register(suite);
        ThrowingTests.register(suite);
        FaultTests.register(suite);
        RefreshTests.register(suite);
        StorageTests.register(suite);
        UpdatingTests.register(suite);
        LinkRouterTests.register(suite);
        LinkHandoverTests.register(suite);
        ThreadTests.register(suite);
        ProcessTests.register(suite);
        ServerTests.register(suite);
        System.exit(suite.run(filters) == 0 ? 0 : 1);
    }
}
