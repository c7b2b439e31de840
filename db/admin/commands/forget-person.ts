import { sql } from 'kysely';
import type { Person } from '../../../src/admin/domain/person.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { forgetPayees } from '../../payouts/commands/payees.ts';
import { forgetLines, lockLinesOf } from '../../reconciliation/commands/forget-lines.ts';
import { type Batch, NO_ROWS } from '../../sql/batch.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { couldNamePerson, hasOwnWords, hasWaitingCallback, isPlanned } from '../queries/personal-data.ts';

interface ForgetPerson extends Person, Audited {
  /** Names the client in the audit log. */
  readonly appKey: string;
  /** The most transactions of one command, so that other commands can run in between. */
  readonly limit: number;
}

/**
 * Replaces the names and IBANs of a user in transactions that have ended and whose callbacks are done, and what
 * operators wrote about them, and removes what receivers answered, and what the lines of bank statements say that
 * paid them. Amounts, ids, states and times stay. The account of a deposit is not the user's.
 */
export async function forgetPerson(
  trx: DatabaseTransaction,
  { appKey, limit, audit, ...person }: ForgetPerson,
): Promise<Batch> {
  const found = await selectForgettable(trx, person).limit(limit).execute();
  if (found.length === 0) return NO_ROWS;
  const foundIds = found.map((row) => row.id);
  // Decisions about lines lock these before transactions.
  const lockedLines = await lockLinesOf(trx, foundIds);
  await lockTransactions(trx, foundIds);
  // Read again: until the lock, another process may have changed some of them.
  const rows = await selectForgettable(trx, person).where('t.id', 'in', foundIds).execute();
  if (rows.length === 0) return { looked: found.length, changed: 0 };
  const ids = rows.map((row) => row.id);
  await forgetNames(trx, ids);
  await forgetWords(trx, ids);
  await forgetLines(trx, ids, lockedLines);
  await forgetPayees(trx, ids);
  await trx
    .updateTable('callback_attempts')
    .set({ answer: null })
    .where('transaction_id', 'in', ids)
    .where('answer', 'is not', null)
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'client',
    targetId: appKey,
    before: null,
    after: { forgottenUserId: person.userId, transactions: rows.length },
  });
  return { looked: found.length, changed: rows.length };
}

/** Selects the transactions of a person that have ended for good, and whose callbacks are done. */
function selectForgettable(trx: DatabaseTransaction, { clientId, userId }: Person) {
  return trx
    .selectFrom('transactions as t')
    .select('t.id')
    .where('t.user_id', '=', userId)
    .where('t.client_id', '=', clientId)
    .where('t.status', '<>', 'pending')
    .where(couldNamePerson)
    .where((eb) => eb.not(hasWaitingCallback(eb)))
    .where((eb) => eb.not(isPlanned(eb)));
}

async function forgetNames(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  const isWithdrawal = sql`type = 'withdrawal'`;
  await trx
    .updateTable('transactions')
    .set({
      name: FORGOTTEN,
      user_name: FORGOTTEN,
      converted_name: FORGOTTEN,
      // It can name the user.
      return_url: null,
      status_reason: withoutWords('status_reason'),
      user_name_folded: null,
      account_name_folded: null,
      account_name: sql`case when ${isWithdrawal} then ${FORGOTTEN} else account_name end`,
      iban: sql`case when ${isWithdrawal} then ${FORGOTTEN} else iban end`,
      iban_normalized: sql`case when ${isWithdrawal} then ${FORGOTTEN} else iban_normalized end`,
    })
    .where('id', 'in', ids)
    .execute();
}

/** Replaces the texts of operators. A reason from a template contains no personal data and is kept. */
async function forgetWords(trx: DatabaseTransaction, transactionIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('notes')
    .set({ text: FORGOTTEN })
    .where('transaction_id', 'in', transactionIds)
    .execute();
  await trx
    .updateTable('events')
    .set({ reason: withoutWords('reason'), internal_reason: withoutWords('internal_reason') })
    .where('transaction_id', 'in', transactionIds)
    .where((eb) => eb.or([hasOwnWords('reason'), hasOwnWords('internal_reason')]))
    .execute();
}

function withoutWords(column: string) {
  return sql<string | null>`case when ${hasOwnWords(column)} then ${FORGOTTEN} else ${sql.ref(column)} end`;
}
