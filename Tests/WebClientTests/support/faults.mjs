// The fault table of RouteClient (Tests/ClientTests/RouteClient/FaultTests.swift), for Node and for browsers.
import {gzipSync} from "node:zlib";
import {Publication} from "./publication.mjs";
import {http, raw} from "./server.mjs";

const page = "<html>Welcome to the airport. Please accept our terms.</html>";
const half = good => raw(good.subarray(0, Math.floor(good.length * 0.75)));
export const onHead = reply => (isHead, good) => isHead ? reply(good) : undefined;
const onFile = reply => (isHead, good) => isHead ? undefined : reply(good);
const packed = (publication, dropped = 0) => {
    const bytes = gzipSync(publication.body);
    return http(200, bytes.subarray(0, bytes.length - dropped), {fields: ["Content-Encoding: gzip"]});
};
const head = change => onHead(() => http(200, JSON.stringify({...new Publication(2, {hasIndex: false}).head, ...change})));

/**
 * Name, code and answer of each row.
 *
 * Where fetch() hides what a server sent, several codes are possible: it reports no HTTP and a lost connection alike, and
 * Node ends a compressed answer that is cut off without an error, so that the digest is wrong.
 */
export const table = [
    ["404", "unknownApp", () => http(404, "{}", {type: "application/problem+json"})],
    ["500", "unexpectedStatus", () => http(500)],
    ["503 on the head, with a date", "unexpectedStatus", () => http(503, "", {
        fields: ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov 1994 08:49:30 GMT"],
    })],
    ["503 on the body", "unexpectedStatus", onFile(() => http(503, "", {fields: ["Retry-After: 7"]}))],
    ["redirect to a login page", "unexpectedStatus", () => http(302, "", {fields: ["Location: http://login.example/"]})],
    ["captive portal: HTML with 200", "unexpectedContent", () => http(200, page, {type: "text/html"})],
    ["captive portal with a wrong content type", "unexpectedContent", onHead(() => http(200, page))],
    ["captive portal that answers with JSON", "unexpectedContent", onHead(() => http(200, '{"login":"/"}'))],
    ["no HTTP at all", "unreachable", () => raw("220 mail.example ESMTP\r\n\r\n")],
    ["hangs up", "unreachable", () => raw("")],
    ["truncated head", "unreachable", onHead(half)],
    ["truncated body", "unreachable", onFile(half)],
    ["wrong digest", "wrongDigest", onFile(() => http(200, new Publication(3).body))],
    ["truncated body with a matching Content-Length", "wrongDigest", onFile(() => http(200, new Publication(2).body.subarray(9)))],
    // Node would decode all of a body without the last nine bytes of its gzip, which are a checksum.
    ["truncated gzip", "wrongDigest", onFile(() => packed(new Publication(2), 40))],
    ["gzip of another body", "wrongDigest", onFile(() => packed(new Publication(3)))],
    ["empty body", "wrongDigest", onFile(() => http(200))],
    ["body with a wrong type", "unexpectedContent", onFile(() => http(200, new Publication(2).body, {type: "text/plain"}))],
    ["a head far too long", "tooLarge", onHead(() => http(200, " ".repeat(100_000)))],
    ["another app's head", "unexpectedContent", head({app: "other"})],
    ["a body outside the app", "unexpectedContent", head({body: `/v1/apps/other/bodies/${"a".repeat(64)}`})],
];
