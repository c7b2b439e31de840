import type { SigningKey } from '../../../src/client/secret.ts';

/** What requests are signed with. The key can sign, and cannot be read. */
export interface Credentials {
  readonly appKey: string;
  readonly key: SigningKey;
}

interface Kept extends Credentials {
  readonly keptAtMs: number;
}

const DATABASE = 'bank-transfers-console';
const STORE = 'credentials';
const CURRENT = 'current';
/** Marks a tab that signed in, through its reloads. */
const TAB_MARK = 'bank-transfers-console';
/** Held by each tab that is signed in: the session goes on in a new tab as long as there is another one. */
const TAB_LOCK = 'bank-transfers-console';
/** Nobody works longer than this without a break. */
const LONGEST_SESSION_MS = 12 * 3_600_000;

/** Gives this tab's lock back, if it has one. */
let releaseTab = () => {};

/** Keeps the credentials for this session: through reloads, and for further tabs. */
export async function keepCredentials(credentials: Credentials): Promise<void> {
  const kept: Kept = { appKey: credentials.appKey, key: credentials.key, keptAtMs: Date.now() };
  await withStore('readwrite', (store) => store.put(kept, CURRENT));
  markTab();
}

/** The credentials of the session that goes on; undefined when there is none. What an ended one left is deleted. */
export async function recallCredentials(): Promise<Credentials | undefined> {
  const kept: Kept | undefined = await withStore('readonly', (store) => store.get(CURRENT));
  const isYoung = kept && Date.now() - kept.keptAtMs < LONGEST_SESSION_MS;
  if (isYoung && (sessionStorage.getItem(TAB_MARK) !== null || (await isOpenElsewhere()))) {
    markTab();
    return { appKey: kept.appKey, key: kept.key };
  }
  // Also the empty store that looking made.
  await forgetCredentials();
  return undefined;
}

/** Deletes all that was kept. */
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
  // Held until the tab signs out, or is gone.
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
    return await settled(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return settled(opening);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
