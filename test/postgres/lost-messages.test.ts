import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { printChanges } from '../../db/engines/postgres/change-messages.ts';
import { createNotifyTransport } from '../../db/engines/postgres/change-transport.ts';
import type { Send } from '../../db/engines/postgres/session.ts';
import type { Database } from '../../db/tables.ts';
import { createDesk } from '../../db/transactions/stores/desk.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import { createTransactionBus, type TransactionBus } from '../../src/transactions/bus.ts';
import {
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import {
  applyTransition,
  HOUR_MS,
  neverSchedule,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';
import { openDatabase } from '../support/rows-of.ts';

/** A process reads what no message told of at every tenth beat. */
const BEATS_PER_READING = 10;
/** PostgreSQL takes messages that are shorter. */
const MAX_BYTES = 8_000;
const MANY = 600;

let service: TestService;
let holderId = '';
let db: Database;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await startTestService({ platform: { schedule: neverSchedule } });
  holderId = (await service.dependencies.clients.findByAppKey(OPERATOR.appKey))?.id ?? '';
  db = openDatabase(service.databasePath);
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(async () => {
  await db.destroy();
  await service.stop();
});

const audit = (operation: string): AuditOrigin => ({
  occurredAtMs: Date.now(),
  actorKind: 'key',
  actor: OPERATOR.appKey,
  address: null,
  operation,
  requestId: null,
});

/** A process of the database with a subscriber, whose beats and messages a test brings by hand. */
async function openProcess() {
  const transport = createNotifyTransport(db, Date.now);
  const bus = createTransactionBus(transport);
  const told: { readonly id: string; readonly what: string }[] = [];
  const sent: string[] = [];
  const send: Send = async (_, [, messages] = []) => {
    if (Array.isArray(messages)) sent.push(...messages);
    return [];
  };
  bus.subscribe('desk', new AbortController().signal, ({ id, sequence }, audience) => {
    told.push({ id, what: `${audience} ${sequence}` });
    return false;
  });
  await bus.joined();
  await transport.onConnect?.(send);
  ended.push(() => transport.flush());
  return {
    bus,
    sent,
    /** What the subscriber was told of a transaction: for whom, and with which sequence. */
    told: (id: string) => told.filter((one) => one.id === id).map(({ what }) => what),
    /** Creates a transaction and tells the subscriber of it. @returns its id. */
    async create(target: string, body: Record<string, string>): Promise<string> {
      const { transactionId } = expectData(await call(service, target, { body }));
      const created = await service.dependencies.transactions.findById(transactionId);
      if (created) bus.publish(created);
      return transactionId;
    },
    async readAgain() {
      for (let beat = 1; beat <= BEATS_PER_READING; beat += 1) await transport.onBeat?.(send);
    },
    hear(messages: readonly string[]) {
      for (const message of messages) transport.onNotification?.(message);
    },
    loseSession: () => transport.onLost?.(),
    connectAgain: () => transport.onConnect?.(send),
    /** Resolves when nothing is being read any more. */
    end: () => transport.flush(),
  };
}

/** A process that dies after its commits, before it tells anybody of them. */
const dying = createTransactionBus();

/** What the desk does in a process with this bus. */
function deskOf(bus: TransactionBus) {
  const { runtime } = service.dependencies;
  const desk = createDesk(service.engine, runtime, { bus, claimTtlMs: HOUR_MS });
  const target = (transactionId: string) => ({ transactionId, isTest: false });
  return {
    claim: (id: string) => desk.claim({ ...target(id), holderId, audit: audit('claimWithdrawal') }, null),
    addNote: (id: string) =>
      desk.addNote({ ...target(id), authorId: holderId, text: 'paid by hand', audit: audit('addNote') }),
  };
}

test('a note of a process that died before it told of it is shown, though a claim of the same withdrawal was heard', async () => {
  const process = await openProcess();
  const id = await process.create(WITHDRAW, withdrawalFields());
  await deskOf(process.bus).claim(id);
  await deskOf(dying).addNote(id);
  expect(process.told(id)).toEqual(['all 1', 'desk 1']);
  await process.readAgain();
  await expect.poll(() => process.told(id)).toEqual(['all 1', 'desk 1', 'desk 1']);
});

test('so is what a payer reports, to everybody, though the creation of the deposit was heard', async () => {
  const process = await openProcess();
  const id = await process.create(DEPOSIT, depositFields());
  const { runtime } = service.dependencies;
  await service.engine.run('markSent', {
    transactionId: id,
    nowMs: runtime.nowMs(),
    steadyNowMs: runtime.steadyNowMs(),
    sentTtlMs: HOUR_MS,
    audit: audit('markPaymentSent'),
  });
  await process.readAgain();
  await expect.poll(() => process.told(id)).toEqual(['all 1', 'all 1']);
});

test('what was read before its message came is not shown again, nor what was heard before it is read', async () => {
  const [process, other] = [await openProcess(), await openProcess()];
  const id = await process.create(WITHDRAW, withdrawalFields());
  await deskOf(other.bus).claim(id);
  await expect.poll(() => other.sent).toHaveLength(1);
  await process.readAgain();
  await expect.poll(() => process.told(id)).toEqual(['all 1', 'desk 1']);
  process.hear(other.sent);
  await deskOf(other.bus).addNote(id);
  await expect.poll(() => other.sent).toHaveLength(2);
  process.hear(other.sent.slice(1));
  await expect.poll(() => process.told(id)).toEqual(['all 1', 'desk 1', 'desk 1']);
  await process.readAgain();
  await process.end();
  expect(process.told(id)).toEqual(['all 1', 'desk 1', 'desk 1']);
});

test('a message that comes before a new session has read again hides no state before it', async () => {
  const process = await openProcess();
  process.loseSession();
  const [id = ''] = await storeWithdrawals(service, await createClient(service), 1);
  await applyTransition(service, id, { kind: 'settle', sequence: 1 });
  process.hear(printChanges('another', [{ id, sequence: 2, audience: 'all' }]));
  await process.connectAgain();
  await expect.poll(() => process.told(id)).toEqual(['all 1', 'all 2']);
});

test('a message that comes before then is kept: that a callback was given up can be read nowhere', async () => {
  const process = await openProcess();
  const id = await process.create(WITHDRAW, withdrawalFields());
  process.loseSession();
  process.hear(printChanges('another', [{ id, sequence: 1, audience: 'desk' }]));
  await process.connectAgain();
  await expect.poll(() => process.told(id)).toEqual(['all 1', 'desk 1']);
});

test('more changes of one turn than a message may hold reach another process, each once', async () => {
  const [process, other] = [await openProcess(), await openProcess()];
  const ids = await storeWithdrawals(service, await createClient(service), MANY);
  for (const created of await service.dependencies.transactions.findByIds(ids)) other.bus.publish(created);
  const changes = () => other.sent.flatMap((message) => message.split(' ').slice(1));
  await expect.poll(() => changes().length).toBe(MANY);
  expect(other.sent.length).toBeGreaterThan(1);
  for (const message of other.sent) expect(message.length).toBeLessThan(MAX_BYTES);
  process.hear(other.sent);
  await expect.poll(() => ids.filter((id) => process.told(id).length === 0)).toEqual([]);
  await process.end();
  for (const id of ids) expect(process.told(id)).toEqual(['all 1']);
});

test('a change of its own that a process reads before it tells of it is shown once', async () => {
  const process = await openProcess();
  const id = await process.create(WITHDRAW, withdrawalFields());
  const outcome = await deskOf(dying).addNote(id);
  await process.readAgain();
  await expect.poll(() => process.told(id)).toEqual(['all 1', 'desk 1']);
  if (outcome.kind !== 'stored') throw new Error('the note was not stored');
  process.bus.publish(outcome.transaction, 'desk', outcome.auditPosition);
  await process.end();
  expect(process.told(id)).toEqual(['all 1', 'desk 1']);
});
