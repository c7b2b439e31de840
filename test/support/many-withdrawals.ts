import { withDatabase } from './rows-of.ts';

/** Few enough for the parameters of one statement of SQLite. */
const ROWS_PER_STATEMENT = 500;

/**
 * Stores this many withdrawals of a client at once, with the processIds and times 1, 2, 3…; the first one is pending.
 * They are not in the counters.
 */
export async function insertWithdrawals(
  databasePath: string,
  clientId: string,
  count: number,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => withdrawal(clientId, index + 1));
  await withDatabase(databasePath, (db) =>
    db.transaction().execute(async (trx) => {
      for (let from = 0; from < count; from += ROWS_PER_STATEMENT)
        await trx
          .insertInto('transactions')
          .values(rows.slice(from, from + ROWS_PER_STATEMENT))
          .execute();
    }),
  );
}

function withdrawal(clientId: string, value: number) {
  return {
    id: clientId.slice(0, 8) + clientId.slice(-6) + value.toString(16).padStart(10, '0'),
    client_id: clientId,
    process_id: String(value),
    type: 'withdrawal' as const,
    is_test: 0 as const,
    status: value === 1 ? ('pending' as const) : ('successful' as const),
    bank_id: 'b',
    bank_name: 'B',
    currency: 'TRY',
    amount_minor: 100,
    user_id: 'u',
    user_name: 'U',
    name: 'N',
    converted_name: 'n',
    account_name: 'A',
    iban: 'I',
    iban_normalized: 'I',
    sequence: 1,
    created_at_ms: value,
    updated_at_ms: value,
  };
}
