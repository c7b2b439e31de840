import { useEffect, useState } from 'preact/hooks';
import { FilterChoicesDocument } from '../gql/graphql.ts';
import { shortAccountName } from '../names.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';

interface AccountChoice {
  readonly accountId: string;
  readonly bankId: string;
  /** The short name of the account. */
  readonly title: string;
}

/** The values that lists can be narrowed by. */
export interface Choices {
  /** Nothing while the service has no list of banks. */
  readonly banks?: readonly { readonly bankId: string; readonly name: string }[] | null | undefined;
  readonly accounts: readonly AccountChoice[];
  readonly clients: readonly { readonly appKey: string; readonly name: string }[];
}

/** Lists of banks that are missing are asked for again, so that the filter fills by itself. */
const RETRY_MS = 5000;

const NONE: Choices = { banks: [], accounts: [], clients: [] };

/** All screens use the same choices, which are read once for each session. */
const reads = new WeakMap<Session, Promise<Choices>>();
const known = new WeakMap<Session, Choices>();

/** Returns the choices of the filters: none while they are read, or when they cannot be. */
export function useChoices(): Choices {
  const { session } = useSignedIn();
  const [choices, setChoices] = useState(known.get(session) ?? NONE);
  useEffect(() => {
    let isUnmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const reading = reads.get(session) ?? readChoices(session);
      reads.set(session, reading);
      reading.then(take, () => reads.delete(session));
    };
    const take = (found: Choices) => {
      known.set(session, found);
      if (isUnmounted) return;
      setChoices(found);
      if (found.banks) return;
      reads.delete(session);
      timer = setTimeout(read, RETRY_MS);
    };
    read();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [session]);
  return choices;
}

/** Returns a function that names merchants. One that is not known yet keeps its appKey. */
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
  return {
    banks,
    accounts: named.map(({ bank, iban, ...account }) =>
      isShared(account.title) ? { ...account, title: shortAccountName(bank, iban, iban.length) } : account,
    ),
    clients,
  };
}
