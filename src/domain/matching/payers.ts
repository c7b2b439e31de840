import { groupBy } from '../group-by.ts';
import type { KnownPayer } from './model.ts';
import { type Name, readName } from './names.ts';
import { MOST_OTHERS } from './other-lines.ts';

interface User {
  readonly clientId: string;
  readonly userId: string;
}

/** The accounts from which users have paid. */
export interface Payers {
  /** Those of an account; of one that is crowded not all. */
  ofIban(iban: string | null): readonly KnownPayer[];
  /** The payment that shows that a user has paid from an account: also from a crowded one, if a deposit of theirs is known. */
  find(iban: string | null, user: User): KnownPayer | undefined;
  /** Whether a user has paid before, from whatever account. */
  hasPaid(user: User): boolean;
  /** Whether more users have paid from the account than are compared: an account of a payment service proves nothing. */
  isCrowded(iban: string | null): boolean;
  /** The names of those who have paid from an account, each once. */
  namesOf(iban: string | null): readonly Name[];
}

export function indexPayers(payers: readonly KnownPayer[]): Payers {
  const byIban = groupBy(payers, ({ iban }) => iban);
  const byUser = new Set(payers.map(userKey));
  // What an operator has matched counts, where facts say both.
  const inOrder = [...payers].sort(
    (a, b) => Number(a.source === 'operator') - Number(b.source === 'operator'),
  );
  const byBoth = new Map(inOrder.map((payer) => [`${payer.iban} ${userKey(payer)}`, payer]));
  const names = new Map<string, readonly Name[]>();
  const ofIban = (iban: string | null) => byIban.get(iban ?? '') ?? [];
  return {
    ofIban,
    find: (iban, user) => (iban === null ? undefined : byBoth.get(`${iban} ${userKey(user)}`)),
    hasPaid: (user) => byUser.has(userKey(user)),
    isCrowded: (iban) => ofIban(iban).length > MOST_OTHERS,
    namesOf(iban) {
      const known = names.get(iban ?? '') ?? [...new Set(ofIban(iban).map(({ name }) => name))].map(readName);
      names.set(iban ?? '', known);
      return known;
    },
  };
}

/** One user of one client. The ids of clients have no spaces. */
export function userKey({ clientId, userId }: User): string {
  return `${clientId} ${userId}`;
}
