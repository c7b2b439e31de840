import { sql } from 'kysely';
import { normalizeIban } from '../../../src/kernel/iban.ts';
import { couldBeId, parseQuery } from '../../../src/transactions/domain/query.ts';
import type { TransactionFilter } from '../../../src/transactions/store.ts';
import { countCandidates, isOneOfMoved } from '../../reconciliation/queries/moves.ts';
import type { Database } from '../../tables.ts';
import { IS_LIVE, IS_TEST } from './modes.ts';
import { readReferences } from './references.ts';
import {
  ALL_CLIENTS,
  type Condition,
  IS_LATE,
  IS_NO_PENDING_DEPOSIT,
  IS_PENDING,
  IS_PENDING_DEPOSIT,
  type ListSource,
  movesOf,
  ownerConditions,
  rowConditions,
} from './row-conditions.ts';
import { exactSources, meetsExactly, meetsTerm, type ResolvedTerm } from './term-conditions.ts';

/** One statement looks at this many rows for what moved on an account. Where there are more, a scan has pieces. */
const MAX_CANDIDATES = 10_000;

/** The places of the rows that a filter selects. */
export interface ListPlan {
  /** A row may be in several. Pending ones come first: one that ends meanwhile moves to a later source. */
  readonly sources: readonly ListSource[];
  /** The condition that a row is in one of the sources, as parts. */
  readonly conditions: readonly Condition[];
}

/** Makes the plans of a list. The second one holds if the first one finds nothing, on any page. */
export async function planList(db: Database, filter: TransactionFilter): Promise<readonly ListPlan[]> {
  const plans = await planBySources(db, filter);
  const mark = filter.isTest ? IS_TEST : IS_LIVE;
  return plans.map(({ sources, conditions }) => ({
    sources: filter.isTest
      ? [testSource(filter, conditions)]
      : sources.map((source) => ofLive(source, filter)),
    conditions: [...conditions, mark],
  }));
}

/** There are few tests: one index has those of all clients, and that of a client has its own. */
function testSource({ clientId }: TransactionFilter, and: readonly Condition[]): ListSource {
  return { where: [clientId === undefined ? IS_TEST : sql`"client_id" = ${clientId}`], and };
}

/** A client with a live key has no tests, so only the indexes over all clients need the condition. */
function ofLive(source: ListSource, { clientId }: TransactionFilter): ListSource {
  if (clientId !== undefined && !source.isOverAll) return source;
  return { ...source, where: [...source.where, IS_LIVE] };
}

async function planBySources(db: Database, filter: TransactionFilter): Promise<readonly ListPlan[]> {
  const conditions = [...ownerConditions(filter), ...rowConditions(filter)];
  if (filter.query === undefined) return [{ sources: await findSources(db, filter, []), conditions }];
  const terms = await resolveTerms(db, filter.query, filter.isForDesk === true);
  const parts = terms.map(meetsTerm);
  const asText = async () => ({
    sources: await findSources(db, filter, parts),
    conditions: [...conditions, ...parts],
  });
  const lead = terms.find(({ isExact }) => isExact) ?? terms.find(couldBeId);
  if (!lead) return [await asText()];
  const rest = [...conditions, ...terms.filter((term) => term !== lead).map(meetsTerm)];
  const exact = {
    sources: exactSources(lead, filter).map((source) => ({
      ...source,
      and: [...source.and, ...rest],
    })),
    conditions: [...rest, meetsExactly(lead)],
  };
  // A term with an exact meaning never leads to a scan of every row.
  return terms.every(({ isExact }) => isExact) ? [exact] : [exact, await asText()];
}

async function resolveTerms(db: Database, query: string, isForDesk: boolean): Promise<ResolvedTerm[]> {
  const resolved: ResolvedTerm[] = [];
  for (const term of parseQuery(query))
    resolved.push({
      ...term,
      numbers: await findNumbers(db, term.references),
      accountIds: term.iban === undefined ? [] : await findAccounts(db, term.iban),
      isForDesk,
    });
  return resolved;
}

/** The numbers that transactions with these references can have. */
async function findNumbers(db: Database, references: readonly string[]): Promise<readonly number[]> {
  if (references.length === 0) return [];
  const { numbersOf } = await readReferences(db);
  return [...new Set(references.flatMap(numbersOf))];
}

/** Accounts keep their IBAN as it was typed. There are few of them. */
async function findAccounts(db: Database, iban: string): Promise<string[]> {
  const rows = await db.selectFrom('bank_accounts').select(['id', 'iban']).execute();
  return rows.filter((row) => normalizeIban(row.iban) === iban).map(({ id }) => id);
}

/**
 * The sources of a filter without its query. What moved on an account has an index, but it also gives all that changed
 * since then: the sources of the other filters are better where that is much.
 */
async function findSources(
  db: Database,
  filter: TransactionFilter,
  parts: readonly Condition[],
): Promise<ListSource[]> {
  const { movedAccountId: accountId, userId, processId, isTest } = filter;
  // Tests have a separate source.
  if (accountId === undefined || userId !== undefined || processId !== undefined || isTest)
    return filterSources(filter, parts);
  const moves = { ...movesOf(filter), accountId };
  const lookedAt = await countCandidates(db, { ...moves, limit: MAX_CANDIDATES });
  if (lookedAt >= MAX_CANDIDATES) return filterSources(filter, parts);
  const owners = ownerConditions(filter);
  const and = owners.length > 0 ? sql`${sql.join(owners, sql` and `)}` : undefined;
  return [
    {
      where: [isOneOfMoved({ ...moves, and, limit: MAX_CANDIDATES })],
      and: [...rowConditions(filter, 'movedAccountId'), ...parts],
      isSmall: true,
      isOverAll: true,
      lookedAt,
    },
  ];
}

/** The sources of a filter without its query, by the indexes of the list. */
function filterSources(filter: TransactionFilter, parts: readonly Condition[]): ListSource[] {
  const { clientId, userId, processId, reason, isLate, status } = filter;
  const owned = clientId ?? userId ?? processId;
  if (isLate === true && userId === undefined && processId === undefined)
    return [
      {
        where: [IS_LATE],
        and: [...ownerConditions(filter), ...rowConditions(filter, 'isLate'), ...parts],
        isOverAll: true,
      },
    ];
  if (reason !== undefined && owned === undefined) {
    const and = [...rowConditions(filter, 'reason'), ...parts];
    return [...new Set(reason)].map((kind) => ({
      where: [sql`"status" = 'unsuccessful' and "ended_as" = ${kind}`],
      and,
    }));
  }
  const where: Condition[] = [];
  if (clientId !== undefined) where.push(sql`"client_id" = ${clientId}`);
  if (processId !== undefined) {
    where.push(sql`"process_id" = ${processId}`);
    // The index begins with the client: naming every client avoids a scan of every row.
    if (clientId === undefined) where.push(sql`"client_id" in ${ALL_CLIENTS}`);
  }
  // For a single client the index of its transactions is better.
  const usesPending = status === 'pending' && clientId === undefined;
  if (usesPending) where.push(IS_PENDING);
  const and = [...rowConditions(filter, usesPending ? 'status' : undefined), ...parts];
  if (userId === undefined) return [{ where, and }];
  // Pending deposits have an index of their own, with one row for each client.
  where.push(sql`"user_id" = ${userId}`);
  return [
    { where: [...where, IS_PENDING_DEPOSIT], and, isSmall: true },
    { where: [...where, IS_NO_PENDING_DEPOSIT], and },
  ];
}

/** True if a list can look at many more rows than it has on its page. */
export function couldScan(filter: TransactionFilter): boolean {
  if (filter.query !== undefined || filter.movedAccountId !== undefined) return true;
  if (filter.isTest) return rowConditions(filter).length > 0 || filter.processId !== undefined;
  // The transactions of a user are in an order only for each client.
  if (filter.userId !== undefined && filter.clientId === undefined) return true;
  return filterSources(filter, []).some(({ and }) => and.length > 0);
}
