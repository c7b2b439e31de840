import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { preparing } from './fault-payouts.ts';
import { finds, withOneRequest } from './fault-requests.ts';
import { fileOf, references, storeFile } from './fault-statements.ts';

const OTHER_IBAN = 'NO9386011117947';

const common = ({ merchants, clock }: Fixture) => ({
  reason: 'It was paid twice',
  person: 'ada',
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
  return {
    send: () => db.run('giveBack', { ids, lineId, payee: {}, ...common(fixture) }),
    isDone: finds(
      fixture,
      `select count(*) from refunds as f join statement_lines as l on l.id = f.line_id
      join payout_payees as y on y.paid_id = f.id join line_decisions as d on d.id = l.decision_id
      where f.id = ? and l.state = 'giving-back' and l.is_open = 0`,
      ids[0],
    ),
    expectResult: (result) =>
      expect(result).toMatchObject({ kind: 'stored', refund: { amountMinor: 50_000, state: 'open' } }),
  };
});

const changingPayee = withOneRequest(async (fixture) => {
  const { input, send } = await preparing(fixture);
  await send();
  fixture.database.exec("update payout_rows set state = 'refused'");
  const { db, runtime } = fixture.appContext.dependencies;
  const [transactionId = ''] = input.transactionIds;
  const id = runtime.newId();
  const named = { accountName: 'Ada', iban: OTHER_IBAN };
  return {
    send: () => db.run('changePayee', { id, transactionId, ...named, ...common(fixture) }),
    isDone: finds(fixture, 'select count(*) from payout_payees where id = ? and is_changed = 1', id),
    expectResult: (result) => expect(result).toMatchObject({ kind: 'stored', payee: { iban: OTHER_IBAN } }),
  };
});

export const refundScenarios = {
  giveBack: { 'of an open line': givingBack },
  changePayee: { 'of a refused payout': changingPayee },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
