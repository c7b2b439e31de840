import { expect, test } from 'vitest';
import { ADMIN, type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { type ManualClockService, paymentOf, startWithoutTimers } from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { expectData, expectFailure } from '../support/responses.ts';

const ask = (service: ManualClockService, target: string, body: Json = {}, as: Credentials = OPERATOR) =>
  service.ask(`/v1/transactions/${target}`, { as, method: 'POST', body });

const read = async (service: ManualClockService, id: string, as: Credentials = OPERATOR) =>
  expectData(await service.ask(`/v1/transactions/${id}`, { as }));

/** Adds an entry as an admin. @returns the answer. */
async function list(service: ManualClockService, kind: string, value: string): Promise<Json> {
  const query = `mutation ($input: AddToBlacklistInput!) {
    addToBlacklist(input: $input) { entry { entryId } added pendingCount } }`;
  const body = JSON.stringify({ query, variables: { input: { kind, value } } });
  const { json } = await service.ask('/graphql', { as: ADMIN, body, contentType: 'application/json' });
  return json.data.addToBlacklist;
}

async function remove(service: ManualClockService, entryId: string): Promise<void> {
  const query = 'mutation ($entryId: String!) { removeFromBlacklist(entryId: $entryId) { entryId } }';
  const body = JSON.stringify({ query, variables: { entryId } });
  const { json } = await service.ask('/graphql', { as: ADMIN, body, contentType: 'application/json' });
  expect(json.data.removeFromBlacklist).toEqual({ entryId });
}

test('what is pending when an entry is added is marked, and neither settled nor claimed until it is cleared', async () => {
  await using service = await startWithoutTimers();
  const { transactionId: id } = await service.withdraw(MERCHANT, { accountName: 'Ali Işık Veli' });
  const { transactionId: depositId } = await service.deposit(MERCHANT, { name: 'Ali.Işık.Veli' });
  const { transactionId: otherId } = await service.deposit(MERCHANT, { name: 'Veli Işık' });
  expectData(await ask(service, `${id}/claim`));
  expect(await read(service, id)).toMatchObject({ blacklisted: false });
  expect(await list(service, 'convertedName', 'ALI_ISIK_VELI')).toMatchObject({
    added: true,
    pendingCount: 2,
  });
  for (const marked of [id, depositId])
    expect(await read(service, marked)).toMatchObject({ blacklisted: true });
  expect(await read(service, otherId)).toMatchObject({ blacklisted: false });
  expect(await read(service, id, MERCHANT)).not.toHaveProperty('blacklisted');
  const paid = { sequence: '1', ...(await paymentOf(service)) };
  const refused = 'error_transaction_blacklisted';
  expectFailure(await ask(service, `${id}/settle`, paid), refused);
  expectFailure(await ask(service, `${id}/claim`), refused);
  expectFailure(await ask(service, `${depositId}/settle`, { sequence: '1' }), refused);
  expectData(await ask(service, `${id}/clear`, { reason: 'Another Ali' }));
  expect(await read(service, id)).toMatchObject({
    blacklisted: false,
    notes: [{ text: 'Another Ali', author: 'Demo operator' }],
  });
  expectData(await ask(service, `${id}/settle`, paid));
  const rows = (await readAudit(service.databasePath)).filter(
    ({ operation }) => operation === 'clearBlacklistMark',
  );
  expect(rows.map(({ target_id, actor }) => [target_id, actor])).toEqual([[id, OPERATOR.appKey]]);
  expect(rows[0]?.after_json).not.toContain('Ali');
  await expectAgreement(service.databasePath);
});

test('what is stopped is not cleared while a decision about it is planned', async () => {
  await using service = await startWithoutTimers();
  const { transactionId: id, userId } = await service.deposit(MERCHANT);
  await list(service, 'userId', userId);
  expectData(await ask(service, `${id}/reject`, { sequence: '1', holdSeconds: '8' }));
  const refused = await ask(service, `${id}/clear`, { reason: 'known' });
  expect(expectFailure(refused, 'error_transition_not_allowed').fields).toMatchObject([{ code: 'planned' }]);
  expect(refused.headers.get('retry-after')).toBe('8');
  expect(await read(service, id)).toMatchObject({ blacklisted: true, notes: [] });
  expectData(await ask(service, `${id}/undo`, { sequence: '1' }));
  expectData(await ask(service, `${id}/clear`, { reason: 'known' }));
});

testOnce('a line of a bank leaves it waiting', async () => {
  await using service = await startWithoutTimers();
  const { transactionId, userId } = await service.deposit(MERCHANT);
  await list(service, 'userId', userId);
  const outcome = await service.dependencies.transactions.transition({
    transactionId,
    command: { kind: 'settle', sequence: 1 },
    actor: { kind: 'reconciliation', clientId: null },
  });
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { type: 'blacklisted' } });
});

testOnce('it can be rejected, and then not be corrected', async () => {
  await using service = await startWithoutTimers();
  const { transactionId: id, userId } = await service.deposit(MERCHANT);
  await list(service, 'userId', userId);
  expectData(await ask(service, `${id}/reject`, { sequence: '1' }));
  const late = { sequence: '2', reason: 'late' };
  expectFailure(await ask(service, `${id}/correct`, late), 'error_transaction_blacklisted');
});

testOnce('a cleared one is stopped by a later entry, and by no entry that was removed', async () => {
  await using service = await startWithoutTimers();
  const iban = 'NO9386011117947';
  const { transactionId: id, userId } = await service.withdraw(MERCHANT, { iban });
  const { entry } = await list(service, 'userId', userId);
  expectData(await ask(service, `${id}/clear`, { reason: 'known' }));
  const later = await list(service, 'iban', iban);
  expect(later).toMatchObject({ pendingCount: 1 });
  expect(await read(service, id)).toMatchObject({ blacklisted: true });
  await service.dependencies.db.run('removeFromBlacklist', { entryId: later.entry.entryId });
  expect(await read(service, id)).toMatchObject({ blacklisted: false });
  await service.dependencies.db.run('removeFromBlacklist', { entryId: entry.entryId });
  // What was cleared of the entry is cleared of no other one.
  await list(service, 'userId', userId);
  expect(await read(service, id)).toMatchObject({ blacklisted: true });
});

testOnce('the desk is shown live what an entry hits, when it comes and when it goes', async () => {
  await using service = await startWithoutTimers();
  const { transactionId, userId } = await service.deposit(MERCHANT);
  const leaving = new AbortController();
  const shown: string[] = [];
  service.dependencies.bus.subscribe('a desk', leaving.signal, {
    matches({ id }, audience) {
      shown.push(`${id} ${audience}`);
      return false;
    },
  });
  const { entry } = await list(service, 'userId', userId);
  await expect.poll(() => shown).toEqual([`${transactionId} desk`]);
  await remove(service, entry.entryId);
  await expect.poll(() => shown).toEqual([`${transactionId} desk`, `${transactionId} desk`]);
  leaving.abort();
});
