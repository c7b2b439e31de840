import { normalizeIban } from '../../../src/kernel/iban.ts';
import { isSamePerson } from '../../../src/kernel/person.ts';
import type { Payee } from '../../../src/payouts/domain/refund.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { toFlag } from '../../sql/columns.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import type { WholePayout } from '../queries/batches.ts';
import { selectPaid } from '../queries/paid.ts';
import type { Person } from './change-batch.ts';

interface Payer {
  readonly counterparty_name: string | null;
  readonly ultimate_name: string | null;
  readonly counterparty_iban: string | null;
}

/** Reads the payer of a line, as far as the line names one. */
export function payerOf(line: Payer) {
  const iban = line.counterparty_iban === null ? undefined : normalizeIban(line.counterparty_iban);
  return { accountName: line.counterparty_name ?? line.ultimate_name, iban };
}

interface NamedPayee extends Payee, Person {
  readonly id: string;
  /** The withdrawal, or the refund. */
  readonly paidId: string;
  readonly reason: string;
  readonly nowMs: number;
}

/** Stores a payee that the desk has named. For each withdrawal or refund, the last one counts. */
export async function insertPayee(
  trx: DatabaseTransaction,
  { id, paidId, accountName, iban, isChanged, reason, person, clientId, nowMs }: NamedPayee,
): Promise<void> {
  await trx
    .insertInto('payout_payees')
    .values({
      id,
      paid_id: paidId,
      account_name: accountName,
      iban,
      is_changed: toFlag(isChanged),
      reason,
      given_by: person,
      given_by_client_id: clientId,
      created_at_ms: nowMs,
    })
    .execute();
}

/**
 * The person who named a payee, and the withdrawal or the statement file with which they did so. After the file that
 * first contained a line was taken back, it is the line.
 */
export interface PayeeSource extends Person {
  readonly sourceId: string;
}

/** Stores the people who named payees. */
export async function insertPayeeSources(
  trx: DatabaseTransaction,
  sources: readonly PayeeSource[],
): Promise<void> {
  if (sources.length === 0) return;
  await trx
    .insertInto('payee_sources')
    .values(
      sources.map(({ sourceId, person, clientId }) => ({
        source_id: sourceId,
        given_by: person,
        given_by_client_id: clientId,
      })),
    )
    .execute();
}

/**
 * Finds the first row of a batch whose payee this person, or this key, has named: by choosing another account, by
 * creating the withdrawal for its merchant, by giving money back, or by being the first to import the line whose money
 * goes back.
 */
export async function findOwnPayee(
  trx: DatabaseTransaction,
  { batch, rows }: Pick<WholePayout, 'batch' | 'rows'>,
  { person, clientId }: Person,
) {
  const isOwn = (name: string | null, key: string | null) =>
    key === clientId || (name !== null && isSamePerson(name, person));
  const named = (await findNamers(trx, batch.id)).find(
    ({ y, y_key, is_changed, n, n_key, g, g_key }) =>
      (is_changed === 1 && isOwn(y, y_key)) || isOwn(n, n_key) || isOwn(g, g_key),
  );
  const own = named && rows.find(({ rowNumber }) => rowNumber === named.row_number);
  return own && { rowNumber: own.rowNumber, transactionId: own.transactionId };
}

/** Lists who named the payees of a batch, each group of people with the first of its rows. */
function findNamers(trx: DatabaseTransaction, batchId: string) {
  const people = ['y', 'n', 'g'] as const;
  return (
    selectPaid(trx)
      .leftJoin('statement_lines as l', 'l.id', 'f.line_id')
      .leftJoin('statements as s', 's.id', 'l.statement_id')
      .leftJoin('payee_sources as o', 'o.source_id', 'l.id')
      .leftJoin('payee_sources as n', (join) =>
        join.on('n.source_id', '=', (eb) => eb.fn.coalesce('o.source_id', 's.file_id', 'r.transaction_id')),
      )
      // The first payee of a refund was named by the person who gave the money back.
      .leftJoin('payout_payees as g', 'g.paid_id', 'f.id')
      .select((eb) => eb.fn.min('r.row_number').as('row_number'))
      .select('y.is_changed')
      .select(people.map((table) => `${table}.given_by as ${table}` as const))
      .select(people.map((table) => `${table}.given_by_client_id as ${table}_key` as const))
      .where('r.batch_id', '=', batchId)
      .where('r.state', '<>', 'out')
      .groupBy('y.is_changed')
      .groupBy(people.flatMap((table) => [`${table}.given_by`, `${table}.given_by_client_id`] as const))
      .orderBy('row_number')
      .execute()
  );
}

/**
 * Empties the payees of withdrawals and refunds, the desk's reasons for naming them, and what banks said about them.
 */
export async function forgetPayees(trx: DatabaseTransaction, paidIds: readonly string[]): Promise<void> {
  if (paidIds.length === 0) return;
  await trx
    .updateTable('payout_payees')
    .set({ account_name: FORGOTTEN, iban: FORGOTTEN, reason: FORGOTTEN })
    .where('paid_id', 'in', paidIds)
    .execute();
  await trx
    .updateTable('payout_rows')
    .set({ bank_reasons: null })
    .where('transaction_id', 'in', paidIds)
    .where('bank_reasons', 'is not', null)
    .execute();
}
