import { expect, test } from 'vitest';
import { type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import { type ManualClockService, MINUTE_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';

const ask = (service: ManualClockService, as: Credentials, target: string, body: Json = {}) =>
  service.ask(`/v1/transactions/${target}`, { as, method: 'POST', body });

const read = async (service: ManualClockService, transactionId: string) =>
  expectData(await service.ask(`/v1/transactions/${transactionId}`, { as: OPERATOR }));

/** Opens a service with a pending withdrawal and two more operators. */
async function open() {
  const service = await startWithoutTimers();
  const ayse = await createClient(service, { role: 'operator', name: 'Ayşe', appKey: 'ayse' });
  const mehmet = await createClient(service, { role: 'operator', name: 'Mehmet', appKey: 'mehmet' });
  const { transactionId } = await service.withdraw(MERCHANT);
  return { service, ayse, mehmet, id: transactionId as string };
}

test('another one takes it over knowingly; then the first one is refused', async () => {
  const { service, ayse, id } = await open();
  await using _service = service;
  expectData(await ask(service, ayse, `${id}/claim`));
  service.clock.advance(MINUTE_MS);
  const taken = expectData(await ask(service, OPERATOR, `${id}/claim`, { takeOverFrom: 'ayse' }));
  expect(taken.claim).toMatchObject({ holderAppKey: OPERATOR.appKey, isMine: true });
  expect(Date.parse(taken.claim.claimedAt)).toBe(service.clock.nowMs());
  for (const verb of ['settle', 'claim', 'release'])
    expectFailure(await ask(service, ayse, `${id}/${verb}`, { sequence: '1' }), 'error_claimed');
  expectData(await ask(service, OPERATOR, `${id}/release`));
  // There is nothing to release any more.
  expect(expectData(await ask(service, ayse, `${id}/release`))).toMatchObject({ claim: { isLive: false } });
  const rows = (await readAudit(service.databasePath)).filter((row) => row.target_id === id);
  const holder = (json: string | null) => JSON.parse(json ?? '{}').claimedBy;
  expect(
    rows.map((row) => [row.operation, row.actor, holder(row.before_json), holder(row.after_json)]),
  ).toEqual([
    ['claimWithdrawal', 'ayse', null, 'ayse'],
    ['claimWithdrawal', OPERATOR.appKey, 'ayse', OPERATOR.appKey],
    ['releaseWithdrawal', OPERATOR.appKey, OPERATOR.appKey, OPERATOR.appKey],
  ]);
  await expectAgreement(service.databasePath);
});

test('who agreed to take it over from one operator does not take it from another, and is told who holds it', async () => {
  const { service, ayse, mehmet, id } = await open();
  await using _service = service;
  const takeOver = (as: Credentials, takeOverFrom: string) =>
    ask(service, as, `${id}/claim`, { takeOverFrom });
  expectData(await ask(service, mehmet, `${id}/claim`));
  expectData(await takeOver(ayse, 'mehmet'));
  for (const from of ['mehmet', OPERATOR.appKey, 'nobody']) {
    const { message } = expectFailure(await takeOver(OPERATOR, from), 'error_claimed');
    expect(message).toContain('is being paid by Ayşe since');
    expect(message).toContain('takeOverFrom ayse');
  }
  expect(await read(service, id)).toMatchObject({ claim: { holderAppKey: 'ayse' } });
  // A withdrawal with the claim of the caller needs no question.
  expectData(await takeOver(ayse, 'mehmet'));
  expectData(await ask(service, ayse, `${id}/release`));
  expectFailure(await takeOver(OPERATOR, 'mehmet'), 'error_claimed');
  expectData(await takeOver(OPERATOR, 'ayse'));
  await expectAgreement(service.databasePath);
});

test('of two who take it over at once one wins, and the other is told who did', async () => {
  const { service, ayse, mehmet } = await open();
  await using _service = service;
  for (let round = 0; round < 10; round += 1) {
    const { transactionId } = await service.withdraw(MERCHANT);
    expectData(await ask(service, mehmet, `${transactionId}/claim`));
    const answers = await Promise.all(
      [ayse, OPERATOR].map((as) => ask(service, as, `${transactionId}/claim`, { takeOverFrom: 'mehmet' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [refused] = answers.filter(({ status }) => status === 409);
    const { claim } = await read(service, transactionId);
    expect(['ayse', OPERATOR.appKey]).toContain(claim.holderAppKey);
    expect(refused?.json.error).toMatchObject({
      type: 'error_claimed',
      message: expect.stringContaining(`is being paid by ${claim.holder} since`),
    });
  }
});
