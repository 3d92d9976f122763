import SystemIO

/// Starts nginx with one worker and a tuned configuration; it serves the same bytes as waymark, from files and, for
/// short bodies, from its configuration (`return`).
struct NginxSetup {
    let folder: ScratchFolder
    let address: SocketAddress
    /// The number of regular expressions in the map of links.
    let links: Int

    /// Writes the file of a body, served at `/NAME.json`, and its gzip form, served at the same address (gzip_static).
    func write(_ body: SampleBody) throws {
        try Files.create(folder.file("\(body.name).json"), body.identity, mode: 0o644)
        try Files.create(folder.file("\(body.name).json.gz"), body.gzip, mode: 0o644)
    }

    /// Starts nginx; the bodies' files must exist.
    func start(returning small: SampleBody) throws -> ServerUnderTest {
        let map = (0..<links).map { "~^/r\($0)/([^/]+)$ https://www.shop.example/r\($0)/$1;\n" }
        try Files.create(folder.file("links.map"), Array(map.joined().utf8), mode: 0o600)
        try Files.create(folder.file("nginx.conf"), Array(try configuration(small).utf8), mode: 0o600)
        return try ServerUnderTest(
            "nginx", address, [Self.program, "-p", folder.path, "-c", folder.file("nginx.conf")],
            log: folder.file("nginx.log"), isWorkerChild: true)
    }

    private func configuration(_ small: SampleBody) throws -> String {
        let text = String(decoding: small.identity, as: UTF8.self)
        guard !text.contains("$"), !text.contains("'"), !text.contains("\\"), text.utf8.count < Self.returnBytesMax
        else {
            throw BenchError("nginx's return cannot serve this body")
        }
        return """
            user root;
            daemon off;
            worker_processes 1;
            pid \(folder.file("nginx.pid"));
            error_log \(folder.file("nginx-error.log")) crit;
            worker_rlimit_nofile 20000;
            events { worker_connections 16384; }
            http {
                access_log off;
                sendfile on;
                tcp_nopush on;
                tcp_nodelay on;
                open_file_cache max=1000;
                keepalive_requests 1000000000;
                keepalive_timeout 600;
                gzip_static on;
                default_type application/json;
                client_body_temp_path \(folder.file("t1"));
                proxy_temp_path \(folder.file("t2"));
                fastcgi_temp_path \(folder.file("t3"));
                uwsgi_temp_path \(folder.file("t4"));
                scgi_temp_path \(folder.file("t5"));
                map $uri $link { include \(folder.file("links.map")); }
                server {
                    listen \(address) reuseport backlog=4096;
                    root \(folder.path);
                    location /r { return 302 $link; }
                    location = /return-304 { return 304; }
                    location = /return-\(small.name) { return 200 '\(text)'; }
                }
            }

            """
    }

    /// Whether Debian's nginx is installed.
    static var isInstalled: Bool { Files.exists(program) }

    private static let program = "/usr/sbin/nginx"
    /// Bytes of a body for `return`: nginx reads its configuration in blocks of 4 KB, and a parameter must fit into
    /// one.
    private static let returnBytesMax = 4_000
}
