import { importSecret, type SigningKey } from '../../../src/client/secret.ts';

/** Credentials that sign requests. The key can sign but cannot be exported. */
export interface Credentials {
  readonly appKey: string;
  readonly key: SigningKey;
  /** Distinguishes it from another key of the same person, because keys cannot be compared. */
  readonly id: string;
}

/** Imports a secret. @throws TypeError as `importSecret` does. */
export async function importCredentials(appKey: string, secret: string): Promise<Credentials> {
  return { appKey, key: await importSecret(secret), id: crypto.randomUUID() };
}

interface KeptCredentials extends Credentials {
  /** When the console was last opened with it. */
  readonly usedAtMs: number;
}

const DATABASE = 'bank-transfers-console';
const STORE = 'credentials';
const CURRENT = 'current';
/** A device forgets the key if the console is not opened on it for this long. */
const MAX_ABSENCE_MS = 30 * 24 * 3_600_000;

/** Stores the credentials on this device until the sign-out. */
export async function keepCredentials(credentials: Credentials): Promise<void> {
  const kept: KeptCredentials = { ...credentials, usedAtMs: Date.now() };
  await withStore((store) => resultOf(store.put(kept, CURRENT)));
}

/**
 * Returns the credentials of the signed-in person, or undefined. It deletes credentials that were not used for long.
 */
export async function restoreCredentials(): Promise<Credentials | undefined> {
  // One transaction: what another tab deletes meanwhile must not be written again.
  return withStore(async (store) => {
    const found: KeptCredentials | undefined = await resultOf(store.get(CURRENT));
    if (!found) return undefined;
    if (Date.now() - found.usedAtMs < MAX_ABSENCE_MS) {
      await resultOf(store.put({ ...found, usedAtMs: Date.now() }, CURRENT));
      return found;
    }
    await resultOf(store.delete(CURRENT));
    return undefined;
  });
}

/** Deletes everything that is stored, even if the page is left at the same moment. */
export function deleteCredentials(): void {
  indexedDB.deleteDatabase(DATABASE);
}

/** Deletes the stored credentials, unless somebody has signed in since, in another tab, or has renewed the secret. */
export async function forgetCredentials({ appKey, id }: Credentials): Promise<void> {
  await withStore(async (store) => {
    const found: KeptCredentials | undefined = await resultOf(store.get(CURRENT));
    if (found?.appKey === appKey && found.id === id) await resultOf(store.delete(CURRENT));
  });
}

async function withStore<T>(use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await use(database.transaction(STORE, 'readwrite').objectStore(STORE));
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return resultOf(opening);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
