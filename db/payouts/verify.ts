import { sql } from 'kysely';
import type { DisagreementOf } from '../../src/maintenance/domain/disagreements.ts';
import type { BatchState } from '../../src/payouts/domain/batch.ts';
import { isHashOf, sumOf } from '../../src/payouts/domain/content.ts';
import { isUnchanged } from '../../src/payouts/domain/stored-file.ts';
import { type FoundDisagreements, findWrongRows } from '../maintenance/verify/wrong-rows.ts';
import type { Database } from '../tables.ts';
import { findPayout, findPayoutFile, type WholePayout } from './queries/batches.ts';
import { PAID_MINOR, selectPaid } from './queries/paid.ts';

const PAGE_SIZE = 100;

type PayoutKind = 'payout-content' | 'payout-approval' | 'payout-file' | 'payout-row';

/**
 * Checks that each batch contains what it says it does, that its withdrawals are pending, and that an approved batch
 * was approved with exactly this content by as many people, besides its maker, as the policy required then.
 */
export async function* checkPayouts(db: Database): FoundDisagreements<PayoutKind> {
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('payout_batches')
      .select(['id', 'number', 'state', 'approvals_needed'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(PAGE_SIZE)
      .execute();
    for (const { id, state, approvals_needed: needed } of page) {
      const whole = await findPayout(db, id);
      if (whole)
        yield problemsOf(whole, {
          ...(await countRows(db, id)),
          needed,
          state,
          hasFile: await findsFile(db, whole),
        });
    }
    after = page.at(-1)?.number ?? after;
    if (page.length < PAGE_SIZE) return;
  }
}

const IS_EXPORTED: ReadonlySet<BatchState> = new Set<BatchState>(['exported', 'refused', 'paid']);
const NEEDS_APPROVAL: ReadonlySet<BatchState> = new Set<BatchState>(['approved', ...IS_EXPORTED]);

interface RelatedRows {
  /** Rows that wait although their withdrawals do not, or that pay the payee of another withdrawal. */
  readonly wrong: number;
  /** Rows that wait although another file has paid their withdrawals, whose names can have been forgotten since. */
  readonly paidByOthers: number;
  /** Rows of its file that were taken back: count, and sum in hundredths. */
  readonly takenBack: { readonly count: number; readonly sumMinor: number };
  /** As it is stored. */
  readonly state: BatchState;
  /** How many people had to approve it; null if unknown. */
  readonly needed: number | null;
  /** Whether there is a file of exactly this content whose bytes match its hash. */
  readonly hasFile: boolean;
}

function problemsOf(
  { batch, rows, approvals }: WholePayout,
  { wrong, paidByOthers, takenBack, needed, state, hasFile }: RelatedRows,
): DisagreementOf<PayoutKind>[] {
  const isRejected = batch.state === 'rejected';
  // The names of withdrawals that were paid can have been forgotten since.
  const isAllWaiting =
    paidByOthers === 0 && takenBack.count === 0 && rows.every(({ state }) => state === 'in');
  const isAsStored =
    rows.length + takenBack.count === batch.rowCount &&
    sumOf(rows) + takenBack.sumMinor === batch.sumMinor &&
    (!isAllWaiting || isHashOf(batch, rows));
  // Includes approvals by keys that can no longer approve: they could at that time.
  const given = approvals.filter(
    ({ approver, contentHash }) => approver !== batch.maker && contentHash === batch.contentHash,
  ).length;
  const found = {
    'payout-content': isRejected ? rows.some(({ state }) => state === 'in') : !isAsStored,
    'payout-approval': NEEDS_APPROVAL.has(state) && given < (needed ?? 1),
    'payout-file': IS_EXPORTED.has(batch.state) && !hasFile,
    'payout-row': wrong > 0,
  };
  return (Object.keys(found) as (keyof typeof found)[])
    .filter((kind) => found[kind])
    .map((kind) => ({ kind, batchId: batch.id }));
}

/** Whether a row `r` waits although another file has paid its withdrawal or refund: the bank can pay it too. */
const IS_PAID_BY_OTHER = sql`(r.state = 'in' and r.payment_id is not null and exists (select 1 from payout_rows as o
  where o.transaction_id = r.transaction_id and o.state in ('paid', 'returned') and o.line_id is not null))`;
/** Whether a row waits but pays neither a pending withdrawal nor an open refund, or has the payee of another one. */
const IS_WRONG = sql`(r.state = 'in' and coalesce(t.type <> 'withdrawal' or t.status <> 'pending', f.state <> 'open', true)
    and not ${IS_PAID_BY_OTHER})
  or (r.payee_id is not null and y.paid_id is distinct from r.transaction_id)`;

const IS_TAKEN_BACK = sql`r.state = 'out' and r.payment_id is not null`;

async function countRows(
  db: Database,
  batchId: string,
): Promise<Pick<RelatedRows, 'wrong' | 'paidByOthers' | 'takenBack'>> {
  const counts = await selectPaid(db)
    .select([
      sql<number>`count(case when ${IS_WRONG} then 1 end)`.as('wrong'),
      sql<number>`count(case when ${IS_PAID_BY_OTHER} then 1 end)`.as('paidByOthers'),
      sql<number>`count(case when ${IS_TAKEN_BACK} then 1 end)`.as('takenBack'),
      sql<number>`sum(case when ${IS_TAKEN_BACK} then ${PAID_MINOR} else 0 end)`.as('takenBackMinor'),
    ])
    .where('r.batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  return {
    wrong: Number(counts.wrong),
    paidByOthers: Number(counts.paidByOthers),
    takenBack: { count: Number(counts.takenBack), sumMinor: Number(counts.takenBackMinor) },
  };
}

async function findsFile(db: Database, { batch }: WholePayout): Promise<boolean> {
  const file = await findPayoutFile(db, batch.id);
  return file !== undefined && isUnchanged(file, batch);
}

/**
 * Whether a refund that was paid or has come back has no row in a batch that says so, or an open refund has such a row.
 * The row of a paid refund names its line.
 */
const IS_OTHER_IN_BATCHES = sql`(f.state in ('paid', 'returned') and not exists (
  select 1 from payout_rows as r
  where r.transaction_id = f.id and r.state = f.state and r.line_id is not null
)) or (f.state in ('open', 'cancelled') and exists (
  select 1 from payout_rows as r
  where r.transaction_id = f.id and (r.state in ('paid', 'returned') or (r.state = 'in' and f.state = 'cancelled'))
))`;
/**
 * Whether a refund that has come back names no matched credit with its amount or payout, or any other refund names a
 * credit.
 */
const IS_RETURNED_OTHERWISE = sql`(f.state <> 'returned' and f.return_line_id is not null)
  or (f.state = 'returned' and not exists (select 1 from statement_lines as c
    where c.id = f.return_line_id and c.direction = 'credit' and c.state = 'matched'
      and ((c.amount_minor = f.amount_minor and c.currency = l.currency) or exists (select 1 from line_references as n
        join payout_rows as r on r.end_to_end_id = n.reference
        where n.line_id = c.id and r.transaction_id = f.id and r.state = 'returned'))))`;
/** Whether a row pays a payee whom the desk has named for another withdrawal or refund. */
const HAS_OTHER_PAYEE = sql`exists (
  select 1 from payout_rows as r left join payout_payees as y on y.id = r.payee_id
  where r.transaction_id = f.id and y.paid_id is distinct from f.id
)`;

/**
 * Checks that refunds have a payee, do not exceed their lines, and agree with the states of their lines and batches.
 */
export function checkRefunds(db: Database) {
  return findWrongRows(db, {
    from: sql`refunds as f left join statement_lines as l on l.id = f.line_id`,
    key: sql`f.id`,
    start: '',
    conditions: {
      refund: sql`l.id is null or l.direction <> 'credit' or f.amount_minor > l.amount_minor
        or (f.state = 'open' and l.state <> 'giving-back') or (f.state = 'paid' and l.state <> 'given-back')
        or not exists (select 1 from payout_payees as y where y.paid_id = f.id)
        or ${IS_OTHER_IN_BATCHES} or ${HAS_OTHER_PAYEE} or ${IS_RETURNED_OTHERWISE}`,
    },
    says: { id: 'f.id' },
  });
}
