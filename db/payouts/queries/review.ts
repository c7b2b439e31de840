import { sql } from 'kysely';
import type { PayoutHead } from '../../../src/payouts/domain/batch.ts';
import {
  type ApprovalsNeeded,
  approvalsNeeded,
  type PayeeMark,
  type PayoutPolicy,
} from '../../../src/payouts/domain/policy.ts';
import type { DailyUse } from '../../../src/payouts/domain/policy-refusal.ts';
import type { Database } from '../../tables.ts';
import { findPayout, type WholePayout } from './batches.ts';
import { findOfDisabled, findPayableStops } from './obstacles.ts';
import { findPayables } from './payables.ts';
import {
  COUNTS,
  findDailyUse,
  findPayeeMarks,
  findPayoutPolicy,
  type PayingAccount,
  selectSum,
} from './policy.ts';

/** What a person checks before approving a batch. Amounts are in hundredths. */
export interface PayoutReviewFacts extends WholePayout {
  readonly policy: PayoutPolicy;
  readonly needed: ApprovalsNeeded;
  readonly marks: ReadonlyMap<string, PayeeMark>;
  /** The ids of the withdrawals and refunds that the blacklist stops now. */
  readonly blacklisted: ReadonlySet<string>;
  /** The ids of the withdrawals whose merchants are disabled now. */
  readonly ofDisabled: ReadonlySet<string>;
  /** The closing balance of the account's last statement. */
  readonly balance: { readonly minor: number; readonly day: string } | undefined;
  /** The sum that the account's batches, including this one, may still pay: see sumUnpaid. */
  readonly underWayMinor: number;
  readonly dailyUse: DailyUse | undefined;
}

/** Reads what an approver of a batch checks. */
export async function reviewPayout(db: Database, id: string): Promise<PayoutReviewFacts | undefined> {
  const whole = await findPayout(db, id);
  if (!whole) return undefined;
  const { batch, rows } = whole;
  const { policy } = await findPayoutPolicy(db);
  const marks = await findPayeeMarks(db, id);
  const waiting = rows.filter(({ state }) => state === 'in').map(({ transactionId }) => transactionId);
  const payables = [...(await findPayables(db, waiting)).values()];
  const stops = await findPayableStops(db, payables);
  return {
    ...whole,
    policy,
    needed: approvalsNeeded(whole, policy, marks),
    marks,
    blacklisted: new Set(waiting.filter((transactionId) => stops.has(transactionId))),
    ofDisabled: await findOfDisabled(db, payables),
    balance: await findBalance(db, batch),
    underWayMinor: await sumUnpaid(db, batch),
    dailyUse: await findDailyUse(db, policy, { ...batch, batchId: id }),
  };
}

/** Finds the closing balance of the last statement. Intraday reports do not count. */
async function findBalance(db: Database, { accountId, currency }: PayingAccount) {
  const row = await db
    .selectFrom('statements as s')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .select(['s.closing_minor', 's.last_date'])
    .where('s.account_id', '=', accountId)
    .where('s.kind', '=', 'statement')
    .where((eb) => eb.or([eb('s.currency', 'is', null), eb('s.currency', '=', currency)]))
    .where('f.state', '=', 'imported')
    .where('s.closing_minor', 'is not', null)
    .where('s.last_date', 'is not', null)
    .orderBy('s.last_date', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { closing_minor: minor, last_date: day } = row ?? {};
  return typeof minor === 'number' && typeof day === 'string' ? { minor, day } : undefined;
}

/**
 * Sums what approved and exported batches of an account have not paid yet. Files whose payouts were taken back count
 * until their execution day is over, since the bank can still have them.
 */
async function sumUnpaid(db: Database, { executionDay, ...account }: PayoutHead): Promise<number> {
  const isTakenBack = sql<boolean>`r.state = 'out' and b.execution_day >= ${executionDay}`;
  const { sum } = await selectSum(db, account)
    .where(COUNTS)
    .where(sql<boolean>`(r.state = 'in' or (${isTakenBack}))`)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
