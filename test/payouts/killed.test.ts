import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ADMIN, call, createClock, type Json, OPERATOR, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { eventually } from '../support/eventually.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { accountIdOf, fileIdOf, groupOf, payoutCalls } from '../support/payouts/desk.ts';
import { payment, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { openDesk, upload } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { openSyncRows } from '../support/sync-rows.ts';
import { onPostgres } from '../support/test-database.ts';

/** The writes of an export, and of an import of a bank's answer, in their order. */
const STEPS = {
  export: ['insert on payout_files', 'update on payout_rows', 'update on payout_batches', 'insert on audit'],
  answer: [
    'update on payout_rows',
    'update on payout_batches',
    'insert on statement_files',
    'insert on payout_reports',
    'insert on audit',
  ],
} as const;

const PAYOUTS = 3;

/** A write never ends then: its process can be killed in it. */
const never = (step: string) => `
  create trigger never_ending before ${step} begin
    select count(*) from (
      with recursive counter (n) as (select 1 union all select n + 1 from counter) select n from counter
    );
  end`;

const execute = (databasePath: string, statement: string) => {
  const database = openSyncRows(databasePath);
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
};

/** Whether a process has held the lock of the file for a while. */
async function isHeldUp(databasePath: string): Promise<boolean> {
  for (let turn = 0; turn < 3; turn += 1) {
    try {
      execute(databasePath, 'pragma busy_timeout = 0; begin immediate; rollback');
      return false;
    } catch {
      await setTimeout(50);
    }
  }
  return true;
}

/** Sends a request to a process of its own, and kills that in each of some writes. */
async function killIn(
  folder: string,
  databasePath: string,
  steps: readonly string[],
  send: (running: Awaited<ReturnType<typeof startServiceProcess>>) => Promise<unknown>,
): Promise<void> {
  for (const step of steps) {
    await using running = await startServiceProcess(folder);
    execute(databasePath, never(step));
    const lost = expect(send(running)).rejects.toThrow();
    await eventually(async () => expect(await isHeldUp(databasePath)).toBe(true));
    await running.kill();
    await lost;
    execute(databasePath, 'drop trigger never_ending');
  }
}

test.skipIf(onPostgres)(
  'a process that is killed in any write of an export, or of the answer of a bank, leaves nothing of it, and both go on',
  { timeout: 240_000 },
  async () => {
    using folder = temporaryFolder();
    const first = await startWithoutTimers({ folder: folder.path, clock: createClock(Date.now()) });
    const { databasePath } = first;
    const accountId = await accountIdOf(await openDesk(undefined, first));
    const payoutsOf = (service: ManualClockService) =>
      payoutCalls(
        () => service,
        () => accountId,
      );
    const payouts = payoutsOf(first);
    const batch = await payouts.approved(await payouts.withdraw(PAYOUTS));
    const target = `/v1/payouts/${batch.payoutId}`;
    await first.stop();

    const body = JSON.stringify({ contentHash: batch.contentHash });
    const timed = { sign: 'timed', method: 'POST' } as const;
    await killIn(folder.path, databasePath, STEPS.export, (running) =>
      call(running, `${target}/export`, { ...timed, as: ADMIN, contentType: 'application/json', body }),
    );
    const refusals = batch.rows.map(({ endToEndId }: Json) => transaction(endToEndId, 'RJCT')).join('');
    const payments = payment(refusals, groupOf(batch));
    const answer = Buffer.from(statusFile({ original: fileIdOf(batch), payments }));
    {
      await using second = await startWithoutTimers({
        folder: folder.path,
        clock: createClock(Date.now()),
      });
      expect(expectData(await second.ask(target)).state).toBe('approved');
      const { sha256 } = expectData(await payoutsOf(second).decide('export', batch, ADMIN));
      expect(expectData(await second.ask(`${target}/file`)).sha256).toBe(sha256);
      await expectAgreement(databasePath);
    }
    await killIn(folder.path, databasePath, STEPS.answer, (running) =>
      call(running, '/v1/statements?name=answer.xml', {
        ...timed,
        as: OPERATOR,
        contentType: 'application/octet-stream',
        body: answer,
      }),
    );
    await using last = await startWithoutTimers({ folder: folder.path, clock: createClock(Date.now()) });
    expect(expectData(await last.ask(target)).state).toBe('exported');
    expect(expectData(await upload(last, answer, 'name=answer.xml'))).toMatchObject({
      isRepeat: false,
      payoutReport: { refusedCount: PAYOUTS },
    });
    expect(expectData(await last.ask(target)).state).toBe('refused');
    await expectAgreement(databasePath);
  },
);
