import { useEffect, useState } from 'preact/hooks';
import { formatIban } from '../format.ts';
import { FilterChoicesDocument } from '../gql/graphql.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';

interface AccountChoice {
  readonly accountId: string;
  readonly bankId: string;
  readonly title: string;
}

/** The values that lists can be narrowed by. */
export interface Choices {
  readonly accounts: readonly AccountChoice[];
  readonly clients: readonly { readonly appKey: string; readonly name: string }[];
}

const NONE: Choices = { accounts: [], clients: [] };

/** Both screens use the same options, which are read once for each session. */
const known = new WeakMap<Session, Promise<Choices>>();

/** Returns the choices of the chips: none while they are read, or when they cannot be. */
export function useChoices(): Choices {
  const { session } = useSignedIn();
  const [choices, setChoices] = useState(NONE);
  useEffect(() => {
    let isUnmounted = false;
    const read = known.get(session) ?? readChoices(session);
    known.set(session, read);
    read.then(
      (found) => !isUnmounted && setChoices(found),
      // The next screen asks again.
      () => known.delete(session),
    );
    return () => {
      isUnmounted = true;
    };
  }, [session]);
  return choices;
}

async function readChoices(session: Session): Promise<Choices> {
  const { filterChoices } = await session.request(FilterChoicesDocument);
  const { accounts, clients } = filterChoices;
  return {
    accounts: accounts.map(({ accountId, bankId, accountName, iban }) => ({
      accountId,
      bankId,
      title: `…${formatIban(iban).slice(-7)} ${accountName}`,
    })),
    clients,
  };
}
