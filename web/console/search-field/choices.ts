import { useEffect, useState } from 'preact/hooks';
import { FilterChoicesDocument } from '../gql/graphql.ts';
import { byName, shortAccountName } from '../names.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';

interface AccountChoice {
  readonly accountId: string;
  readonly bankId: string;
  /** The short name of the account. */
  readonly title: string;
}

/** The values by which lists can be filtered. */
export interface Choices {
  /** Undefined while the service has no list of banks. */
  readonly banks?: readonly { readonly bankId: string; readonly name: string }[] | null | undefined;
  readonly accounts: readonly AccountChoice[];
  readonly clients: readonly { readonly appKey: string; readonly name: string }[];
}

/** Choices that could not be read are requested again, and so is a missing list of banks. */
const RETRY_MS = 5000;
/** A form that opens shows nothing older than this, and requests a missing list of banks at once. */
const FRESH_MS = 30_000;

const NONE: Choices = { banks: [], accounts: [], clients: [] };

/** The choices of a session, shared by all components that show them. */
interface CachedChoices {
  choices: Choices;
  readAtMs: number;
  isReading: boolean;
  timer?: ReturnType<typeof setTimeout>;
  readonly shown: Set<(choices: Choices) => void>;
}

const kept = new WeakMap<Session, CachedChoices>();

function keptOf(session: Session): CachedChoices {
  const known = kept.get(session) ?? { choices: NONE, readAtMs: 0, isReading: false, shown: new Set() };
  kept.set(session, known);
  return known;
}

/** Reads the choices for all components that show them, one request at a time. */
function read(session: Session): void {
  const own = keptOf(session);
  if (own.isReading || own.shown.size === 0) return;
  own.isReading = true;
  clearTimeout(own.timer);
  const finish = (found?: Choices) => {
    own.isReading = false;
    if (!found?.banks) own.timer = setTimeout(read, RETRY_MS, session);
    if (!found) return;
    own.choices = found;
    own.readAtMs = Date.now();
    for (const show of own.shown) show(found);
  };
  readChoices(session).then(finish, () => finish());
}

/**
 * Returns the choices of the filters; empty while they are read. They are read again when a form opens, and when the
 * stream reconnects.
 */
export function useChoices(): Choices {
  const { session } = useSignedIn();
  const own = keptOf(session);
  const [choices, setChoices] = useState(own.choices);
  useEffect(() => {
    setChoices(own.choices);
    own.shown.add(setChoices);
    if (!own.choices.banks || Date.now() - own.readAtMs > FRESH_MS) read(session);
    let isBroken = session.live.state === 'reconnecting';
    const unsubscribe = session.live.onState((state) => {
      if (isBroken && state === 'live') read(session);
      isBroken = state === 'reconnecting';
    });
    return () => {
      own.shown.delete(setChoices);
      unsubscribe();
    };
  }, [session]);
  return choices;
}

/** Returns a function that names the service's accounts; it returns undefined for an unknown one. */
export function useAccountTitles(): (accountId: string) => string | undefined {
  const { accounts } = useChoices();
  return (id) => accounts.find(({ accountId }) => accountId === id)?.title;
}

/** Returns a function that names merchants. A merchant that is not known yet keeps its appKey. */
export function useClientNames(): (appKey: string | null | undefined) => string {
  const { clients } = useChoices();
  return (appKey) => clients.find((client) => client.appKey === appKey)?.name ?? appKey ?? '';
}

async function readChoices(session: Session): Promise<Choices> {
  const { banks, accounts, clients } = (await session.request(FilterChoicesDocument)).filterChoices;
  const named = accounts.map(({ accountId, bankId, iban }) => {
    const bank = banks?.find(({ bankId: id }) => id === bankId)?.name ?? bankId;
    return { accountId, bankId, bank, iban, title: shortAccountName(bank, iban) };
  });
  const isShared = (title: string) => named.filter((other) => other.title === title).length > 1;
  const titled = named.map(({ bank, iban, ...account }) =>
    isShared(account.title) ? { ...account, title: shortAccountName(bank, iban, iban.length) } : account,
  );
  return { banks, accounts: titled.sort(byName(({ title }) => title)), clients };
}
