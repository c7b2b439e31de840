import { createHash } from 'node:crypto';
import type { CommandName } from '../../db/names.ts';
import type { PayoutBatch } from '../../src/payouts/domain/batch.ts';
import { endToEndIdOf, messageIdOf } from '../../src/payouts/domain/file-ids.ts';
import { OPEN_PAYOUT_POLICY } from '../../src/payouts/domain/policy.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { withOneRequest } from './fault-requests.ts';
import { storeWithdrawals } from './manual-clock-service.ts';

const WITHDRAWALS = 3;

/** The id of an account of a bank. */
export function accountOf({ database }: Fixture): string {
  return String(database.prepare('select id from bank_accounts order by id limit 1').pluck().get());
}

export async function preparing(fixture: Fixture) {
  const { appContext, merchants, clock } = fixture;
  const transactionIds = await storeWithdrawals(appContext, merchants[0], WITHDRAWALS);
  const input = {
    id: appContext.dependencies.runtime.newId(),
    transactionIds,
    head: { accountId: accountOf(fixture), executionDay: '2026-11-30' },
    maker: { person: 'ada', clientId: merchants[0].id },
    nowMs: clock.nowMs(),
    steadyNowMs: clock.nowMs(),
  };
  return { input, send: () => appContext.dependencies.db.run('preparePayout', input) };
}

/** Stores a batch. @returns the fields with which a decision names it. */
async function stored(fixture: Fixture): Promise<{ batch: PayoutBatch; ids: string[]; change: ChangeOf }> {
  const { input, send } = await preparing(fixture);
  const outcome = await send();
  if (outcome.kind !== 'stored') throw new Error('the batch was refused');
  const { batch } = outcome;
  const change = {
    batchId: batch.id,
    contentHash: batch.contentHash,
    person: 'grace',
    nowMs: fixture.clock.nowMs(),
  };
  return { batch, ids: input.transactionIds, change };
}

interface ChangeOf {
  readonly batchId: string;
  readonly contentHash: string;
  readonly person: string;
  readonly nowMs: number;
}

const prepare = withOneRequest(async (fixture) => (await preparing(fixture)).send);

const approve = withOneRequest(async (fixture) => {
  const { change } = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  return () => db.run('approvePayout', { ...change, clientId: fixture.approver.id, timeZone: 'UTC' });
});

const settingPolicy = withOneRequest((fixture) => {
  const { db } = fixture.appContext.dependencies;
  const policy = { ...OPEN_PAYOUT_POLICY, isNewPayeeByTwo: true };
  return () => db.run('setPayoutPolicy', { policy, nowMs: fixture.clock.nowMs() });
});

const rejectionOf = (change: ChangeOf, progressHash: string | null) => ({
  ...change,
  progressHash,
  // Another person than the one who exports.
  person: 'hedy',
  clientId: 'd',
  name: 'Hedy',
  reason: 'not sent',
});

const reject = withOneRequest(async (fixture) => {
  const { change } = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  return () => db.run('rejectPayout', rejectionOf(change, null));
});

const rejectSome = withOneRequest(async (fixture) => {
  const { batch, ids, change } = await exported(fixture);
  const { db } = fixture.appContext.dependencies;
  const progressHash = (await db.query('findPayout', batch.id))?.progressHash ?? null;
  return () =>
    db.run('rejectPayout', { ...rejectionOf(change, progressHash), transactionIds: ids.slice(0, 1) });
});

const remove = withOneRequest(async (fixture) => {
  const { ids, change } = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  return () => db.run('removeFromPayout', { ...change, transactionIds: ids.slice(0, 1) });
});

const adding = withOneRequest(async (fixture) => {
  const { change } = await stored(fixture);
  const { appContext, merchants } = fixture;
  const transactionIds = await storeWithdrawals(appContext, merchants[0], 1, 'added');
  const input = { ...change, person: 'ada', clientId: merchants[0].id, transactionIds };
  return () => appContext.dependencies.db.run('addToPayout', { ...input, steadyNowMs: change.nowMs });
});

const exporting = withOneRequest(async (fixture) => {
  const { change } = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  await db.run('approvePayout', { ...change, clientId: fixture.approver.id, timeZone: 'UTC' });
  return () => db.run('exportPayout', exportOf(change));
});

const importing = withOneRequest(async (fixture) => {
  const { batch } = await exported(fixture);
  const answer = answerTo(fixture, batch, { group: 'ACSP', first: 'RJCT' });
  return () => fixture.appContext.dependencies.db.run('importPayoutReport', answer);
});

/** The bank says that it has executed what people had taken back, and one of it waits in another batch. */
const executing = withOneRequest(async (fixture) => {
  const { batch, ids, change } = await exported(fixture);
  const { db, runtime } = fixture.appContext.dependencies;
  const nowMs = fixture.clock.nowMs();
  const progressHash = (await db.query('findPayout', batch.id))?.progressHash ?? null;
  await db.run('rejectPayout', rejectionOf(change, progressHash));
  const head = { accountId: batch.accountId, executionDay: batch.executionDay };
  const maker = { person: 'ada', clientId: fixture.merchants[0].id };
  const other = { id: runtime.newId(), transactionIds: ids.slice(0, 2), head, maker };
  await db.run('preparePayout', { ...other, nowMs, steadyNowMs: nowMs, audit: undefined });
  const answer = answerTo(fixture, batch, { group: null, first: 'ACSC' });
  return () => db.run('importPayoutReport', answer);
});

async function exported(fixture: Parameters<typeof stored>[0]) {
  const made = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  const approval = { clientId: fixture.approver.id, timeZone: 'UTC' };
  await db.run('approvePayout', { ...made.change, ...approval });
  await db.run('exportPayout', exportOf(made.change));
  return made;
}

interface Said {
  readonly group: string | null;
  /** Of the first payout. */
  readonly first: string;
}

/** The bank's answer to a batch, with a status for all of it and another one for the first payout. */
function answerTo(
  fixture: Parameters<typeof stored>[0],
  { number }: { readonly number: number },
  { group, first }: Said,
) {
  const nowMs = fixture.clock.nowMs();
  const transaction = {
    endToEndId: endToEndIdOf(number, 1),
    instructionId: null,
    status: first,
    reasons: [{ code: 'AC04', proprietary: null, text: null }],
    amountMinor: null,
    currency: null,
    iban: null,
  };
  const id = fixture.appContext.dependencies.runtime.newId();
  const file = {
    id,
    name: 'answer.xml',
    sha256: id,
    sizeBytes: 1,
    format: 'pain002',
    profileId: null,
    clientId: null,
    lineCount: 0,
    addedCount: 0,
    createdAtMs: nowMs,
  } as const;
  const payment = { paymentInformationId: messageIdOf(number, 1), status: null, reasons: [] };
  const report = {
    messageId: 'B1',
    createdAt: null,
    originalMessageId: messageIdOf(number),
    originalMessageName: null,
    group: group === null ? null : { status: group, reasons: [] },
    payments: [{ ...payment, transactions: [transaction] }],
  };
  return { file, report, importer: null, nowMs, audit: undefined };
}

export function exportOf(change: ChangeOf) {
  const bytes = Buffer.from('<Document/>');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    ...change,
    clientId: 'c',
    timeZone: 'UTC',
    today: '2026-11-30',
    steadyNowMs: change.nowMs,
    profileId: 'iso20022',
    formReadAt: Number.MAX_SAFE_INTEGER,
    rowsPerPayment: 1000,
    file: { name: 'a.xml', mediaType: 'application/xml', sha256, bytes },
  };
}

export const payoutScenarios = {
  preparePayout: { 'several withdrawals': prepare },
  setPayoutPolicy: { 'a policy': settingPolicy },
  approvePayout: { 'one that is prepared': approve },
  rejectPayout: { 'one that is prepared': reject, 'some of one that was exported': rejectSome },
  importPayoutReport: { 'a refused payout': importing, 'an executed payout that was taken back': executing },
  exportPayout: { 'one that is approved': exporting },
  addToPayout: { 'one to several': adding },
  removeFromPayout: { 'one of several': remove },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
