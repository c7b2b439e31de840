import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import type { PayoutBatch } from '../../src/payouts/domain/batch.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, withOneRequest } from './fault-requests.ts';
import { storeWithdrawals } from './manual-clock-service.ts';

const WITHDRAWALS = 3;

function accountOf({ database }: Fixture): string {
  return String(database.prepare('select id from bank_accounts order by id limit 1').pluck().get());
}

async function preparing(fixture: Fixture) {
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

/** Stores a batch. @returns what a decision about it names. */
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

const prepare = withOneRequest(async (fixture) => {
  const { input, send } = await preparing(fixture);
  return {
    send,
    isDone: finds(
      fixture,
      `select case when row_count = (select count(*) from payout_rows where batch_id = b.id and state = 'in') then 1 end
      from payout_batches as b where id = ?`,
      input.id,
    ),
    expectResult: (result) =>
      expect(result).toMatchObject({ kind: 'stored', batch: { rowCount: WITHDRAWALS } }),
  };
});

const approve = withOneRequest(async (fixture) => {
  const { batch, change } = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  const clientId = fixture.merchants[1].id;
  return {
    send: () => db.run('approvePayout', { ...change, clientId }),
    isDone: finds(
      fixture,
      `select count(*) from payout_approvals as a join payout_batches as b on b.id = a.batch_id
      where b.id = ? and b.state = 'approved'`,
      batch.id,
    ),
    expectResult: (result) => expect(result).toMatchObject({ kind: 'stored', batch: { state: 'approved' } }),
  };
});

const reject = withOneRequest(async (fixture) => {
  const { batch, change } = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  return {
    send: () => db.run('rejectPayout', { ...change, clientId: 'c', reason: 'not today' }),
    isDone: finds(
      fixture,
      `select count(*) from payout_batches as b where id = ? and state = 'rejected'
        and not exists (select 1 from payout_rows where batch_id = b.id and state = 'in')`,
      batch.id,
    ),
    expectResult: (result, wasDone) =>
      expect(result).toMatchObject({
        kind: wasDone ? 'wrong-state' : 'stored',
        batch: { state: 'rejected' },
      }),
  };
});

const remove = withOneRequest(async (fixture) => {
  const { batch, ids, change } = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  return {
    send: () => db.run('removeFromPayout', { ...change, transactionIds: ids.slice(0, 1) }),
    isDone: finds(
      fixture,
      `select case when row_count = ${WITHDRAWALS - 1} then 1 end from payout_batches where id = ?`,
      batch.id,
    ),
    expectResult: (result, wasDone) =>
      expect(result).toMatchObject({
        kind: wasDone ? 'changed' : 'stored',
        batch: { rowCount: WITHDRAWALS - 1 },
      }),
  };
});

const exporting = withOneRequest(async (fixture) => {
  const { batch, change } = await stored(fixture);
  const { db } = fixture.appContext.dependencies;
  await db.run('approvePayout', { ...change, clientId: fixture.merchants[1].id });
  const bytes = Buffer.from('<Document/>');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    send: () =>
      db.run('exportPayout', {
        ...change,
        clientId: 'c',
        today: '2026-11-30',
        steadyNowMs: change.nowMs,
        rowsPerPayment: 1000,
        file: { name: 'a.xml', mediaType: 'application/xml', sha256, bytes },
      }),
    isDone: finds(
      fixture,
      `select count(*) from payout_files as f join payout_batches as b on b.id = f.batch_id
      where b.id = ? and b.state = 'exported'`,
      batch.id,
    ),
    expectResult: (result) => expect(result).toMatchObject({ kind: 'stored', batch: { state: 'exported' } }),
  };
});

export const payoutScenarios = {
  preparePayout: { 'several withdrawals': prepare },
  approvePayout: { 'one that is prepared': approve },
  rejectPayout: { 'one that is prepared': reject },
  exportPayout: { 'one that is approved': exporting },
  removeFromPayout: { 'one of several': remove },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
