# An edge tier of stock Varnish (7.1 or newer) in front of Waymark: what apps read is answered from here, also while the
# origin is away. Start it with `-p http_gzip_support=off`, because the origin makes both forms itself and names each by
# its own ETag. Docs: Config/guides/operations.md, "Scale reads".
vcl 4.1;

import std;

backend waymark {
    .host = "127.0.0.1";  # yours: where `waymark serve` listens
    .port = "8080";
    .connect_timeout = 2s;
    .first_byte_timeout = 10s;
    .probe = {
        .url = "/healthz";
        .interval = 1s;
        .timeout = 1s;
        .window = 3;
        .threshold = 2;
    }
}

sub vcl_recv {
    unset req.http.Forwarded;
    unset req.http.X-Forwarded-For;
    set req.http.X-Forwarded-For = client.ip;

    # The two forms that the origin makes, whatever spelling a client uses to ask for them.
    if (req.http.Accept-Encoding ~ "(?i)gzip" && req.http.Accept-Encoding !~ "(?i)gzip\s*;\s*q=0(\.0*)?\s*(,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    unset req.http.Cookie;

    if (req.url ~ "^/v1/apps/[^/?]+/events(\?|$)") {
        # Event streams go through as they come.
        return (pipe);
    }
    if ((req.method == "POST" || req.method == "GET") && req.url ~ "^/v1/apps/[^/?]+/resolve(\?|$)") {
        return (pass);
    }
    if ((req.method != "GET" && req.method != "HEAD")
        || req.url !~ "^/v1/apps/[^/?]+/(head|rules|bodies/[^/?]+|releases/[0-9]+/rules)(\?|$)") {
        # The control plane is not reached from here.
        return (synth(404));
    }
    if (req.http.Authorization) {
        # A channel that needs a token is nobody else's.
        return (pass);
    }
    # While the origin is well an answer is used for half a minute after its time, and one request asks anew behind it;
    # while it is not, or after a failure, for as long as it is kept.
    if (std.healthy(req.backend_hint) && req.restarts == 0) {
        set req.grace = 30s;
    }
    return (hash);
}

sub vcl_hash {
    # The address alone: an edge stands for one origin, whatever name it was asked by. Vary tells the forms apart.
    hash_data(req.url);
    return (lookup);
}

sub vcl_pipe {
    set bereq.http.Connection = "close";
}

sub vcl_backend_response {
    if (beresp.http.Cache-Control ~ "private|no-store|no-cache" || beresp.status >= 400) {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        if (beresp.status >= 500) {
            return (abandon);
        }
        return (deliver);
    }
    # stale-if-error of the origin.
    set beresp.grace = 7d;
    # Kept for asking "is it still this one?" (If-None-Match).
    set beresp.keep = 7d;
    return (deliver);
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0) {
        return (restart);
    }
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    } else {
        set resp.http.X-Cache = "MISS";
    }
    unset resp.http.X-Varnish;
    unset resp.http.Via;
}

sub vcl_synth {
    # A fetch that failed: once more, with whatever is kept.
    if (resp.status >= 500 && req.restarts == 0) {
        return (restart);
    }
}
