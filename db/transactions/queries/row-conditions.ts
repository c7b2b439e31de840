import { type RawBuilder, sql } from 'kysely';
import type { TransactionFilter } from '../../../src/transactions/store.ts';
import { type MoveTerms, movedIn } from '../../reconciliation/queries/moves.ts';
import { isIn } from '../../sql/lists.ts';

export type Condition = RawBuilder<unknown>;

/** Rows that one index returns in the order of the list. */
export interface ListSource {
  /** The conditions that the index answers, worded as in the index. */
  readonly where: readonly Condition[];
  /** The conditions that no index answers. */
  readonly and: readonly Condition[];
  /** True if the index returns a few rows at most, so that no scan in pieces is needed. */
  readonly isSmall?: true;
  /** The rows that its sub-select examines on each page; none by default. */
  readonly lookedAt?: number;
  /** True if its index covers the live transactions of all clients, even when those of one are wanted. */
  readonly isOverAll?: true;
}

// Worded as in the partial indexes, so that the planner uses them.
export const IS_PENDING = sql`"status" = 'pending'`;
export const HAS_ENDED = sql`"status" <> 'pending'`;
export const IS_PENDING_DEPOSIT = sql`"type" = 'deposit' and "status" = 'pending'`;
export const IS_NO_PENDING_DEPOSIT = sql`("type" <> 'deposit' or "status" <> 'pending')`;
/** `isLate` of src/transactions/domain/ending.ts. */
export const IS_LATE = sql`(("status" = 'unsuccessful' and "ended_as" = 'expired' and "sent_at_ms" is not null) or ("status" = 'successful' and "ended_as" <> 'reversed'))`;

/** The row by which a batch is going to pay it. A partial index has only these rows. */
export const IS_IN_PAYOUT = sql`exists (select 1 from payout_rows as r where r.transaction_id = "transactions"."id" and r.state = 'in')`;

export const ALL_CLIENTS = sql`(select id from clients)`;

/** The conditions of a filter on the client, user and processId, worded so that no index is chosen for them. */
export function ownerConditions({ clientId, userId, processId }: TransactionFilter): Condition[] {
  return equalities([
    [sql`"client_id" || ''`, clientId],
    [sql`"user_id" || ''`, userId],
    [sql`"process_id" || ''`, processId],
  ]);
}

/** The other conditions of a filter on a row, except its time. @param answered the one that an index answers. */
export function rowConditions(filter: TransactionFilter, answered?: keyof TransactionFilter): Condition[] {
  const { isSent, isInPayout, isClaimedByMe, callerId, type, bankId, accountId } = filter;
  const conditions = equalities([
    [sql`"type"`, type],
    [sql`"bank_id"`, bankId],
    [sql`"bank_account_id"`, accountId],
  ]);
  conditions.push(...stateConditions(filter, answered));
  if (isSent !== undefined)
    conditions.push(isSent ? sql`"sent_at_ms" is not null` : sql`"sent_at_ms" is null`);
  if (isInPayout !== undefined) conditions.push(isInPayout ? IS_IN_PAYOUT : sql`not ${IS_IN_PAYOUT}`);
  if (isClaimedByMe !== undefined) {
    const isMine = sql`(${IS_PENDING} and coalesce("claim_holder_id", '') = ${callerId})`;
    conditions.push(isClaimedByMe ? isMine : sql`not ${isMine}`);
  }
  const { movedAccountId, movedFromMs, movedToMs, minAmountMinor, maxAmountMinor } = filter;
  const hasMoves = [movedAccountId, movedFromMs, movedToMs].some((value) => value !== undefined);
  if (hasMoves && answered !== 'movedAccountId') conditions.push(movedIn(movesOf(filter)));
  if (minAmountMinor !== undefined) conditions.push(sql`"amount_minor" >= ${minAmountMinor}`);
  if (maxAmountMinor !== undefined) conditions.push(sql`"amount_minor" <= ${maxAmountMinor}`);
  return conditions;
}

/** The movement of money that a filter asks for. */
export function movesOf({ movedAccountId, movedFromMs, movedToMs }: TransactionFilter): MoveTerms {
  return { accountId: movedAccountId, fromMs: movedFromMs, toMs: movedToMs };
}

/** The conditions on what transitions change. */
function stateConditions(
  { status, reason, isLate }: TransactionFilter,
  answered: keyof TransactionFilter | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  if (status !== undefined && answered !== 'status') conditions.push(sql`"status" = ${status}`);
  if (reason !== undefined && answered !== 'reason')
    conditions.push(sql`("status" = 'unsuccessful' and ${isIn(sql`"ended_as"`, reason)})`);
  if (isLate !== undefined && answered !== 'isLate')
    conditions.push(isLate ? IS_LATE : sql`${IS_LATE} is not true`);
  return conditions;
}

function equalities(pairs: readonly (readonly [Condition, string | undefined])[]): Condition[] {
  return pairs.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));
}
