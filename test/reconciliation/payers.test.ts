import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { newIban } from '../support/entities.ts';
import { openDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';

/** A desk with a deposit that Ayşe paid from an account of hers. */
async function paidDesk() {
  const desk = await openDesk();
  const deposit = await desk.deposit({ name: 'Ayşe Yılmaz' });
  const payer = { name: 'AYŞE YILMAZ', iban: newIban() };
  const [line] = await desk.receive({ amountMinor: 50_000, ...payer, text: deposit.reference });
  expect(line).toMatchObject({ state: 'matched' });
  const ask = async (target: string) => expectData(await desk.service.ask(target, { as: OPERATOR }));
  const find = async (query: string) => {
    const { items } = await ask(`/v1/transactions?query=${encodeURIComponent(query)}`);
    return items.map(({ transactionId }: { transactionId: string }) => transactionId);
  };
  return { desk, deposit, payer, line, ask, find };
}

test('the desk reads who paid a deposit, and its merchant does not', async () => {
  const { desk, deposit, payer, ask } = await paidDesk();
  await using _ = desk;
  const { transactionId } = deposit;
  expect(deposit.payer).toBeNull();
  expect(await desk.transaction(transactionId)).toMatchObject({ payer });
  const page = await ask('/v1/transactions');
  expect(page.items).toMatchObject([{ payer }]);
  const events = await ask(`/v1/events?transactionId=${transactionId}`);
  expect(events.items.at(-1)).toMatchObject({ change: 'settle', payer });
  for (const target of [`/v1/transactions/${transactionId}`, '/v1/transactions', '/v1/events']) {
    const seen = await desk.service.ask(target, { as: desk.merchant });
    expect(seen.status).toBe(200);
    expect(seen.text, target).not.toContain('payer');
  }
});

test('the desk finds a deposit by the name and the IBAN of who paid it, and its merchant does not', async () => {
  const { desk, payer, find } = await paidDesk();
  await using _ = desk;
  const other = await desk.deposit({ name: 'Mehmet Demir' });
  const father = { name: 'ÖMER ŞİMŞEK', iban: newIban() };
  const [line] = await desk.receive({ amountMinor: 50_000, ...father, text: 'kira' });
  const body = { transactionId: other.transactionId, reason: 'his father' };
  expectData(await desk.decide('confirm', line.lineId, body));
  const { transactionId } = other;
  for (const query of ['şimşek', 'OMER', father.iban, father.iban.slice(-4), `Demir ${father.iban}`])
    expect(await find(query), query).toEqual([transactionId]);
  expect(await find(payer.iban)).not.toContain(transactionId);
  expect(await find('Ömer Demir')).toEqual([transactionId]);
  for (const query of ['simsek', father.iban]) {
    const page = expectData(await desk.service.ask(`/v1/transactions?query=${query}`, { as: desk.merchant }));
    expect(page.items, query).toEqual([]);
  }
});

test('the payer goes with the match', async () => {
  const { desk, deposit, line, payer, find } = await paidDesk();
  await using _ = desk;
  expectData(await desk.decide('undo', line.lineId, { reason: 'not hers' }));
  expect(await desk.transaction(deposit.transactionId)).toMatchObject({ payer: null });
  expect(await find(payer.iban)).toEqual([]);
});
