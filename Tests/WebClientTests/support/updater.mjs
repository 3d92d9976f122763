// A process that refreshes once; client.test.mjs kills it. usage: node updater.mjs SERVER FOLDER
import {createClient} from "./publication.mjs";

const [server, storage] = process.argv.slice(2);
const client = createClient({server, app: "moments", storage, updates: "none"});
await client.ready;
console.log("begun");
await client.refresh();
