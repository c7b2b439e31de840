import { sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { paymentIdsIn } from '../../../src/payouts/domain/file-ids.ts';
import { payoutNamesOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type { LineFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import { coveredBy } from '../../../src/reconciliation/domain/matching/payout-effect.ts';
import type { NamingLine } from '../../../src/reconciliation/domain/matching/still-out.ts';
import { IS_HELD } from '../../reconciliation/queries/lines-to-match.ts';
import { type Flag, toFlag } from '../../sql/columns.ts';
import { readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { findFiledPayouts } from './filed.ts';

/** The most lines that name one payout or payment. With more, money may be out. */
export const MAX_NAMING = 100;

/** A line by one of the names that it has. */
export interface FoundLine {
  readonly reference: string;
  readonly id: string;
  readonly direction: 'credit' | 'debit';
  readonly amount_minor: number | string;
  readonly currency: string;
  readonly account_id: string;
  readonly state: string;
  readonly payment_count: number | string | null;
  readonly matched_with: string | null;
  readonly held: Flag;
}

/** Finds booked lines of imported files that name any of these, and those of a file that is not imported. */
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
    select n.reference, l.id, l.direction, l.amount_minor, l.currency, l.account_id, l.state, l.payment_count,
      coalesce(l.transaction_id, (select max(f.id) from refunds as f where f.return_line_id = l.id)) as matched_with,
      ${IS_HELD} as held
    from line_references as n cross join statement_lines as l cross join statements as s
      cross join statement_files as sf
    where n.reference = ${name} and l.id = n.line_id and l.status = 'booked'
      and s.id = l.statement_id and sf.id = s.file_id and sf.state = 'imported'
    order by n.line_id limit ${MAX_NAMING + 1}`,
  );
  const ofFile = asked.size > 0 ? unsaved.flatMap(toFound) : [];
  const all = [...rows, ...ofFile.filter(({ reference }) => asked.has(reference))];
  const unique = new Map(all.map((row) => [`${row.reference} ${row.id}`, row]));
  return groupBy(unique.values(), (row) => row.reference);
}

/** A line that is not stored, once for each name that it would be stored with. */
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
    payment_count: line.paymentCount,
    matched_with: null,
    held: toFlag(isHeld),
  }));
}

/** Whether a name is that of a payment or of a whole file. */
const isPayment = (name: string) => paymentIdsIn(name).length > 0;

/** Finds the payouts for which debits of whole payments may stand, by their lines. Matched ones are left out: their rows are paid. */
export async function findCovered(
  db: Database,
  lines: ReadonlyMap<string, readonly FoundLine[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const covered = new Map<string, readonly string[]>();
  for (const [paymentId, naming] of lines) {
    const open = naming.filter(({ direction, state }) => direction === 'debit' && state !== 'matched');
    if (!isPayment(paymentId) || open.length === 0) continue;
    const filed = await findFiledPayouts(db, { ids: [], paymentIds: [paymentId] });
    for (const { id, direction, currency, state, ...line } of open) {
      const paymentCount = line.payment_count === null ? null : Number(line.payment_count);
      const debit = { direction, currency, state, amountMinor: Number(line.amount_minor), paymentCount };
      const endToEndIds = coveredBy(debit, filed).map(({ endToEndId }) => endToEndId);
      covered.set(id, [...(covered.get(id) ?? []), ...endToEndIds]);
    }
  }
  return covered;
}

interface OwnId {
  /** Of the withdrawal, or the refund. */
  readonly transactionId: string;
  /** The payout for which it stands, where a line names none. */
  readonly meant: string;
}

/** @param found in the order of `namesOf`. */
export function toLines(
  found: readonly FoundLine[],
  covered: ReadonlyMap<string, readonly string[]>,
  { transactionId, meant }: OwnId,
): readonly NamingLine[] {
  const lines = new Map<string, NamingLine>();
  const namedBy = ({ id, reference }: FoundLine): readonly string[] => {
    if (reference === transactionId) return lines.has(id) ? [] : [meant];
    return isPayment(reference) ? (covered.get(id) ?? []) : [reference];
  };
  for (const line of found) {
    const named = namedBy(line);
    lines.set(line.id, {
      lineId: line.id,
      direction: line.direction,
      amountMinor: Number(line.amount_minor),
      currency: line.currency,
      accountId: line.account_id,
      state: line.state,
      isHeld: line.held === 1,
      matchedWith: line.matched_with,
      endToEndIds: [...new Set([...(lines.get(line.id)?.endToEndIds ?? []), ...named])],
    });
  }
  return [...lines.values()];
}
