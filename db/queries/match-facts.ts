import { sql } from 'kysely';
import { lookupsOf } from '../../src/domain/matching/lookups.ts';
import type {
  KnownPayer,
  LineFacts,
  LineLookups,
  MatchFacts,
  WithdrawalFacts,
} from '../../src/domain/matching/model.ts';
import { userKey } from '../../src/domain/matching/payers.ts';
import {
  isDeposit,
  isWithdrawal,
  type MatchedDeposit,
  type MatchedWithdrawal,
} from '../rows/matched-transactions.ts';
import { chunksOf, valueRows } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import {
  depositFacts,
  findPaidOfUsers,
  MOST_AT_ONCE,
  nameOf,
  readDepositFacts,
  stateOf,
} from './deposit-facts.ts';
import { type TakenLines, takeLines } from './match-amounts.ts';
import { findPolicies } from './match-policies.ts';
import {
  findAllRecent,
  findTransactionsOf,
  findWaitingWithdrawals,
  findWithdrawalsOf,
  type MatchTerms,
  MOST_DEPOSITS,
  MOST_FOUND,
} from './match-transactions.ts';
import { findCredits, findMoneyOut, findOtherLines } from './other-lines.ts';

interface MoreLines {
  /** How many of the other lines the caller may leave out. */
  readonly more?: number | undefined;
  /** Money out that is not stored. */
  readonly moneyOut?: readonly LineFacts[];
}

/**
 * Reads what decides about lines of one account, with a few statements for all of them: about the first of the lines,
 * where too many transactions can be meant by all. The deposits of its account are those of the amounts of the lines: see
 * `withNamesakes` for the others.
 */
export async function readMatchFacts(
  db: Database,
  lines: readonly LineFacts[],
  options: MatchTerms & MoreLines,
): Promise<MatchFacts> {
  const taken = await takeLines(db, lines, options);
  return readFactsOf(db, taken, options);
}

async function readFactsOf(
  db: Database,
  { lines, crowdedAmounts }: TakenLines,
  { more, moneyOut: unstored = [], ...terms }: MatchTerms & MoreLines,
): Promise<MatchFacts> {
  const bankAccountId = lines[0]?.bankAccountId ?? '';
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const moneyOut = [...(await findMoneyOut(db, lines, lookups, more)), ...unstored];
  const { found, isCut } = await findTransactionsOf(db, { bankAccountId, lookups, crowdedAmounts, terms });
  const most = Math.max(0, MOST_FOUND - found.length);
  const paidOut = await findWithdrawalsOf(db, { lines: moneyOut, known: lookups, terms, most });
  // Those that lines name are the first.
  const meant = found.filter(isDeposit).slice(0, MOST_DEPOSITS + 1);
  const paid = await findPaidOfUsers(db, meant, lookups);
  const isAnyCut = isCut || paidOut.isCut || paid.isCut || meant.length > MOST_DEPOSITS;
  if (isAnyCut && lines.length > 1) {
    const half = lines.slice(0, Math.floor(lines.length / 2));
    return readFactsOf(db, { lines: half, crowdedAmounts }, { more, moneyOut: unstored, ...terms });
  }
  const deposits = [...new Map([...meant, ...paid.found].map((deposit) => [deposit.id, deposit])).values()];
  const ofLines = found.filter(isWithdrawal);
  const withdrawals = [...new Map([...ofLines, ...paidOut.found].map((one) => [one.id, one])).values()];
  return {
    ...terms,
    bankAccountId,
    isCut: isAnyCut,
    crowdedAmounts,
    lines,
    otherLines: await findOtherLines(db, lines, lookups, more),
    moneyOut,
    deposits: await readDepositFacts(db, deposits),
    withdrawals: withdrawals.map(withdrawalFacts),
    waitingWithdrawals: [],
    knownPayers: await findKnownPayers(db, lookups, deposits),
    policies: await findPolicies(
      db,
      deposits.map(({ clientId }) => clientId),
    ),
  };
}

/**
 * Adds the money in that has the amount of a line, and all deposits of the account that can have the name of a payer, of
 * whatever amount. To read them takes long, so it is done only where a line would settle by its name.
 * @param named the lines that would.
 */
export async function withNamesakes(
  db: Database,
  facts: MatchFacts,
  { named, more, ...terms }: MatchTerms & { readonly named: readonly LineFacts[]; readonly more?: number },
): Promise<MatchFacts> {
  const known = new Set(facts.deposits.map(({ transactionId }) => transactionId));
  const { found: recent, isCut } = await findAllRecent(db, facts.bankAccountId, terms);
  // Among too many, nothing is certain by a name.
  if (isCut) return { ...facts, areNamesakesCut: true };
  const unknown = recent.filter(isDeposit).filter(({ id }) => !known.has(id));
  const others = await findCredits(db, named, more);
  // Only their names are asked for.
  return {
    ...facts,
    otherLines: [...facts.otherLines, ...others],
    deposits: [...facts.deposits, ...unknown.map((deposit) => depositFacts(deposit))],
  };
}

/**
 * Adds the withdrawals that wait, of which a line of money out may pay several at once. It is done only where a line pays
 * none of them alone.
 */
export async function withWaiting(db: Database, facts: MatchFacts): Promise<MatchFacts> {
  const waiting = await findWaitingWithdrawals(db);
  return { ...facts, waitingWithdrawals: waiting.map(withdrawalFacts) };
}

function withdrawalFacts(withdrawal: MatchedWithdrawal): WithdrawalFacts {
  const { id, clientId, currency, amountMinor, accountName, ibanNormalized, createdAtMs } = withdrawal;
  return {
    ...{ transactionId: id, clientId, currency, amountMinor, createdAtMs },
    name: nameOf(accountName),
    iban: nameOf(ibanNormalized),
    state: stateOf(withdrawal),
    bankReferences: [],
  };
}

/** Finds who has paid from the IBANs of lines, and the IBANs from which users of pending deposits have paid. */
async function findKnownPayers(
  db: Database,
  lookups: readonly LineLookups[],
  deposits: readonly MatchedDeposit[],
): Promise<KnownPayer[]> {
  const ibans = [...new Set(lookups.flatMap(({ counterpartyIban }) => counterpartyIban ?? []))];
  const pending = deposits.filter(({ status }) => status === 'pending');
  const users = [...new Map(pending.map((deposit) => [userKey(deposit), deposit])).values()];
  const payers: KnownPayer[] = [];
  for (const chunk of chunksOf(ibans, MOST_AT_ONCE))
    payers.push(
      ...(await findPayers(
        db,
        ['iban'],
        chunk.map((iban) => [iban]),
      )),
    );
  // An index finds users by their clients.
  for (const chunk of chunksOf(users, MOST_AT_ONCE)) {
    const keys = chunk.map(({ clientId, userId }) => [clientId, userId]);
    payers.push(...(await findPayers(db, ['client_id', 'user_id'], keys)));
  }
  const found = new Map(payers.map((payer) => [JSON.stringify([userKey(payer), payer.iban]), payer]));
  return [...found.values()];
}

interface PayerRow {
  readonly client_id: string;
  readonly user_id: string;
  readonly iban: string;
  readonly name: string;
  readonly actor_kind: string;
}

/** Finds payers by the values of some columns, in the order of an index. */
async function findPayers(
  db: Database,
  columns: readonly ('iban' | 'client_id' | 'user_id')[],
  keys: readonly (readonly string[])[],
): Promise<KnownPayer[]> {
  const names = columns.map((name) => sql.ref(name));
  const isAsked = columns.map((name) => sql`p.${sql.ref(name)} = found.${sql.ref(name)}`);
  const values = valueRows(
    columns.map(() => 'text'),
    keys,
  );
  const { rows } = await sql<PayerRow>`
    with found(${sql.join(names)}) as ${values}
    select p.client_id, p.user_id, p.iban, t.name, d.actor_kind
    from found cross join payer_ibans as p
      inner join line_decisions as d on d.id = p.decision_id
      inner join transactions as t on t.id = d.transaction_id
    where ${sql.join(isAsked, sql` and `)} and d.undone_at_ms is null`.execute(db);
  return rows.map((row) => ({
    ...{ clientId: row.client_id, userId: row.user_id, iban: row.iban, name: row.name },
    source: row.actor_kind === 'operator' ? 'operator' : 'reference',
  }));
}
