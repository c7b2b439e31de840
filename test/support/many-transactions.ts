import type { TransactionsTable } from '../../db/rows/transactions.ts';
import { createRandom, type Random } from './random.ts';

const FIRST_MS = Date.parse('2026-11-15T00:00:00Z');
const SEED = 20_261_120;

/** A moment that a thousand transactions of the merchant share. */
export const SHARED_TIMESTAMP_MS = FIRST_MS + 3 * 86_400_000;
const SHARED_FROM = 50_000;
const SHARED_COUNT = 1_000;

const MERCHANT_ROWS = 100_000;
/** Of another client, each older than all of the merchant's. */
const OTHER_ROWS = 20_000;

const BANKS = ['bank-0', 'bank-1', 'bank-2'];
const NAMES = ['Ada Yılmaz', 'Can Öz', 'Elif Kaya', 'Mert Demir'];

/** The oldest and the newest of all transactions have names that no other has. */
export const OLDEST_NAME = 'Only Among The Oldest';
export const NEWEST_NAME = 'Only Among The Newest';
export const RARE_NAME = 'Nadel Heuhaufen';

/** Transactions as they are stored, in any order, the same each time. */
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
    rows.push(makeRow(random, { index, clientId, createdAtMs: momentOf(index), name }));
  }
  return rows;
}

/** Moments that rise, some of them shared by a few, and one by a thousand. */
function momentOf(index: number): number {
  if (index < SHARED_FROM) return FIRST_MS + Math.floor(index / 3) * 9_000;
  if (index < SHARED_FROM + SHARED_COUNT) return SHARED_TIMESTAMP_MS;
  return SHARED_TIMESTAMP_MS + (index - SHARED_FROM - SHARED_COUNT + 1) * 3_000;
}

interface Given {
  readonly index: number;
  readonly clientId: string;
  readonly createdAtMs: number;
  readonly name: string;
}

function makeRow(random: Random, { index, clientId, createdAtMs, name }: Given): TransactionsTable {
  const isDeposit = random.below(2) === 0;
  // A user can have one pending deposit only: those are all settled here.
  const status = random.pick(isDeposit ? SETTLED : ALL_STATUSES);
  const amountMinor = 100 + random.below(100_000);
  const bankId = random.pick(BANKS);
  return {
    id: makeId(random),
    client_id: clientId,
    process_id: `stored-${index}`,
    type: isDeposit ? 'deposit' : 'withdrawal',
    status,
    status_reason: null,
    bank_id: bankId,
    bank_name: bankId,
    currency: 'TRY',
    amount_minor: amountMinor,
    // Some were paid otherwise than they were asked for.
    final_amount_minor: status === 'successful' ? amountMinor + random.below(3) : null,
    user_id: `user-${random.below(1000)}`,
    user_name: 'user',
    name,
    converted_name: name.toLowerCase().replaceAll(' ', '-'),
    bank_account_id: isDeposit ? 'account' : null,
    account_name: 'Account',
    iban: 'TR330006100519786457841326',
    iban_normalized: isDeposit ? null : 'TR330006100519786457841326',
    expires_at_ms: isDeposit ? createdAtMs + 1_800_000 : null,
    sent_at_ms: null,
    pay_token: isDeposit ? 'AAAAAAAAAAAAAAAAAAAAAA' : null,
    sequence: 1,
    created_at_ms: createdAtMs,
    updated_at_ms: createdAtMs,
  };
}

const SETTLED = ['successful', 'unsuccessful'] as const;
const ALL_STATUSES = ['pending', ...SETTLED, ...SETTLED, ...SETTLED] as const;

/** Ids in no order of time: among equal moments the id decides. */
function makeId(random: Random): string {
  return Array.from({ length: 3 }, () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
}
