import { expect } from 'vitest';
import type { CommandName } from '../../db/names.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import { deskTerms } from './desk-terms.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { exportOf, preparing } from './fault-payouts.ts';
import { ofOnePerson, withOneRequest } from './fault-requests.ts';
import { fileOf, references, storeFile } from './fault-statements.ts';

const OTHER_IBAN = 'NO9386011117947';

const common = ({ merchants, clock }: Fixture) => ({
  reason: 'It was paid twice',
  person: 'ada',
  name: 'Ada',
  clientId: merchants[0].id,
  nowMs: clock.nowMs(),
  steadyNowMs: clock.nowMs(),
});

const givingBack = withOneRequest(async (fixture) => {
  const { db, runtime, statements } = fixture.appContext.dependencies;
  const file = await fileOf(fixture, references(1));
  const [lineId = ''] = await storeFile(fixture, file);
  await statements.matching.match(file.id).next();
  const ids = [runtime.newId(), runtime.newId(), runtime.newId()] as const;
  return () => db.run('giveBack', { ids, lineId, payee: {}, ...common(fixture) });
});

const changingPayee = withOneRequest(async (fixture) => {
  const { input, send } = await preparing(fixture);
  await send();
  fixture.database.exec("update payout_rows set state = 'refused'");
  const { db, runtime } = fixture.appContext.dependencies;
  const [transactionId = ''] = input.transactionIds;
  const payee = { id: runtime.newId(), transactionId, accountName: 'Ada', iban: OTHER_IBAN };
  return () => db.run('changePayee', { ...payee, ...common(fixture) });
});

/** A refund in a file for the bank, and a debit of its amount. @returns how to confirm it and to undo that. */
async function debited(fixture: Fixture) {
  const { db, runtime, statements } = fixture.appContext.dependencies;
  const file = await fileOf(fixture, references(1));
  const [creditId = ''] = await storeFile(fixture, file);
  await statements.matching.match(file.id).next();
  const [refundId, payeeId, decisionId] = [runtime.newId(), runtime.newId(), runtime.newId()];
  const ids = [refundId, payeeId, decisionId] as const;
  await db.run('giveBack', { ids, lineId: creditId, payee: {}, ...common(fixture) });
  const nowMs = fixture.clock.nowMs();
  const account = fixture.database.prepare('select account_id from statement_lines where id = ?').pluck();
  const prepared = await db.run('preparePayout', {
    id: runtime.newId(),
    transactionIds: [refundId],
    head: { accountId: String(account.get(creditId)), executionDay: '2026-11-30' },
    maker: { person: 'ada', clientId: fixture.merchants[0].id },
    nowMs,
    steadyNowMs: nowMs,
  });
  if (prepared.kind !== 'stored') throw new Error('the batch was refused');
  const { id: batchId, contentHash } = prepared.batch;
  const change = { batchId, contentHash, person: 'grace', nowMs };
  const clientId = fixture.approver.id;
  await db.run('approvePayout', { ...change, clientId, timeZone: 'UTC' });
  expect(await db.run('exportPayout', exportOf(change))).toMatchObject({ kind: 'stored' });
  const [lineId = ''] = await storeFile(
    fixture,
    await fileOf(fixture, references(1), { amountMinor: -50_000 }),
  );
  const { dependencies } = fixture.appContext;
  const terms = () => ({ ...deskTerms(dependencies), clientId });
  return {
    confirm: (audit: AuditOrigin | undefined) =>
      db.run('confirmLines', {
        ...terms(),
        lineIds: [lineId],
        decisionIds: [dependencies.runtime.newId()],
        transactionId: refundId,
        holdMs: 0,
        audit,
      }),
    undo: (audit: AuditOrigin) =>
      db.run('undoLine', { ...terms(), lineId, reason: 'Another one', person: 'ada', audit }),
  };
}

export const confirmingRefund = ofOnePerson(async (fixture) => (await debited(fixture)).confirm);

export const undoingRefund = ofOnePerson(async (fixture) => {
  const { confirm, undo } = await debited(fixture);
  await confirm(undefined);
  return undo;
});

export const refundScenarios = {
  giveBack: { 'of an open line': givingBack },
  changePayee: { 'of a refused payout': changingPayee },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
