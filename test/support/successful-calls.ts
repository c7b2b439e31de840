import { randomUUID } from 'node:crypto';
import { TRANSITIONS } from '../../src/transactions/domain/transition.ts';
import {
  ADMIN,
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
import { PAYOUT_CALLS } from './payouts/successful-payout-calls.ts';
import { expectData } from './responses.ts';
import { DAY_CALLS } from './successful-day-calls.ts';
import { STATEMENT_CALLS } from './successful-statement-calls.ts';

/** A call of a command that changes something. */
export interface SuccessfulCall {
  readonly operation: string;
  /** Makes the objects that the call changes, and its input. */
  readonly input: (service: TestService) => Input | Promise<Input>;
}

const numeric = (fields: Record<string, string>): Input => ({ ...fields, amount: Number(fields.amount) });
const _deposit = (changes = {}) => numeric(depositFields(changes));
const _withdrawal = (changes = {}) => numeric(withdrawalFields(changes));

type Transition = Exclude<keyof typeof TRANSITIONS, 'expire'>;

/** Creates a transaction in the status from which the transition starts. @returns the input of the transition. */
async function prepareTransition(service: TestService, kind: Transition, as = MERCHANT): Promise<Input> {
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
async function prepareWithdrawal(service: TestService, as = MERCHANT): Promise<Input> {
  const { transactionId } = expectData(await call(service, WITHDRAW, { as, body: withdrawalFields() }));
  return { transactionId, sequence: 1 };
}

/** Creates a pending withdrawal that an entry of the blacklist stops. */
async function prepareStopped(service: TestService, as = MERCHANT): Promise<Input> {
  const body = withdrawalFields();
  const { transactionId } = expectData(await call(service, WITHDRAW, { as, body }));
  const { db, runtime } = service.dependencies;
  const entry = { kind: 'userId', value: body.userId ?? '', clientId: null, reason: null } as const;
  await db.run('addToBlacklist', { entry: { ...entry, id: runtime.newId(), createdAtMs: runtime.nowMs() } });
  return { transactionId, reason: 'another person' };
}

/** Creates a pending deposit. @returns what names its state. */
async function prepareDeposit(service: TestService, as = MERCHANT): Promise<Input> {
  const { transactionId } = expectData(await call(service, DEPOSIT, { as, body: depositFields() }));
  return { transactionId, sequence: 1 };
}

async function prepareClaim(service: TestService, as = MERCHANT): Promise<Input> {
  const { transactionId } = await prepareWithdrawal(service, as);
  return { transactionId };
}

async function idOfAdmin({ dependencies }: TestService): Promise<string> {
  return (await dependencies.clients.findByAppKey(ADMIN.appKey))?.id ?? '';
}

/** Plans to settle a deposit as the admin. @returns the input of the undo. */
async function prepareUndo(service: TestService, as = MERCHANT): Promise<Input> {
  const { transactionId } = await prepareDeposit(service, as);
  await service.dependencies.transactions.transition({
    transactionId: String(transactionId),
    command: { kind: 'settle', sequence: 1 },
    actor: { kind: 'operator', clientId: await idOfAdmin(service) },
    holdMs: 30_000,
  });
  return { transactionId, sequence: 1 };
}

/** Settles a new deposit, which makes an event. */
async function prepareEvent(service: TestService): Promise<Input> {
  const transactionId = String((await prepareDeposit(service)).transactionId);
  await applyTransition(service, transactionId, { kind: 'settle', sequence: 1 });
  const page = await service.dependencies.db.query('listEvents', {
    filter: { transactionId },
    page: { limit: 1 },
  });
  return { eventId: page?.items[0]?.event.id ?? '' };
}

/** Creates a pending withdrawal that the admin has claimed. */
async function prepareHeldClaim(service: TestService): Promise<Input> {
  const { transactionId } = await prepareClaim(service);
  const { db, claimTtlMs: ttlMs } = service.dependencies;
  const claim = {
    transactionId: String(transactionId),
    holderId: await idOfAdmin(service),
    takeOverFromId: null,
    ttlMs,
  };
  await db.run('claimWithdrawal', { ...claim, ...clocksOf(service.dependencies) });
  return { transactionId };
}

/** Calls of an admin, one for each command that writes a row of the audit log. */
export const SUCCESSFUL_CALLS: readonly SuccessfulCall[] = [
  { operation: 'signIn', input: () => ({}) },
  ...(['settle', 'reject', 'reverse', 'correct', 'cancel'] as const).map((kind) => ({
    operation: `${kind}Transaction`,
    input: (service: TestService) => prepareTransition(service, kind),
  })),
  { operation: 'undoTransition', input: prepareUndo },
  { operation: 'settleTransactions', input: async (service) => ({ items: [await prepareDeposit(service)] }) },
  { operation: 'claimWithdrawal', input: prepareClaim },
  { operation: 'releaseWithdrawal', input: prepareHeldClaim },
  { operation: 'markWithdrawalSent', input: prepareHeldClaim },
  { operation: 'clearBlacklistMark', input: prepareStopped },
  {
    operation: 'addNote',
    input: async (service) => ({ ...(await prepareClaim(service)), text: 'as was seen' }),
  },
  { operation: 'redeliverCallback', input: prepareEvent },
  ...STATEMENT_CALLS,
  ...PAYOUT_CALLS,
  ...DAY_CALLS,
  {
    operation: 'saveReasonTemplate',
    input: async ({ dependencies: { db } }) => {
      // A kind has few templates.
      for (const { id } of await db.read('listReasonTemplates')) await db.run('removeReasonTemplate', { id });
      return { text: randomUUID(), kind: 'reject', seenBy: 'nobody' };
    },
  },
  {
    operation: 'removeReasonTemplate',
    input: async ({ dependencies: { db, runtime } }) => {
      const template = { id: runtime.newId(), text: randomUUID(), kind: 'cancel', seenBy: 'payer' } as const;
      await db.run('saveReasonTemplate', { template, ...{ isNew: true } });
      return { id: template.id };
    },
  },
  {
    operation: 'createClient',
    input: () => ({
      name: 'New',
      role: 'merchant',
      appKey: `new-${randomUUID()}`,
    }),
  },
  { operation: 'rotateSecret', input: async (service) => ({ appKey: (await createClient(service)).appKey }) },
  {
    operation: 'updateClient',
    input: async (service) => ({
      appKey: (await createClient(service)).appKey,
      disabled: true,
    }),
  },
  { operation: 'addBank', input: () => ({ name: 'New' }) },
  {
    operation: 'updateBank',
    input: async (service) => ({
      bankId: (await createBank(service)).id,
      active: false,
    }),
  },
  { operation: 'addAccount', input: () => ({ bankId: DEMO_BANK_ID, accountName: 'New', iban: newIban() }) },
  {
    operation: 'updateAccount',
    input: async (service) => ({
      accountId: (await createAccount(service, { bankId: (await createBank(service)).id })).id,
      active: false,
    }),
  },
  { operation: 'addToBlacklist', input: () => ({ kind: 'userId', value: randomUUID() }) },
  {
    operation: 'removeFromBlacklist',
    input: async ({ dependencies }) => {
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
    },
  },
  {
    operation: 'forgetPerson',
    input: async (service) => {
      const client = await createClient(service);
      const [id = ''] = await storeWithdrawals(service, client, 1);
      await applyTransition(service, id, { kind: 'reject', sequence: 1 });
      return { userId: draftOf(client, 'stored-0').userId, appKey: client.appKey };
    },
  },
];
