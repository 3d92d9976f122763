// Keeps releases in IndexedDB, which also exists where a page is served without TLS. One record for each server, app,
// channel and index format: clients of two versions do not replace each other's.
import {order} from "./channel.mjs";

/** The result of a request or a transaction. */
function done(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = request.oncomplete = () => resolve(request.result);
        request.onerror = request.onabort = ({target}) => reject(target.error);
    });
}

/** The `result` of what a function asks of the records, when all of it is stored. */
async function transact(use) {
    const opening = indexedDB.open("waymark", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("releases");
    const database = await done(opening);
    try {
        const transaction = database.transaction("releases", "readwrite");
        const answer = use(transaction.objectStore("releases"));
        await done(transaction);
        return answer.result;
    } finally {
        // An open database would keep the page out of the back/forward cache.
        database.close();
    }
}

export const database = {
    read: key => transact(store => store.get(key)),

    /** Replaces the record in one transaction, unless a later one is there (C4.4). */
    write: (key, record) => transact(store => {
        const answer = {};
        const stored = store.get(key);
        stored.onsuccess = () => {
            answer.result = !stored.result || order(record, stored.result) >= 0;
            if (answer.result) store.put(record, key);
        };
        return answer;
    }),

    remove: key => transact(store => store.delete(key)),
};
