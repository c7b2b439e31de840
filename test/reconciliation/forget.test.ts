import { expect, test } from 'vitest';
import { forgetAll } from '../../src/admin/people.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { openDesk, upload } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { storedText } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';

const TABLES = ['statement_lines', 'line_decisions', 'refunds', 'payout_payees'] as const;

test('who is forgotten is forgotten in the lines that paid for them, and the lines of others and of later files stay', async () => {
  await using desk = await openDesk();
  const { service, merchant, iban: accountIban } = desk;
  const person = { userId: 'somebody', name: 'Ada Lovelace' };
  const [iban, otherIban] = [newIban(), newIban()];
  const first = await desk.deposit(person);
  const other = await desk.deposit({ name: 'Grace Hopper' });
  const lines = [
    { amountMinor: 50_000, name: 'ADA LOVELACE', iban, text: `${first.reference} from Ada` },
    { amountMinor: 50_000, name: 'GRACE HOPPER', iban: otherIban, text: `${other.reference} of Grace` },
  ];
  const [line] = await desk.receive(...lines);
  expect(line).toMatchObject({ state: 'matched' });
  await desk.decide('undo', line.lineId, { reason: 'Ada Lovelace called' });
  expectData(await desk.decide('give-back', line.lineId, { reason: 'Ada wants it back' }));
  await desk.decide('undo', line.lineId, { reason: 'Ada keeps it' });
  const { transactionId } = first;
  expectData(await desk.decide('confirm', line.lineId, { transactionId, reason: 'It was Ada' }));
  const before = await storedText(service.databasePath, TABLES);
  for (const word of ['ADA LOVELACE', 'from Ada', iban, 'Ada Lovelace called'])
    expect(before).toContain(word);
  await service.callbackWorker.idle();
  const audit: AuditOrigin = {
    occurredAtMs: service.clock.nowMs(),
    actorKind: 'key',
    actor: 'a-person',
    address: '192.0.2.1',
    operation: 'forgetPerson',
    requestId: 'r',
  };
  const forgotten = await forgetAll(
    service.dependencies,
    { clientId: merchant.id, userId: person.userId },
    { appKey: merchant.appKey, audit },
  );
  expect(forgotten).toBe(1);
  const after = await storedText(service.databasePath, TABLES);
  for (const word of ['ADA', 'Ada', iban]) expect(after).not.toContain(word);
  for (const word of ['GRACE HOPPER', 'of Grace', otherIban]) expect(after).toContain(word);
  expect((await desk.line(line.lineId)).line).toMatchObject({ amount: 500, state: 'matched', transactionId });
  const again = expectData(await upload(service, camtOf({ iban: accountIban, lines })));
  expect(again.file).toMatchObject({ lineCount: 2, addedCount: 0 });
  await expectAgreement(service.databasePath);
});
