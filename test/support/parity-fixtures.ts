import { sql } from 'kysely';
import type { Role } from '../../src/kernel/role.ts';
import type { TransitionCommand } from '../../src/transactions/domain/transition.ts';
import {
  ADMIN,
  type Credentials,
  createClock,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
} from '../harness.ts';
import { createAccount, createBank, createClient } from './entities.ts';
import { createRandom } from './random.ts';
import { type Receiver, startReceiver, status } from './receiver.ts';
import { withDatabase } from './rows-of.ts';

/** All callers. Their secrets are fixed, so that the rows of two services can be compared byte by byte. */
export const CALLERS = {
  merchant: MERCHANT,
  other: { appKey: 'other-merchant', secret: 'other-merchant-secret' },
  tester: { appKey: 'a-test-key', secret: 'a-test-key-secret' },
  otherTester: { appKey: 'another-test-key', secret: 'another-test-key-secret' },
  viewer: { appKey: 'a-viewer', secret: 'a-viewer-secret' },
  operator: OPERATOR,
  admin: ADMIN,
  disabled: { appKey: 'disabled-merchant', secret: 'disabled-merchant-secret' },
  unknown: { appKey: 'nobody', secret: 'nobody-secret' },
  impostor: { appKey: MERCHANT.appKey, secret: 'another-secret' },
  nobody: null,
} as const satisfies Record<string, Credentials | null>;

export type Caller = keyof typeof CALLERS;

/** The callers that are let in, with what their keys may do. */
export const KEYS: Partial<Record<Caller, { readonly role: Role; readonly isTest?: true }>> = {
  merchant: { role: 'merchant' },
  other: { role: 'merchant' },
  tester: { role: 'merchant', isTest: true },
  otherTester: { role: 'merchant', isTest: true },
  viewer: { role: 'viewer' },
  operator: { role: 'operator' },
  admin: { role: 'admin' },
};

/** Banks that refuse a transaction, by the reason. */
export const BANKS = {
  closed: 'bank-that-is-closed',
  depositsOnly: 'bank-without-withdrawals',
  withdrawalsOnly: 'bank-without-deposits',
  narrow: 'bank-from-100-to-200',
  full: 'bank-with-room-for-300',
  accountless: 'bank-without-account',
};

export const BLACKLISTED = {
  userId: 'listed-user',
  convertedName: 'listed-name',
  iban: 'NO9386011117947',
  /** Applies to the other merchant only. */
  userOfOther: 'listed-user-of-other',
};

const SEED = 20_261_120;
const TABLES = [
  'transactions',
  'transaction_counters',
  'bank_accounts',
  'banks',
  'blacklist',
  'clients',
  'events',
  'callbacks',
  'callback_attempts',
  'statement_files',
  'statements',
  'statement_lines',
  'line_decisions',
  'blacklist_clearances',
];

/** The account that withdrawals are paid from. */
export const PAYING_ACCOUNT = 'a'.repeat(24);

/** The receiver of the other merchant responds to its callbacks with 410. */
export const REFUSED_PROCESS = 'process-that-is-refused';

/** Starts the receiver of the other merchant. All services share it, so that their URLs are equal. */
export function startSharedReceiver(): Promise<Receiver> {
  return startReceiver({
    respond(request, response, delivery) {
      const { processId } = JSON.parse(delivery.body);
      status(processId === REFUSED_PROCESS ? 410 : 204)(request, response, delivery);
    },
  });
}

/**
 * Starts a service with its own database, clock and randomness. The same requests in the same order lead to the
 * same rows in each such service, byte by byte: ids, hashes and tokens too.
 */
export async function startParityService(receiver: Receiver) {
  const clock = createClock();
  const random = createRandom(SEED);
  const randomFill = (bytes: Buffer) => {
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.below(256);
    return bytes;
  };
  const service = await startTestService({ platform: { ...clock, randomFill } });
  const { other, tester, otherTester, viewer, disabled } = CALLERS;
  const { id: otherId } = await createClient(service, { ...other, name: 'Other', callbackUrl: receiver.url });
  await createClient(service, { ...tester, name: 'Tester', isTest: true, callbackUrl: receiver.url });
  await createClient(service, { ...otherTester, name: 'Other tester', isTest: true });
  await createClient(service, { ...viewer, name: 'Viewer', role: 'viewer' });
  await createClient(service, { ...disabled, name: 'Disabled', disabledAtMs: clock.nowMs() });
  const narrow = { minAmountMinor: 10_000, maxAmountMinor: 20_000 };
  await createBank(service, { id: BANKS.closed, active: false, withAccount: false });
  await createBank(service, { id: BANKS.depositsOnly, withdrawal: null, withAccount: false });
  await createBank(service, { id: BANKS.withdrawalsOnly, deposit: null, withAccount: false });
  await createBank(service, { id: BANKS.narrow, deposit: narrow, withdrawal: narrow, withAccount: false });
  await createBank(service, { id: BANKS.full, withAccount: false });
  await createBank(service, { id: BANKS.accountless, withAccount: false });
  const { depositsOnly: bankId } = BANKS;
  await createAccount(service, { bankId, id: PAYING_ACCOUNT, iban: 'TR370009900000000000000007' });
  await createAccount(service, { bankId: BANKS.narrow, iban: 'TR100009900000000000000008' });
  await createAccount(service, {
    bankId: BANKS.full,
    iban: 'TR150009900000000000000015',
    dailyLimitMinor: 30_000,
  });

  const { db, runtime } = service.dependencies;
  const refuse = (kind: 'userId' | 'convertedName' | 'iban', value: string, clientId: string | null = null) =>
    db.run('addToBlacklist', {
      entry: { id: runtime.newId(), kind, value, clientId, reason: null, createdAtMs: clock.nowMs() },
    });
  await refuse('userId', BLACKLISTED.userId);
  await refuse('convertedName', BLACKLISTED.convertedName);
  await refuse('iban', BLACKLISTED.iban);
  await refuse('userId', BLACKLISTED.userOfOther, otherId);

  // A response about a callback must not depend on whether the callback is being sent.
  await service.callbackWorker.stop();
  // When lines are decided about, ids are made: it must not depend on real time.
  await service.statementMatcher.stop();
  return {
    clock,
    url: service.url,
    databasePath: service.databasePath,
    deliverCallbacks: () => deliverCallbacks(service),
    /** Settles a part of the transactions, so that every status occurs. */
    settleSome: () => settleSome(service),
    /** Every row of the tables that requests can change. */
    rows: () =>
      withDatabase(service.databasePath, async (db) => {
        const tables: { table: string; rows: readonly unknown[] }[] = [];
        for (const table of TABLES) {
          const { rows } = await sql.raw<object>(`select * from ${table} order by 1, 2, 3, 4`).execute(db);
          tables.push({ table, rows: comparable(rows) });
        }
        return tables;
      }),
    [Symbol.asyncDispose]: service.stop,
  };
}

export type ParityService = Awaited<ReturnType<typeof startParityService>>;

/** On PostgreSQL positions have gaps: that of an event is told by the transactions of all databases of the server. */
function comparable(rows: readonly object[]): readonly object[] {
  return rows.map((row) => ({ ...row, position: undefined }));
}

/** Delivers every due callback, so that each service uses its random numbers in the same order. */
async function deliverCallbacks({ callbackWorker }: TestService): Promise<void> {
  callbackWorker.start();
  await callbackWorker.idle();
  await callbackWorker.stop();
}

/** Settles every third transaction, and rejects another third. */
async function settleSome(service: TestService): Promise<void> {
  const { databasePath, dependencies } = service;
  const rows = await withDatabase(databasePath, (db) =>
    db.selectFrom('transactions').select('id').orderBy('created_at_ms').orderBy('process_id').execute(),
  );
  const actor = { kind: 'operator', clientId: null } as const;
  for (const [index, { id: transactionId }] of rows.entries()) {
    if (index % 3 === 0) continue;
    const command: TransitionCommand =
      index % 3 === 2
        ? { kind: 'settle', sequence: 1, finalAmountMinor: 12_345, acceptDifference: true, isByLine: true }
        : { kind: 'reject', sequence: 1, reason: 'expired' };
    const { kind } = await dependencies.transactions.transition({ transactionId, command, actor });
    if (kind !== 'stored') throw new Error(`${transactionId} could not be changed: ${kind}`);
    await deliverCallbacks(service);
  }
}
