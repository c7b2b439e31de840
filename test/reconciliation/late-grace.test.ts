import { expect, test } from 'vitest';
import { ADMIN, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { HOUR_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { openDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

test('late money is accepted for as long as LATE_GRACE says, and a preview says the same', async () => {
  await using service = await startWithoutTimers({ env: { LATE_GRACE: '6h' } });
  await using desk = await openDesk(undefined, service);
  const ask = (target: string, body: string | Uint8Array, contentType: string) =>
    service.ask(target, { as: ADMIN, method: 'POST', body, contentType });
  const policy = JSON.stringify({ appKey: desk.merchant.appKey, late: 'accept' });
  expectData(await ask('/v1/match-policies', policy, 'application/json'));

  /** Lets a deposit expire, and pays it so many hours later. @returns the states of the line in the preview and after. */
  const payLate = async (person: Readonly<Record<string, string>>, hours: number) => {
    const deposit: Json = await desk.deposit(person);
    service.clock.advance(HOUR_MS);
    await service.sweeper.sweep();
    service.clock.advance(hours * HOUR_MS);
    const date = new Date(service.clock.nowMs()).toISOString().slice(0, 10);
    const line: BankLine = {
      amountMinor: 50_000,
      name: deposit.name,
      iban: newIban(),
      text: deposit.reference,
      date,
    };
    const file = camtOf({ iban: desk.iban, lines: [line] });
    const preview = await service.ask('/v1/statements/preview?name=a.xml', {
      as: OPERATOR,
      method: 'POST',
      body: file,
      contentType: 'application/octet-stream',
    });
    const [{ lineId, state }] = (await desk.receive(line)) as [Json];
    const { status } = await desk.transaction(deposit.transactionId);
    expect((await desk.line(lineId)).line.state).toBe(state);
    return [expectData(preview).lines[0].state, state, status];
  };

  const [soon, later] = [
    { userId: 'ada', name: 'Ada Korkmaz' },
    { userId: 'bora', name: 'Bora Tekin' },
  ];
  expect(await payLate(soon, 6)).toEqual(['matched', 'matched', 'successful']);
  expect(await payLate(later, 7)).toEqual(['late', 'late', 'unsuccessful']);
  await expectAgreement(service.databasePath);
});
