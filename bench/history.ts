import { randomBytes, randomFillSync } from 'node:crypto';

/** Whose a transaction is, in the column that says so. */
export interface Owner {
  readonly client_id: string;
}

/** A bank account with its bank, in the columns of a deposit that is paid into it. */
export interface Account {
  readonly bank_account_id: string;
  readonly bank_id: string;
  readonly bank_name: string;
  readonly account_name: string;
  readonly iban: string;
}

const TTL_MS = 1_800_000;
const YEAR_MS = 365 * 86_400_000;
const MAX_COUNT = 0xffffff;
const TRANSACTIONS_PER_USER = 8;
const WITHDRAWAL = { account_name: 'Şükrü Çağlayan', iban: 'TR330006100519786457841326' };
const PERSON = { user_name: 'sukru.caglayan', name: 'Şükrü Çağlayan', converted_name: 'sukru-caglayan' };

/**
 * The transactions of the year that ends now, evenly spread: three in four are deposits, one in twenty is
 * pending. Their ids rise with time, as those that the service makes; the client's own ids, of processes and
 * users, come in no order.
 * @returns the row at an index from 0 (the oldest) to `count` - 1. The client's ids differ with every call.
 */
export function createHistory(owners: readonly Owner[], accounts: readonly Account[], count: number) {
  const startMs = Date.now() - YEAR_MS;
  const random = Buffer.alloc(64);
  const processPart = randomBytes(5).toString('hex');

  return (index: number) => {
    randomFillSync(random);
    const isDeposit = random.readUInt8(0) % 4 !== 0;
    const status = statusFor(random.readUInt8(1));
    const created_at_ms = Math.floor(startMs + (YEAR_MS * index) / count);
    const amount_minor = 1_000 + (random.readUInt32BE(4) % 9_999_000);
    const { bank_account_id, ...account } = pick(accounts, random.readUInt8(2));
    const settled = status !== 'pending';
    return {
      ...pick(owners, random.readUInt8(3)),
      ...PERSON,
      ...account,
      ...(isDeposit ? undefined : WITHDRAWAL),
      id: risingId(created_at_ms, processPart, index),
      process_id: random.toString('hex', 16, 28),
      type: isDeposit ? 'deposit' : 'withdrawal',
      status,
      status_reason: status === 'unsuccessful' ? 'expired' : null,
      currency: 'TRY',
      amount_minor,
      final_amount_minor: status === 'successful' ? amount_minor : null,
      // A user has one pending deposit at most, so whoever has one has nothing else.
      user_id: settled
        ? userId(random.readUInt32BE(28) % Math.ceil(count / TRANSACTIONS_PER_USER))
        : random.toString('hex', 32, 40),
      bank_account_id: isDeposit ? bank_account_id : null,
      iban_normalized: isDeposit ? null : WITHDRAWAL.iban,
      // Those that are pending stay so: a service would have let them expire long ago, and not while it is measured.
      expires_at_ms: isDeposit ? created_at_ms + (settled ? TTL_MS : 2 * YEAR_MS) : null,
      sent_at_ms: null,
      pay_token: isDeposit ? random.toString('base64url', 40, 56) : null,
      sequence: settled ? 2 : 1,
      created_at_ms,
      updated_at_ms: created_at_ms + (settled ? 60_000 : 0),
    };
  };
}

/** Unix seconds, what a process drew at its start, and a counter, which goes on: several may share a second. */
function risingId(createdAtMs: number, processPart: string, index: number): string {
  const seconds = Math.floor(createdAtMs / 1000);
  return `${hex(seconds, 8)}${processPart}${hex(index & MAX_COUNT, 6)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function statusFor(byte: number): 'pending' | 'successful' | 'unsuccessful' {
  if (byte % 20 === 0) return 'pending';
  return byte % 4 === 1 ? 'unsuccessful' : 'successful';
}

/** The id of a user by number, spread over the whole range of ids. */
function userId(number: number): string {
  return ((BigInt(number) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn).toString(16).padStart(16, '0');
}

function pick<T>(choices: readonly T[], byte: number): T {
  return choices[byte % choices.length] as T;
}
