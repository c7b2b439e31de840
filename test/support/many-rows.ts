import { sql } from 'kysely';

export const START_MS = Date.parse('2026-11-01T00:00:00Z');
export const ROWS = 30_000;

/**
 * Stores so many transactions of one month on PostgreSQL that reading all of them costs more than any index. Databases
 * of earlier versions take them too.
 */
export const INSERT_MANY = sql`
  insert into transactions (id, client_id, process_id, type, status, ended_as, bank_id, bank_name, currency,
    amount_minor, final_amount_minor, user_id, user_name, name, converted_name, bank_account_id, account_name, iban,
    iban_normalized, pay_token, sequence, created_at_ms, updated_at_ms, expires_at_ms, sent_at_ms, reference)
  select lpad(to_hex(${START_MS / 1000} + i), 8, '0') || lpad(to_hex(i), 16, '0'), 'client-' || i % 20,
    'process-' || i, case when i % 2 = 0 then 'deposit' else 'withdrawal' end, status,
    case when status = 'unsuccessful' then (array['expired', 'cancelled', 'rejected', 'reversed'])[1 + i / 10 % 4] end,
    'bank-' || i % 3, 'Bank', 'TRY', 100 + i * 37 % 50000, 100 + i * 37 % 50000 + case when i % 90 = 0 then 1 else 0 end,
    'user-' || case when status = 'pending' then i else i % 6000 end, 'user', 'Ada Lovelace', 'ada-lovelace', case when i % 2 = 0 then 'account-' || i % 6 end,
    'Ada', 'TR00', case when i % 2 = 1 then 'TR3300061005197864' || 57000000 + i * 7 % 9000 end,
    'token', 2, ${START_MS} + i * 1000::bigint, ${START_MS} + i * 1000::bigint, null, null,
    case when i % 2 = 0 then 'R' || lpad(i::text, 7, '0') end
  from (select i, case when i % 100 < 2 and i % 40 > 0 then 'pending' when i % 10 = 3 then 'unsuccessful'
    else 'successful' end as status from generate_series(1, ${sql.lit(ROWS)}) as i) as numbers`;
