import { randomUUID } from 'node:crypto';
import { TRANSITIONS } from '../../src/transactions/domain/transition.ts';
import {
  ADMIN,
  type Credentials,
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  MERCHANT,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { clocksOf } from './clocks.ts';
import { createAccount, createBank, createClient, newIban } from './entities.ts';
import type { Input } from './graphql-calls.ts';
import { applyTransition, draftOf, storeWithdrawals } from './manual-clock-service.ts';
import { expectData } from './responses.ts';
import { STATEMENT_ROWS } from './role-matrix-statements.ts';

/** The processId of one transaction of each merchant. */
export const PROCESS_ID = 'process-of-both';

/** The objects of the calls of the matrix: a transaction of the demo merchant, and one of another merchant. */
export interface Subjects {
  readonly own: string;
  readonly foreign: string;
  readonly other: Credentials;
}

/** Makes the input of one call, with its own objects if the call changes them. */
type MakeInput = (service: TestService, subjects: Subjects) => Input | Promise<Input>;

const NO = 'not_authorized';
const NOT_FOUND = 'error_transaction_not_found';
const INVALID = 'error_validation';

/**
 * The results of merchant, viewer, operator and admin: an error type; the owners of the returned transactions
 * (`own` for the demo merchant, `foreign` for the other one); or `done` for a response without transactions.
 */
type Expected = readonly [merchant: string, viewer: string, operator: string, admin: string];

export interface Row {
  readonly operation: string;
  /** Distinguishes several rows of one operation. */
  readonly subject: string;
  readonly expected: Expected;
  readonly input: MakeInput;
}

const FOR_ADMINS: Expected = [NO, NO, NO, 'done'];
const FOR_NO_LIVE_KEY: Expected = [NO, NO, NO, NO];
const FOR_ALL: Expected = ['done', 'done', 'done', 'done'];

const numeric = (fields: Record<string, string>): Input => ({ ...fields, amount: Number(fields.amount) });
const deposit = (changes = {}) => numeric(depositFields(changes));
const withdrawal = (changes = {}) => numeric(withdrawalFields(changes));

/** A range of days with all recent transactions, even if the test crosses midnight. */
function aroundNow(): Input {
  const day = (distance: number) => new Date(Date.now() + distance * 86_400_000).toISOString();
  return { from: day(-1), to: day(1), groupBy: 'client' };
}

type Transition = Exclude<keyof typeof TRANSITIONS, 'expire'>;

/** Creates a transaction in the status from which the transition starts. @returns the input of the transition. */
async function prepareTransition(service: TestService, kind: Transition, as: Credentials): Promise<Input> {
  const { transactionId } = expectData(await call(service, DEPOSIT, { as, body: depositFields() }));
  const actor = { kind: 'service', clientId: null } as const;
  const { from } = TRANSITIONS[kind];
  let sequence = 1;
  if (from !== 'pending') {
    const command = { kind: from === 'successful' ? 'settle' : 'reject', sequence } as const;
    await service.dependencies.transactions.transition({ transactionId, command, actor });
    sequence += 1;
  }
  return { transactionId, sequence, ...(kind !== 'cancel' && { reason: 'as requested' }) };
}

/** Creates a pending withdrawal. @returns what names its state. */
async function prepareWithdrawal(service: TestService, as: Credentials): Promise<Input> {
  const { transactionId } = expectData(await call(service, WITHDRAW, { as, body: withdrawalFields() }));
  return { transactionId, sequence: 1 };
}

/** Creates a pending withdrawal that an entry of the blacklist stops. */
async function prepareStopped(service: TestService, as: Credentials): Promise<Input> {
  const body = withdrawalFields();
  const { transactionId } = expectData(await call(service, WITHDRAW, { as, body }));
  const { db, runtime } = service.dependencies;
  const entry = { kind: 'userId', value: body.userId ?? '', clientId: null, reason: null } as const;
  await db.run('addToBlacklist', { entry: { ...entry, id: runtime.newId(), createdAtMs: runtime.nowMs() } });
  return { transactionId, reason: 'another person' };
}

/** Creates a pending deposit. @returns what names its state. */
async function prepareDeposit(service: TestService, as: Credentials): Promise<Input> {
  const { transactionId } = expectData(await call(service, DEPOSIT, { as, body: depositFields() }));
  return { transactionId, sequence: 1 };
}

async function prepareClaim(service: TestService, as: Credentials): Promise<Input> {
  const { transactionId } = await prepareWithdrawal(service, as);
  return { transactionId };
}

async function idOfAdmin({ dependencies }: TestService): Promise<string> {
  return (await dependencies.clients.findByAppKey(ADMIN.appKey))?.id ?? '';
}

/** Plans to settle a deposit as the admin. @returns the input of the undo. */
async function prepareUndo(service: TestService, as: Credentials): Promise<Input> {
  const { transactionId } = await prepareDeposit(service, as);
  await service.dependencies.transactions.transition({
    transactionId: String(transactionId),
    command: { kind: 'settle', sequence: 1 },
    actor: { kind: 'operator', clientId: await idOfAdmin(service) },
    holdMs: 30_000,
  });
  return { transactionId, sequence: 1 };
}

/** Settles the transaction of each merchant, so that both have an event. */
async function settleBoth(service: TestService, { own, foreign }: Subjects): Promise<void> {
  const { dependencies } = service;
  for (const transactionId of [own, foreign])
    await dependencies.transactions.transition({
      transactionId,
      // The first call settles. In a later one the sequence is stale.
      command: { kind: 'settle', sequence: 1, isByLine: true },
      actor: { kind: 'service', clientId: null },
    });
}

async function eventOf(service: TestService, transactionId: string): Promise<string> {
  const page = await service.dependencies.db.query('listEvents', {
    filter: { transactionId },
    page: { limit: 1 },
  });
  return page?.items[0]?.event.id ?? '';
}

function transitionRows(operation: string, kind: Transition): Row[] {
  const forMerchant = kind === 'cancel' ? 'done' : NO;
  const forForeign = kind === 'cancel' ? NOT_FOUND : NO;
  return [
    row(operation, 'own', [forMerchant, NO, 'own', 'own'], (service) =>
      prepareTransition(service, kind, MERCHANT),
    ),
    row(operation, 'foreign', [forForeign, NO, 'foreign', 'foreign'], (service, { other }) =>
      prepareTransition(service, kind, other),
    ),
  ];
}

function row(operation: string, subject: string, expected: Expected, input: MakeInput): Row {
  return { operation, subject, expected, input };
}

/** The published rights of every role, written by hand and not read from the code. */
export const ROWS: readonly Row[] = [
  row('whoAmI', '', ['own', 'done', 'done', 'done'], () => ({})),
  row('signIn', '', [NO, 'done', 'done', 'done'], () => ({})),
  row('listAudit', '', FOR_ADMINS, () => ({ operation: 'addBank' })),
  row('createDeposit', 'for itself', ['done', NO, INVALID, INVALID], () => deposit()),
  row('createDeposit', 'for another', [NO, NO, 'done', 'done'], (_, { other }) =>
    deposit({ onBehalfOf: other.appKey }),
  ),
  row('createWithdrawal', 'for itself', ['done', NO, INVALID, INVALID], () => withdrawal()),
  row('createWithdrawal', 'for another', [NO, NO, 'done', 'done'], (_, { other }) =>
    withdrawal({ onBehalfOf: other.appKey }),
  ),
  row('getTransaction', 'own', ['own', 'own', 'own', 'own'], (_, { own }) => ({ transactionId: own })),
  row('getTransaction', 'foreign', [NOT_FOUND, 'foreign', 'foreign', 'foreign'], (_, { foreign }) => ({
    transactionId: foreign,
  })),
  row('getTransactions', 'own', ['own', 'own', 'own', 'own'], (_, { own }) => ({ transactionIds: [own] })),
  row('getTransactions', 'foreign', ['done', 'foreign', 'foreign', 'foreign'], (_, { foreign }) => ({
    transactionIds: [foreign],
  })),
  row('getTransactions', 'both', ['own', 'both', 'both', 'both'], (_, { own, foreign }) => ({
    transactionIds: [own, foreign],
  })),
  row('listTransactions', 'all', ['own', 'both', 'both', 'both'], () => ({ processId: PROCESS_ID })),
  row('listTransactions', 'own', ['own', 'own', 'own', 'own'], () => ({
    processId: PROCESS_ID,
    appKey: MERCHANT.appKey,
  })),
  row('listTransactions', 'foreign', ['own', 'foreign', 'foreign', 'foreign'], (_, { other }) => ({
    processId: PROCESS_ID,
    appKey: other.appKey,
  })),
  row('subscribeToTransactions', 'all', ['own', 'both', 'both', 'both'], () => ({})),
  row('subscribeToTransactions', 'own', ['own', 'own', 'own', 'own'], () => ({ appKey: MERCHANT.appKey })),
  row('subscribeToTransactions', 'foreign', ['own', 'foreign', 'foreign', 'foreign'], (_, { other }) => ({
    appKey: other.appKey,
  })),
  row('readQueueTotals', '', FOR_ALL, () => ({ type: 'deposit' })),
  row('readStatistics', 'all', ['own', 'both', 'both', 'both'], aroundNow),
  row('readStatistics', 'own', ['own', 'own', 'own', 'own'], () => ({
    ...aroundNow(),
    appKey: MERCHANT.appKey,
  })),
  row('readStatistics', 'foreign', ['own', 'foreign', 'foreign', 'foreign'], (_, { other }) => ({
    ...aroundNow(),
    appKey: other.appKey,
  })),
  ...transitionRows('settleTransaction', 'settle'),
  ...transitionRows('rejectTransaction', 'reject'),
  ...transitionRows('reverseTransaction', 'reverse'),
  ...transitionRows('correctTransaction', 'correct'),
  ...transitionRows('cancelTransaction', 'cancel'),
  row('undoTransition', 'own', [NO, NO, NO, 'own'], (service) => prepareUndo(service, MERCHANT)),
  row('undoTransition', 'foreign', [NO, NO, NO, 'foreign'], (service, { other }) =>
    prepareUndo(service, other),
  ),
  row('settleTransactions', 'own', [NO, NO, 'own', 'own'], async (service) => ({
    items: [await prepareDeposit(service, MERCHANT)],
  })),
  row('settleTransactions', 'foreign', [NO, NO, 'foreign', 'foreign'], async (service, { other }) => ({
    items: [await prepareDeposit(service, other)],
  })),
  row('claimWithdrawal', 'own', [NO, NO, 'own', 'own'], (service) => prepareClaim(service, MERCHANT)),
  row('claimWithdrawal', 'foreign', [NO, NO, 'foreign', 'foreign'], (service, { other }) =>
    prepareClaim(service, other),
  ),
  row('releaseWithdrawal', 'of an admin', [NO, NO, 'error_claimed', 'own'], async (service) => {
    const { transactionId } = await prepareClaim(service, MERCHANT);
    const holderId = await idOfAdmin(service);
    await claimFor(service, { transactionId: String(transactionId), holderId });
    return { transactionId };
  }),
  row('markWithdrawalSent', 'of an admin', [NO, NO, 'error_claimed', 'own'], async (service) => {
    const { transactionId } = await prepareClaim(service, MERCHANT);
    const holderId = await idOfAdmin(service);
    await claimFor(service, { transactionId: String(transactionId), holderId });
    return { transactionId };
  }),
  row('clearBlacklistMark', 'own', [NO, NO, 'own', 'own'], (service) => prepareStopped(service, MERCHANT)),
  row('clearBlacklistMark', 'foreign', [NO, NO, 'foreign', 'foreign'], (service, { other }) =>
    prepareStopped(service, other),
  ),
  row('addNote', 'own', [NO, NO, 'own', 'own'], async (service) => ({
    ...(await prepareClaim(service, MERCHANT)),
    text: 'as was seen',
  })),
  row('addNote', 'foreign', [NO, NO, 'foreign', 'foreign'], async (service, { other }) => ({
    ...(await prepareClaim(service, other)),
    text: 'as was seen',
  })),
  row('listEvents', 'all', ['own', 'both', 'both', 'both'], async (service, subjects) => {
    await settleBoth(service, subjects);
    return {};
  }),
  row('listEvents', 'own', ['own', 'own', 'own', 'own'], () => ({ appKey: MERCHANT.appKey })),
  row('listEvents', 'foreign', ['own', 'foreign', 'foreign', 'foreign'], (_, { other }) => ({
    appKey: other.appKey,
  })),
  row('listEvents', 'of foreign', ['done', 'foreign', 'foreign', 'foreign'], (_, { foreign }) => ({
    transactionId: foreign,
  })),
  row('redeliverCallback', 'own', [NO, NO, 'own', 'own'], async (service, { own }) => ({
    eventId: await eventOf(service, own),
  })),
  row('redeliverCallback', 'foreign', [NO, NO, 'foreign', 'foreign'], async (service, { foreign }) => ({
    eventId: await eventOf(service, foreign),
  })),
  row('redeliverFailedCallbacks', '', [NO, NO, 'done', 'done'], (_, { other }) => ({ appKey: other.appKey })),
  // Neither merchant has a callbackUrl, so a redelivery is a failed attempt.
  row('listCallbackAttempts', 'all', ['own', 'both', 'both', 'both'], async (service) => {
    await service.callbackWorker.idle();
    return {};
  }),
  row('listCallbackAttempts', 'foreign', ['own', 'foreign', 'foreign', 'foreign'], (_, { other }) => ({
    appKey: other.appKey,
  })),
  row('listCallbackAttempts', 'of foreign', ['done', 'foreign', 'foreign', 'foreign'], (_, { foreign }) => ({
    transactionId: foreign,
  })),
  // Those redeliveries were given up.
  row('readCallbackSummary', '', [NO, 'both', 'both', 'both'], async (service) => {
    await service.callbackWorker.idle();
    return {};
  }),
  row('listFailedCallbacks', 'foreign', [NO, 'foreign', 'foreign', 'foreign'], (_, { other }) => ({
    appKey: other.appKey,
  })),
  ...STATEMENT_ROWS,
  row('listReasonTemplates', '', [NO, NO, 'done', 'done'], () => ({})),
  row('saveReasonTemplate', '', FOR_ADMINS, async ({ dependencies: { db } }) => {
    // A kind has few templates.
    for (const { id } of await db.read('listReasonTemplates')) await db.run('removeReasonTemplate', { id });
    return { text: randomUUID(), kind: 'reject', seenBy: 'nobody' };
  }),
  row('removeReasonTemplate', '', FOR_ADMINS, async ({ dependencies: { db, runtime } }) => {
    const template = { id: runtime.newId(), text: randomUUID(), kind: 'cancel', seenBy: 'payer' } as const;
    await db.run('saveReasonTemplate', { template, ...{ isNew: true } });
    return { id: template.id };
  }),
  row('listAvailableBanks', '', FOR_ALL, () => ({})),
  row('listLastChanges', '', [NO, 'done', 'done', 'done'], (_, { own, foreign }) => ({
    transactionIds: [own, foreign],
  })),
  // It names the clients, as only callers who see all may know them.
  row('listFilterChoices', '', [NO, 'both', 'both', 'both'], () => ({})),
  row('listClients', '', [NO, NO, NO, 'both'], () => ({})),
  row('createClient', '', FOR_ADMINS, () => ({
    name: 'New',
    role: 'merchant',
    appKey: `new-${randomUUID()}`,
  })),
  row('rotateSecret', '', FOR_ADMINS, async (service) => ({ appKey: (await createClient(service)).appKey })),
  row('updateClient', '', FOR_ADMINS, async (service) => ({
    appKey: (await createClient(service)).appKey,
    disabled: true,
  })),
  row('listBanks', '', FOR_ADMINS, () => ({})),
  row('addBank', '', FOR_ADMINS, () => ({ name: 'New' })),
  row('updateBank', '', FOR_ADMINS, async (service) => ({
    bankId: (await createBank(service)).id,
    active: false,
  })),
  row('listAccounts', '', FOR_ADMINS, () => ({})),
  row('addAccount', '', FOR_ADMINS, () => ({ bankId: DEMO_BANK_ID, accountName: 'New', iban: newIban() })),
  row('updateAccount', '', FOR_ADMINS, async (service) => ({
    accountId: (await createAccount(service, { bankId: (await createBank(service)).id })).id,
    active: false,
  })),
  row('listBlacklist', '', FOR_ADMINS, () => ({})),
  row('addToBlacklist', '', FOR_ADMINS, () => ({ kind: 'userId', value: randomUUID() })),
  row('removeFromBlacklist', '', FOR_ADMINS, async ({ dependencies }) => {
    const entry = { id: dependencies.runtime.newId(), kind: 'userId', value: randomUUID() } as const;
    const { id } = await dependencies.db.run('addToBlacklist', {
      entry: {
        ...entry,
        clientId: null,
        reason: null,
        createdAtMs: 0,
      },
    });
    return { entryId: id };
  }),
  row('forgetPerson', '', FOR_ADMINS, async (service) => {
    const client = await createClient(service);
    const [id = ''] = await storeWithdrawals(service, client, 1);
    await applyTransition(service, id, { kind: 'reject', sequence: 1 });
    return { userId: draftOf(client, 'stored-0').userId, appKey: client.appKey };
  }),
  // Live keys of every role are refused: see test/transitions/test-keys.test.ts.
  ...(['settle', 'reject', 'reverse', 'expire'] as const).map((kind) =>
    row(`${kind}TestTransaction`, '', FOR_NO_LIVE_KEY, (_, { own }) => ({ transactionId: own })),
  ),
];

async function claimFor(
  { dependencies }: TestService,
  owner: { transactionId: string; holderId: string },
): Promise<void> {
  const { db, claimTtlMs: ttlMs } = dependencies;
  await db.run('claimWithdrawal', { ...owner, takeOverFromId: null, ttlMs, ...clocksOf(dependencies) });
}
