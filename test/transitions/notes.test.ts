import { expect, test } from 'vitest';
import { forgetPerson } from '../../src/admin/people.ts';
import { addNote } from '../../src/transactions/desk.ts';
import { FORGOTTEN } from '../../src/transactions/domain/transaction.ts';
import { ADMIN, type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { openTestContext } from '../support/app-context.ts';
import { readAudit } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import {
  type ManualClockService,
  startWithoutTimers,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

const note = (service: ManualClockService, as: Credentials, id: string, text: string) =>
  service.ask(`/v1/transactions/${id}/notes`, { as, body: { text } });

const read = async (service: ManualClockService, as: Credentials, id: string): Promise<Json> =>
  expectData(await service.ask(`/v1/transactions/${id}`, { as }));

test('operators note, the whole desk reads who wrote what and when, and merchants read nothing', async () => {
  await using service = await startWithoutTimers();
  const ayse = await createClient(service, { role: 'operator', name: 'Ayşe' });
  const viewer = await createClient(service, { role: 'viewer' });
  const { transactionId: id } = await service.deposit(MERCHANT);
  expect(await read(service, viewer, id)).toMatchObject({ notes: [], sequence: 1 });
  const at = () => new Date(service.clock.nowMs()).toISOString();
  const first = { text: 'Bankaya soruldu: “yarın” 😀', author: 'Ayşe', createdAt: at() };
  expect(expectData(await note(service, ayse, id, first.text)).notes).toEqual([first]);
  service.clock.advance(60_000);
  const second = { text: 'x'.repeat(1000), author: 'Demo Admin', createdAt: at() };
  expectData(await note(service, ADMIN, id, second.text));
  for (const as of [viewer, OPERATOR, ADMIN]) {
    const { notes, sequence } = await read(service, as, id);
    expect(notes).toMatchObject([first, { text: second.text, createdAt: second.createdAt }]);
    expect(sequence).toBe(1);
  }
  for (const as of [MERCHANT, viewer]) expectFailure(await note(service, as, id, 'no'), 'not_authorized');
  expect(await read(service, MERCHANT, id)).not.toHaveProperty('notes');
  const list = expectData(await service.ask('/v1/transactions', { as: MERCHANT }));
  expect(JSON.stringify(list)).not.toContain('Bankaya');
  // The audit log names the note, and not what it says.
  const rows = (await readAudit(service.databasePath)).filter((row) => row.operation === 'addNote');
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('Bankaya');
});

test('a note has 1 to 1,000 characters as names have, and a transaction at most 100 notes', async () => {
  await using service = await startWithoutTimers();
  const { transactionId: id } = await service.deposit(MERCHANT);
  for (const text of ['', ' ', 'x'.repeat(1001), 'a\u0007', 'a\u202eb'])
    expectInvalid(await note(service, OPERATOR, id, text), 'text');
  expectFailure(await note(service, OPERATOR, 'f'.repeat(24), 'a'), 'error_transaction_not_found');
  for (let index = 0; index < 100; index += 1) expectData(await note(service, OPERATOR, id, `note ${index}`));
  expectInvalid(await note(service, OPERATOR, id, 'one more'), 'text');
});

test('who is forgotten is forgotten in notes as well', async () => {
  await using context = await openTestContext();
  const client = await createClient(context);
  const [id = ''] = await storeWithdrawals(context, client, 1);
  const { transactions, db } = context.dependencies;
  await context.run(addNote, { transactionId: id, text: 'Test User called' });
  const actor = { kind: 'operator', clientId: null } as const;
  const withdrawal = await db.read('findTransaction', id);
  await transactions.transition({ transactionId: id, command: { kind: 'reject', sequence: 1 }, actor });
  await context.run(forgetPerson, { userId: withdrawal?.userId, appKey: client.appKey });
  expect(await db.read('findNotes', [id])).toMatchObject(new Map([[id, [{ text: FORGOTTEN }]]]));
});
