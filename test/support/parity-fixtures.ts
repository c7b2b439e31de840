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

interface Key extends Credentials {
  readonly role?: Role;
  readonly isTest?: boolean;
}

/** A key with a fixed secret, so that the rows of two services can be compared byte by byte. */
const key = (appKey: string, role?: Role, isTest = false) => ({
  ...{ appKey, secret: `secret of ${appKey}`, isTest },
  ...(role && { role }),
});

/** All callers. Those without a role are not let in. */
export const CALLERS = {
  merchant: { ...MERCHANT, role: 'merchant' },
  other: key('other-merchant', 'merchant'),
  tester: key('a-test-key', 'merchant', true),
  otherTester: key('another-test-key', 'merchant', true),
  viewer: key('a-viewer', 'viewer'),
  operator: { ...OPERATOR, role: 'operator' },
  admin: { ...ADMIN, role: 'admin' },
  disabled: key('disabled-merchant'),
  unknown: key('nobody'),
  impostor: { appKey: MERCHANT.appKey, secret: 'another-secret' },
  nobody: null,
} satisfies Record<string, Key | null>;

export type Caller = keyof typeof CALLERS;

/** What the key of a caller may do. */
export function keyOf(caller: Caller): Partial<Key> {
  return CALLERS[caller] ?? {};
}

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
  ...['transactions', 'transaction_counters', 'bank_accounts', 'banks', 'blacklist', 'clients', 'events'],
  ...['callbacks', 'callback_attempts', 'statement_files', 'statements', 'statement_lines', 'line_decisions'],
  ...[
    'blacklist_clearances',
    'refunds',
    'payout_payees',
    'payee_sources',
    'payout_batches',
    'payout_rows',
    'payout_approvals',
    'payout_files',
    'payout_reports',
    'payout_policy',
    'day_closings',
  ],
  ...['payout_accounts', 'bank_profiles'],
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
  await createClient(service, { ...tester, name: 'Tester', callbackUrl: receiver.url });
  await createClient(service, { ...otherTester, name: 'Other tester' });
  await createClient(service, { ...viewer, name: 'Viewer' });
  await createClient(service, { ...disabled, name: 'Disabled', disabledAtMs: clock.nowMs() });
  const narrow = { minAmountMinor: 10_000, maxAmountMinor: 20_000 };
  for (const [id, settings] of [
    [BANKS.closed, { active: false }],
    [BANKS.depositsOnly, { withdrawal: null }],
    [BANKS.withdrawalsOnly, { deposit: null }],
    [BANKS.narrow, { deposit: narrow, withdrawal: narrow }],
    [BANKS.full, {}],
    [BANKS.accountless, {}],
  ] as const)
    await createBank(service, { id, ...settings, withAccount: false });
  for (const account of [
    { bankId: BANKS.depositsOnly, id: PAYING_ACCOUNT, iban: 'TR370009900000000000000007' },
    { bankId: BANKS.narrow, iban: 'TR100009900000000000000008' },
    { bankId: BANKS.full, iban: 'TR150009900000000000000015', dailyLimitMinor: 30_000 },
  ])
    await createAccount(service, account);

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
        const tables = [];
        for (const table of TABLES)
          tables.push({
            table,
            ...(await sql.raw<object>(`select * from ${table} order by 1, 2, 3`).execute(db)),
          });
        return tables.map(({ table, rows }) => ({ table, rows: comparable(rows) }));
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
