# An edge tier of standard Varnish (7.1 or newer) in front of Waymark: it answers the requests of apps, also while the
# origin is down. Start it with `-p http_gzip_support=off`, because the origin makes both codings itself, each with its
# own ETag. Docs: Config/guides/operations.md, "Scale reads".
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

    # The two codings of the origin, for every spelling of Accept-Encoding.
    if (req.http.Accept-Encoding ~ "(?i)gzip" && req.http.Accept-Encoding !~ "(?i)gzip\s*;\s*q=0(\.0*)?\s*(,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    unset req.http.Cookie;

    if (req.url ~ "^/v1/apps/[^/?]+/events(\?|$)") {
        # Event streams are passed on without buffering.
        return (pipe);
    }
    if ((req.method == "POST" || req.method == "GET") && req.url ~ "^/v1/apps/[^/?]+/resolve(\?|$)") {
        return (pass);
    }
    if ((req.method != "GET" && req.method != "HEAD")
        || req.url !~ "^/v1/(engine(/[^/?]+)?|apps/[^/?]+/(head|rules|(bodies|indexes)/[^/?]+|releases/[0-9]+/rules))(\?|$)") {
        # The control plane is not reachable through the edge.
        return (synth(404));
    }
    if (req.http.Authorization) {
        # The answers of a channel that needs a token must not be shared.
        return (pass);
    }
    # While the origin is healthy, an answer is used for half a minute after it expired, and one request in the
    # background fetches a new one. While the origin is down, or after a failure, an answer is used as long as it is
    # stored.
    if (std.healthy(req.backend_hint) && req.restarts == 0) {
        set req.grace = 30s;
    }
    return (hash);
}

sub vcl_hash {
    # Only the path and query: an edge has one origin, independent of the host name. Vary distinguishes the codings.
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
    # Stored longer for conditional requests (If-None-Match).
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
    # After a failed fetch: retry once, with a stored answer.
    if (resp.status >= 500 && req.restarts == 0) {
        return (restart);
    }
}
