import type { TransactionsTable } from '../../db/transactions/rows/transactions.ts';
import { IS_LONG } from './long.ts';
import { createRandom, type Random } from './random.ts';

const FIRST_MS = Date.parse('2026-11-15T00:00:00Z');
const SEED = 20_261_120;

/** A creation time that a thousand transactions of the merchant share. */
export const SHARED_TIMESTAMP_MS = FIRST_MS + 3 * 86_400_000;
const SHARED_COUNT = 1_000;

/** The long form has enough rows for a scan to reach its limit. */
export const HAS_ALL_ROWS = IS_LONG;
const MERCHANT_ROWS = HAS_ALL_ROWS ? 100_000 : 10_000;
const SHARED_FROM = MERCHANT_ROWS / 2;
/** Three of them share a time. They take as long with fewer rows. */
const APART_MS = HAS_ALL_ROWS ? 9_000 : 90_000;
/** Transactions of another client. Each is older than all of the merchant's. */
const OTHER_ROWS = MERCHANT_ROWS / 5;
const USERS = MERCHANT_ROWS / 100;

const BANKS = ['bank-0', 'bank-1', 'bank-2'];
const NAMES = ['Ada Yılmaz', 'Can Öz', 'Elif Kaya', 'Mert Demir'];

/** The oldest and the newest transactions have names of their own. */
export const OLDEST_NAME = 'Only Among The Oldest';
export const NEWEST_NAME = 'Only Among The Newest';
export const RARE_NAME = 'Nadel Heuhaufen';

/** Creates rows of transactions, in a random order that is the same in each run. */
export function makeTransactions(clientId: string, otherId: string): TransactionsTable[] {
  const random = createRandom(SEED);
  const rows: TransactionsTable[] = [];
  for (let index = 0; index < OTHER_ROWS; index += 1) {
    const createdAtMs = FIRST_MS - (OTHER_ROWS - index) * 1000;
    const name = index < 3 ? OLDEST_NAME : random.pick(NAMES);
    rows.push(makeRow(random, { index, clientId: otherId, createdAtMs, name }));
  }
  for (let index = 0; index < MERCHANT_ROWS; index += 1) {
    const isNewest = index >= MERCHANT_ROWS - 3;
    const name = isNewest ? NEWEST_NAME : index % 1000 === 7 ? RARE_NAME : random.pick(NAMES);
    rows.push(makeRow(random, { index, clientId, createdAtMs: createdAtOf(index), name }));
  }
  return rows;
}

/** Rising creation times. A few rows share some of them, and a thousand rows share one. */
function createdAtOf(index: number): number {
  if (index < SHARED_FROM) return FIRST_MS + Math.floor(index / 3) * APART_MS;
  if (index < SHARED_FROM + SHARED_COUNT) return SHARED_TIMESTAMP_MS;
  return SHARED_TIMESTAMP_MS + (index - SHARED_FROM - SHARED_COUNT + 1) * 3_000;
}

interface RowOptions {
  readonly index: number;
  readonly clientId: string;
  readonly createdAtMs: number;
  readonly name: string;
}

function makeRow(random: Random, { index, clientId, createdAtMs, name }: RowOptions): TransactionsTable {
  const isDeposit = random.below(2) === 0;
  // A user can have only one pending deposit, so the deposits of this user are settled.
  const status = random.pick(isDeposit ? SETTLED : ALL_STATUSES);
  const amountMinor = 100 + random.below(100_000);
  const bankId = random.pick(BANKS);
  return {
    id: makeId(random),
    client_id: clientId,
    is_test: 0,
    process_id: `stored-${index}`,
    type: isDeposit ? 'deposit' : 'withdrawal',
    status,
    status_reason: null,
    ended_as: status === 'unsuccessful' ? 'rejected' : null,
    reference: null,
    return_url: null,
    bank_id: bankId,
    bank_name: bankId,
    currency: 'TRY',
    amount_minor: amountMinor,
    // The final amount of some differs from the requested one.
    final_amount_minor: status === 'successful' ? amountMinor + random.below(3) : null,
    user_id: `user-${random.below(USERS)}`,
    user_name: 'user',
    name,
    converted_name: name.toLowerCase().replaceAll(' ', '-'),
    bank_account_id: isDeposit ? 'account' : null,
    account_name: 'Account',
    iban: 'TR330006100519786457841326',
    iban_normalized: isDeposit ? null : 'TR330006100519786457841326',
    expires_at_ms: isDeposit ? createdAtMs + 1_800_000 : null,
    sent_at_ms: null,
    user_name_folded: null,
    account_name_folded: null,
    claim_holder_id: null,
    claimed_at_ms: null,
    claim_ends_at_ms: null,
    sent_to_bank_at_ms: null,
    pay_token: isDeposit ? 'AAAAAAAAAAAAAAAAAAAAAA' : null,
    sequence: 1,
    created_at_ms: createdAtMs,
    updated_at_ms: createdAtMs,
  };
}

const SETTLED = ['successful', 'unsuccessful'] as const;
const ALL_STATUSES = ['pending', ...SETTLED, ...SETTLED, ...SETTLED] as const;

/** Ids do not rise with time, so that they decide the order at equal creation times. */
function makeId(random: Random): string {
  return Array.from({ length: 3 }, () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
}
