// Keeps releases in IndexedDB, which also exists where a page is served without TLS. One record for each server, app,
// channel and index format: clients of two versions do not replace each other's.
import {order} from "./channel.mjs";

function transact(use) {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open("waymark", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("releases");
        opening.onblocked = opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
            const database = opening.result;
            let result;
            // An open database would keep the page out of the back/forward cache.
            const end = settle => { database.close(); settle(); };
            try {
                const transaction = database.transaction("releases", "readwrite");
                transaction.oncomplete = () => end(() => resolve(result));
                transaction.onabort = () => end(() => reject(transaction.error));
                use(transaction.objectStore("releases"), value => { result = value; });
            } catch (error) {
                end(() => reject(error));
            }
        };
    });
}

export const database = {
    read: key => transact((store, give) => { store.get(key).onsuccess = event => give(event.target.result); }),

    /** Replaces the record in one transaction, unless a later one is there (C4.4). */
    write: (key, record) => transact((store, give) => {
        store.get(key).onsuccess = ({target: {result}}) => {
            const isLater = !result || order(record, result) >= 0;
            if (isLater) store.put(record, key);
            give(isLater);
        };
    }),

    remove: key => transact(store => { store.delete(key); }),
};
