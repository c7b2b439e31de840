import { groupBy, groupByEach } from '../../../kernel/group-by.ts';
import { messageIdOf } from '../../../payouts/domain/file-ids.ts';
import { shortReference } from '../../../transactions/domain/reference.ts';
import { type LineReading, readOnce } from './line-reading.ts';
import type {
  DepositFacts,
  EqualPayment,
  EqualPayments,
  FiledPayout,
  LineFacts,
  MatchFacts,
  ReceivedMoney,
  WithdrawalFacts,
} from './model.ts';
import { type Name, readName, remainingText, type TextWords } from './name-grade.ts';

/** A line with the facts from its texts. */
export interface ReadLine extends LineFacts {
  readonly reading: LineReading;
  /** Its texts beyond the references of deposits, numbers and the bank's own words: some banks write the payer there. */
  text(): TextWords;
}

export interface ReceivedLine extends ReceivedMoney {
  readonly credit: ReadLine | null;
}

type EqualLine = ReadLine & Pick<EqualPayment, 'isOpen' | 'named'>;

export interface EqualLines extends Pick<EqualPayments, 'areTooMany'> {
  readonly others: readonly EqualLine[];
}

/** The facts of a group, indexed for the lookups of the rules. No lookup depends on the order of the facts. */
export interface FactIndex {
  readonly facts: MatchFacts;
  /** The lines to decide about, in the order of the facts. */
  readonly lines: readonly ReadLine[];
  readonly depositsById: ReadonlyMap<string, DepositFacts>;
  /** The deposits by reference, without its RF prefix. There are several if a reference was given more than once. */
  readonly depositsByReference: ReadonlyMap<string, readonly DepositFacts[]>;
  /** The deposits of the account, by amount. */
  readonly depositsByAmount: ReadonlyMap<number, readonly DepositFacts[]>;
  readonly depositsByUser: ReadonlyMap<string, readonly DepositFacts[]>;
  /** Booked credits that name a deposit, of all accounts. */
  readonly linesByDeposit: ReadonlyMap<string, readonly ReadLine[]>;
  /** Unexplained debits of the account. */
  readonly debitsByAmount: ReadonlyMap<number, readonly ReadLine[]>;
  /** By the line that they are equal to. */
  readonly equalsByLine: ReadonlyMap<string, EqualLines>;
  /** Money that came in and can be taken back, with its credit. */
  readonly receivedByAmount: ReadonlyMap<number, readonly ReceivedLine[]>;
  readonly withdrawalsById: ReadonlyMap<string, WithdrawalFacts>;
  readonly payoutsById: ReadonlyMap<string, FiledPayout>;
  /** The payouts by the ids of their payments, and by those of their files. */
  readonly payoutsByPayment: ReadonlyMap<string, readonly FiledPayout[]>;
  /** The withdrawals by the IBAN of the payee. */
  readonly withdrawalsByPayee: ReadonlyMap<string, readonly WithdrawalFacts[]>;
  /** Returns the name of a deposit's user, read once; null if the person was forgotten. */
  nameOf(person: Pick<DepositFacts, 'name'>): Name | null;
}

/** Indexes the facts of a group. */
export function indexFacts(facts: MatchFacts): FactIndex {
  const likely = facts.likely?.deposits ?? [];
  const deposits = uniqueBy([...facts.deposits, ...likely], ({ transactionId }) => transactionId);
  const onAccount = deposits.filter(({ bankAccountId }) => bankAccountId === facts.bankAccountId);
  const byReference = groupByEach(deposits, ({ reference }) =>
    reference === null ? [] : [shortReference(reference)],
  );
  const byId = new Map(deposits.map((deposit) => [deposit.transactionId, deposit]));
  const named = { depositsByReference: byReference, depositsById: byId };
  const read = createReader(byReference);
  const lines = facts.lines.map(read);
  const credits = uniqueBy([...lines, ...facts.otherLines.map(read)], ({ lineId }) => lineId).filter(
    ({ line }) => line.direction === 'credit' && line.status === 'booked',
  );
  const debits = uniqueBy(facts.debits, ({ lineId }) => lineId).filter(
    ({ bankAccountId }) => bankAccountId === facts.bankAccountId,
  );
  return {
    facts,
    lines,
    ...named,
    depositsByAmount: groupBy(onAccount, ({ amountMinor }) => amountMinor),
    depositsByUser: groupBy(deposits, userKey),
    linesByDeposit: groupByEach(credits, ({ reading }) =>
      namedDeposits(reading, named).map(({ transactionId }) => transactionId),
    ),
    debitsByAmount: groupBy(debits.map(read), ({ line }) => line.amountMinor),
    equalsByLine: readEquals(facts, read),
    receivedByAmount: groupBy(
      (facts.reclaimable?.received ?? []).map((money) => ({
        ...money,
        credit: money.credit && read(money.credit),
      })),
      ({ amountMinor }) => amountMinor,
    ),
    withdrawalsById: new Map(facts.withdrawals.map((one) => [one.transactionId, one])),
    payoutsById: new Map(facts.payouts.map((one) => [one.endToEndId, one])),
    payoutsByPayment: groupByEach(facts.payouts, ({ paymentInformationId, batch }) => [
      paymentInformationId,
      messageIdOf(batch.number),
    ]),
    withdrawalsByPayee: groupBy(facts.withdrawals, ({ iban }) => iban ?? ''),
    nameOf: nameOfUser,
  };
}

/** Reads the equal lines, each once, since it can be equal to many others. */
function readEquals(
  { equals }: MatchFacts,
  read: (facts: LineFacts) => ReadLine,
): ReadonlyMap<string, EqualLines> {
  const known = new Map<EqualPayments, EqualLines>();
  const readAll = (one: EqualPayments): EqualLines => {
    const others = one.others.map(({ line, ...equal }) => ({ ...read(line), ...equal }));
    return { ...one, others };
  };
  return new Map(
    [...equals].map(([lineId, one]) => {
      const lines = known.get(one) ?? readAll(one);
      known.set(one, lines);
      return [lineId, lines];
    }),
  );
}

/** Finds the deposits that a line names by reference or end-to-end id, each once, in the order of their ids. */
export function namedDeposits(
  { references, endToEndId }: LineReading,
  index: Pick<FactIndex, 'depositsByReference' | 'depositsById'>,
): readonly DepositFacts[] {
  const byId = endToEndId === null ? undefined : index.depositsById.get(endToEndId);
  const byReference = [...references.whole, ...references.loose].flatMap(
    (reference) => index.depositsByReference.get(reference) ?? [],
  );
  const named = byId === undefined ? byReference : [byId, ...byReference];
  return uniqueBy(named, ({ transactionId }) => transactionId).sort((a, b) =>
    a.transactionId < b.transactionId ? -1 : 1,
  );
}

/** Finds the other pending deposits of the same user. A user of a client has at most one. */
export function waitingOf(deposit: DepositFacts, { depositsByUser }: FactIndex): readonly DepositFacts[] {
  const ofUser = depositsByUser.get(userKey(deposit)) ?? [];
  return ofUser.filter(
    ({ state, transactionId }) => state === 'pending' && transactionId !== deposit.transactionId,
  );
}

/** Returns the key of one user of one client. The ids of clients have no spaces. */
export function userKey({ clientId, userId }: Pick<DepositFacts, 'clientId' | 'userId'>): string {
  return `${clientId} ${userId}`;
}

/**
 * Creates a function that reads lines. Only known references are removed from a text, because a name can look like one.
 */
function createReader(known: ReadonlyMap<string, unknown>): (facts: LineFacts) => ReadLine {
  return (facts) => {
    const reading = readOnce(facts.line);
    let text: TextWords | undefined;
    return {
      ...facts,
      reading,
      text() {
        const { whole, loose } = reading.references;
        const references = [...whole, ...loose].filter((reference) => known.has(reference));
        text ??= remainingText(facts.line.remittance, { references });
        return text;
      },
    };
  };
}

/** The names of users that were read last, because group after group is compared with the same deposits. */
const readNames = new Map<string, Name>();
const MAX_NAMES_KEPT = 20_000;

/** Reads the name of a user; null if the person was forgotten. */
export function nameOfUser({ name }: Pick<DepositFacts, 'name'>): Name | null {
  if (name === null) return null;
  const known = readNames.get(name);
  if (known) return known;
  if (readNames.size >= MAX_NAMES_KEPT) readNames.clear();
  const read = readName(name);
  readNames.set(name, read);
  return read;
}

function uniqueBy<V>(values: readonly V[], keyOf: (value: V) => string): V[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
