// Keeps releases in IndexedDB, which also exists where a page is served without TLS. One record for each server, app,
// channel and index format: clients of two versions do not replace each other's.
import {order} from "./channel.mjs";

/** The result of a request or a transaction. */
const done = request => new Promise((resolve, reject) => {
    request.onsuccess = request.oncomplete = () => resolve(request.result);
    request.onerror = request.onabort = ({target}) => reject(target.error);
});

/** What a function makes of the records, when all of it is stored. */
async function transact(use) {
    const opening = indexedDB.open("waymark", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("releases");
    const database = await done(opening);
    try {
        const transaction = database.transaction("releases", "readwrite");
        return (await Promise.all([use(transaction.objectStore("releases")), done(transaction)]))[0];
    } finally {
        // An open database would keep the page out of the back/forward cache.
        database.close();
    }
}

export const database = {
    read: key => transact(store => done(store.get(key))),

    /** Replaces the record in one transaction, unless a later one is there (C4.4). */
    write: (key, record) => transact(async store => {
        const stored = await done(store.get(key));
        return (!stored || order(record, stored) >= 0) && done(store.put(record, key));
    }),

    remove: key => transact(store => done(store.delete(key))),
};
