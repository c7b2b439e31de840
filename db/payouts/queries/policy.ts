import { type RawBuilder, sql } from 'kysely';
import { foldLetters } from '../../../src/kernel/fold-letters.ts';
import {
  amountsIn,
  OPEN_PAYOUT_POLICY,
  type PayeeMark,
  type PayoutPolicy,
} from '../../../src/payouts/domain/policy.ts';
import type { DailyUse, OverLimit } from '../../../src/payouts/domain/policy-refusal.ts';
import type { Database } from '../../tables.ts';
import { payoutPolicyFromRow } from '../policy-row.ts';
import { HAS_LAPSED } from './approvals.ts';
import { PAID_IBAN, PAID_MINOR, PAID_NAME, selectPaid } from './paid.ts';

export interface StoredPayoutPolicy {
  readonly policy: PayoutPolicy;
  /** Null if no policy was ever set. */
  readonly updatedAtMs: number | null;
}

/** Reads the payout policy. */
export async function findPayoutPolicy(db: Database): Promise<StoredPayoutPolicy> {
  const row = await db.selectFrom('payout_policy').selectAll().executeTakeFirst();
  return row
    ? { policy: payoutPolicyFromRow(row), updatedAtMs: row.updated_at_ms }
    : { policy: OPEN_PAYOUT_POLICY, updatedAtMs: null };
}

/** Finds what is unusual about the payees of a batch, by the ids of the withdrawals and refunds. */
export async function findPayeeMarks(db: Database, batchId: string): Promise<ReadonlyMap<string, PayeeMark>> {
  const rows = await selectPaid(db)
    .select((eb) => [
      'r.transaction_id',
      'f.id as refund_id',
      'y.is_changed',
      PAID_NAME.as('account_name'),
      // The payee's name in the last payout; empty if it was forgotten, null if there was none.
      eb
        .selectFrom('transactions as p')
        // A batch may have paid another payee than the one that the merchant has named.
        .leftJoin('payout_rows as pr', (join) =>
          join.onRef('pr.transaction_id', '=', 'p.id').on('pr.state', '=', 'paid'),
        )
        .leftJoin('payout_payees as py', 'py.id', 'pr.payee_id')
        .select(sql<string>`coalesce(py.account_name, p.account_name, '')`.as('name'))
        .whereRef('p.client_id', '=', 't.client_id')
        .whereRef('p.user_id', '=', 't.user_id')
        .where(sql<string>`coalesce(py.iban, p.iban_normalized)`, '=', PAID_IBAN)
        .where('p.iban_normalized', 'is not', null)
        .where('p.type', '=', 'withdrawal')
        .where('p.status', '=', 'successful')
        .where(sql<boolean>`p.is_test = 0`)
        .whereRef('p.id', '<>', 't.id')
        .orderBy('p.created_at_ms', 'desc')
        .limit(1)
        .as('paid_name'),
    ])
    .where('r.batch_id', '=', batchId)
    .where('r.state', '<>', 'out')
    .execute();
  return new Map(
    rows.map(({ transaction_id: id, refund_id: refundId, account_name: name, paid_name: paid, ...row }) => [
      id,
      {
        // A refund pays the account that the money came from, so it is not new.
        isNewPayee: refundId === null && paid === null,
        isChangedName: paid !== null && !isSameName(paid, name),
        isChangedPayee: row.is_changed === 1,
      },
    ]),
  );
}

const isSameName = (one: string, other: string) => foldLetters(one) === foldLetters(other);

interface PayingDay extends PayingAccount {
  readonly executionDay: string;
  /** The batch whose limit is checked, which is not counted. */
  readonly batchId: string;
}

export interface PayingAccount {
  readonly accountId: string;
  readonly currency: string;
}

/** Selects the sum of the rows `r` of batches `b` of an account, in hundredths; null for none. */
export function selectSum(db: Database, { accountId, currency }: PayingAccount) {
  return selectPaid(db)
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select((eb) => eb.fn.sum<number | null>(PAID_MINOR).as('sum'))
    .where('b.account_id', '=', accountId)
    .where('b.currency', '=', currency);
}

/**
 * Whether a row `r` of a batch `b` is going to be paid, or may have been: its batch is approved, or it was in a bank
 * file. Somebody can have given that file to the bank, so a rejection changes nothing. Only the bank itself can say
 * that it does not pay.
 */
export const COUNTS: RawBuilder<boolean> = sql`((r.state = 'in' and b.state = 'approved' and not ${HAS_LAPSED})
  or (r.payment_id is not null and r.state <> 'refused'))`;

/** Sums what the other batches of an account pay on one day. @returns hundredths. */
export async function sumUnderWay(
  db: Database,
  { accountId, currency, executionDay, batchId }: PayingDay,
): Promise<number> {
  const { sum } = await selectSum(db, { accountId, currency })
    .where('b.execution_day', '=', executionDay)
    .where('b.id', '<>', batchId)
    .where(COUNTS)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Finds how much a batch uses of its account's limit on its execution day; undefined without a limit. */
export async function findDailyUse(
  db: Database,
  policy: PayoutPolicy,
  { sumMinor, ...day }: PayingDay & { readonly sumMinor: number },
): Promise<DailyUse | undefined> {
  const limitMinor = amountsIn(policy, day.currency)?.dailyLimitMinor ?? null;
  if (limitMinor === null) return undefined;
  return { limitMinor, underWayMinor: await sumUnderWay(db, day), batchMinor: sumMinor };
}

/** Finds the limit that a batch would exceed. Only a caller that has locked the tip of the audit log can rely on it. */
export async function findOverLimit(
  db: Database,
  policy: PayoutPolicy,
  batch: PayingDay & { readonly sumMinor: number },
): Promise<OverLimit | undefined> {
  const use = await findDailyUse(db, policy, batch);
  if (!use || use.underWayMinor + use.batchMinor <= use.limitMinor) return undefined;
  return { kind: 'over-limit', currency: batch.currency, executionDay: batch.executionDay, use };
}
