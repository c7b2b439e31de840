import type { SigningKey } from '../../../src/client/secret.ts';

/** Credentials that sign requests. The key can sign but cannot be exported. */
export interface Credentials {
  readonly appKey: string;
  readonly key: SigningKey;
}

interface KeptCredentials extends Credentials {
  readonly keptAtMs: number;
}

const DATABASE = 'bank-transfers-console';
const STORE = 'credentials';
const CURRENT = 'current';
/** Marks a signed-in tab. The mark survives reloads. */
const TAB_MARK = 'bank-transfers-console';
/** Lock of each signed-in tab. A new tab continues the session only while another tab holds the lock. */
const TAB_LOCK = 'bank-transfers-console';
/** A session ends after this time. */
const LONGEST_SESSION_MS = 12 * 3_600_000;

/** Releases this tab's lock, if it has one. */
let releaseTab = () => {};

/** Stores the credentials for reloads and for other tabs of this session. */
export async function keepCredentials(credentials: Credentials): Promise<void> {
  const kept: KeptCredentials = { appKey: credentials.appKey, key: credentials.key, keptAtMs: Date.now() };
  await withStore('readwrite', (store) => store.put(kept, CURRENT));
  markTab();
}

/** Returns the credentials of an open session, or undefined. It deletes the credentials of an ended session. */
export async function restoreCredentials(): Promise<Credentials | undefined> {
  const kept: KeptCredentials | undefined = await withStore('readonly', (store) => store.get(CURRENT));
  const isYoung = kept && Date.now() - kept.keptAtMs < LONGEST_SESSION_MS;
  if (isYoung && (sessionStorage.getItem(TAB_MARK) !== null || (await isOpenElsewhere()))) {
    markTab();
    return { appKey: kept.appKey, key: kept.key };
  }
  // This also deletes the empty database that the read created.
  await forgetCredentials();
  return undefined;
}

/** Deletes the stored credentials. */
export async function forgetCredentials(): Promise<void> {
  sessionStorage.removeItem(TAB_MARK);
  releaseTab();
  await new Promise<void>((resolve) => {
    const deletion = indexedDB.deleteDatabase(DATABASE);
    deletion.onsuccess = deletion.onerror = deletion.onblocked = () => resolve();
  });
}

function markTab(): void {
  releaseTab();
  sessionStorage.setItem(TAB_MARK, 'signed in');
  // The tab holds the lock until it signs out or closes.
  const signedOut = new Promise<void>((resolve) => {
    releaseTab = resolve;
  });
  void navigator.locks.request(TAB_LOCK, { mode: 'shared' }, () => signedOut);
}

async function isOpenElsewhere(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === TAB_LOCK);
}

async function withStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await resultOf(use(database.transaction(STORE, mode).objectStore(STORE)));
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
