import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { paymentIdsIn } from '../../../src/payouts/domain/file-ids.ts';
import { payoutNamesOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type { LineFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import { createCover } from '../../../src/reconciliation/domain/matching/payout-effect.ts';
import {
  type NamingLine,
  payoutOfOwnId,
  type SentRow,
} from '../../../src/reconciliation/domain/matching/still-out.ts';
import { IS_HELD } from '../../reconciliation/queries/lines-to-match.ts';
import { type Flag, toFlag } from '../../sql/columns.ts';
import { readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { findFiledPayouts } from './filed.ts';

/** How many lines naming one payout or payment are read. If there are more, money may be out. */
export const MAX_NAMING = 100;

/** A line, found by one of the names in it. */
export interface FoundLine {
  readonly reference: string;
  readonly id: string;
  readonly direction: 'credit' | 'debit';
  readonly amount_minor: number | string;
  readonly currency: string;
  readonly account_id: string;
  readonly state: string;
  readonly end_to_end_id: string | null;
  readonly payment_count: number | string | null;
  readonly matched_with: string | null;
  readonly held: Flag;
}

/**
 * Matches lines that name a payment but do not debit it: those that have paid something, fees, and those that were put
 * away without a count of payments: see createCover.
 */
const COUNTS_NOT = sql`(l.state in ('matched', 'fee') or (l.state = 'put-away' and l.payment_count is null))`;

/** Finds booked lines with any of these names, in imported files and among the given unsaved lines. */
export async function findNaming(
  db: Database,
  names: readonly string[],
  unsaved: readonly LineFacts[],
): Promise<ReadonlyMap<string, readonly FoundLine[]>> {
  const asked = new Set(names);
  const rows = await readEach(
    db,
    [...asked],
    (name) => sql<FoundLine>`
    select n.reference, l.id, l.direction, l.amount_minor, l.currency, l.account_id, l.state,
      l.end_to_end_id, l.payment_count,
      coalesce(l.transaction_id, (select max(f.id) from refunds as f where f.return_line_id = l.id)) as matched_with,
      ${IS_HELD} as held
    from line_references as n cross join statement_lines as l cross join statements as s
      cross join statement_files as sf
    where n.reference = ${name} and l.id = n.line_id and l.status = 'booked'
      and s.id = l.statement_id and sf.id = s.file_id and sf.state = 'imported'
      and (${isPayment(name) ? 1 : 0} = 0 or not ${COUNTS_NOT})
    order by n.line_id limit ${MAX_NAMING + 1}`,
  );
  const ofFile = asked.size > 0 ? unsaved.flatMap(toFound) : [];
  const all = [...rows, ...ofFile.filter(({ reference }) => asked.has(reference))];
  const unique = new Map(all.map((row) => [`${row.reference} ${row.id}`, row]));
  return groupBy(unique.values(), (row) => row.reference);
}

/** Returns an unsaved line once for each name with which it would be stored. */
function toFound({ lineId: id, bankAccountId, isHeld, line }: LineFacts): readonly FoundLine[] {
  if (line.status !== 'booked') return [];
  return payoutNamesOf(line).map((reference) => ({
    reference,
    id,
    direction: line.direction,
    amount_minor: line.amountMinor,
    currency: line.currency,
    account_id: bankAccountId,
    state: 'new',
    end_to_end_id: line.endToEndId,
    payment_count: line.paymentCount,
    matched_with: null,
    held: toFlag(isHeld),
  }));
}

/** Whether a name is that of a payment or of a whole file. */
function isPayment(name: string): boolean {
  return paymentIdsIn(name).length > 0;
}

/** For each debit, the payouts that it may stand for, in each payment that it names. */
type CoveredPayouts = ReadonlyMap<string, readonly ReadonlySet<string>[]>;

/** Finds the payouts that debits of whole payments may stand for. */
export async function findCovered(
  db: Database,
  lines: ReadonlyMap<string, readonly FoundLine[]>,
): Promise<CoveredPayouts> {
  const covered = new Map<string, readonly ReadonlySet<string>[]>();
  for (const [paymentId, naming] of lines) {
    if (!isPayment(paymentId)) continue;
    const coverOf = createCover(await findFiledPayouts(db, { ids: [], paymentIds: [paymentId] }));
    for (const { id, direction, currency, state, ...line } of naming) {
      const paymentCount = line.payment_count === null ? null : Number(line.payment_count);
      const debit = { direction, currency, state, amountMinor: Number(line.amount_minor), paymentCount };
      covered.set(id, [...(covered.get(id) ?? []), coverOf(debit)]);
    }
  }
  return covered;
}

interface NamingFacts {
  /** The rows of the withdrawal or refund in bank files. */
  readonly rows: readonly SentRow[];
  /** The lines that use its names in bank files. */
  readonly inFiles: readonly FoundLine[];
  /** The lines that name its own id. */
  readonly byOwnId: readonly FoundLine[];
  readonly covered: CoveredPayouts;
}

/**
 * Returns the lines that name a withdrawal or refund. If a line names no payout, the withdrawal's own id stands for one
 * of its payouts.
 */
export function toLines({ rows, inFiles, byOwnId, covered }: NamingFacts): readonly NamingLine[] {
  const idsOf = ({ id, reference }: FoundLine): readonly string[] => {
    if (!isPayment(reference)) return [reference];
    const ids = rows.map(({ endToEndId }) => endToEndId);
    return ids.filter((endToEndId) => covered.get(id)?.some((one) => one.has(endToEndId)));
  };
  const named = groupBy(inFiles, ({ id }) => id);
  const meant = payoutOfOwnId(rows)?.endToEndId;
  const own = byOwnId.filter((line) => !named.has(line.id) && isTrusted(line));
  return [
    ...[...named.values()].flatMap((all) =>
      all.slice(0, 1).map((line) => toLine(line, [...new Set(all.flatMap(idsOf))])),
    ),
    ...own.map((line) => ({ ...toLine(line, meant === undefined ? [] : [meant]), isByOwnId: true })),
  ];
}

/**
 * Whether an id in a line can be trusted: the operator writes the texts of a debit, but payers write those of a credit,
 * so an id there does not show a return.
 */
function isTrusted({ direction, end_to_end_id, reference }: FoundLine): boolean {
  return direction === 'debit' || end_to_end_id?.toLowerCase() === reference;
}

function toLine(line: FoundLine, endToEndIds: readonly string[]): NamingLine {
  return {
    lineId: line.id,
    direction: line.direction,
    amountMinor: Number(line.amount_minor),
    currency: line.currency,
    accountId: line.account_id,
    state: line.state,
    isHeld: line.held === 1,
    matchedWith: line.matched_with,
    endToEndIds,
    isByOwnId: false,
  };
}
