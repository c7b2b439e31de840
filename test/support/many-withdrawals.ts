import Sqlite from 'better-sqlite3';

/**
 * Stores this many withdrawals of a client at once, with the processIds and moments 1, 2, 3…; the first one is
 * pending. They are in no counter.
 */
export function insertWithdrawals(databasePath: string, clientId: string, count: number): void {
  const connection = new Sqlite(databasePath, { timeout: 20_000 });
  try {
    connection
      .prepare(
        `insert into transactions (
           id, client_id, process_id, type, status, status_reason, bank_id, bank_name, currency, amount_minor,
           final_amount_minor, user_id, user_name, name, converted_name, bank_account_id, account_name, iban,
           iban_normalized, pay_token, sequence, created_at_ms, updated_at_ms
         )
         select substr(@clientId, 1, 8) || substr(@clientId, -6) || printf('%010x', value), @clientId, value, 'withdrawal',
           iif(value = 1, 'pending', 'successful'), null, 'b', 'B', 'TRY', 100, null, 'u', 'U', 'N', 'n', null, 'A',
           'I', 'I', null, 1, value, value
         from (
           with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < @count)
           select value from numbers
         )`,
      )
      .run({ clientId, count });
  } finally {
    connection.close();
  }
}
