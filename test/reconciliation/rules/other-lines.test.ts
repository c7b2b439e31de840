import { describe, expect, test } from 'vitest';
import {
  codesOf,
  decide,
  IBAN,
  makeDeposit,
  makeLineFacts,
  makeOther,
  makeWithdrawal,
  NOW_MS,
  OTHER_IBAN,
  OTHER_REFERENCE,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

describe('money that comes back never settles a deposit', () => {
  const withdrawals = [makeWithdrawal({ bankReferences: ['1048670453'] })];
  const named = { remittance: [REFERENCE] };

  test('a withdrawal of ours, by our id, by its query number, or by its payee with the mark of a return', () => {
    const own = { endToEndId: makeWithdrawal().transactionId };
    expect(decide({ ...named, ...own }, { withdrawals }).rule).toBe('payout-back-id');
    const inText = { remittance: [REFERENCE, `iade ${makeWithdrawal().transactionId}`] };
    expect(decide(inText, { withdrawals }).rule).toBe('payout-back-id');
    const query = { remittance: [`${REFERENCE} sorgu no 1048670453`] };
    expect(decide(query, { withdrawals }).rule).toBe('payout-back-id');
    const byIban = { ...named, counterpartyIban: IBAN, returnReason: 'AC04' };
    expect(decide(byIban, { withdrawals })).toMatchObject({
      state: 'payout-back',
      rule: 'payout-back-iban',
      action: null,
    });
  });

  test('the return of anything else, by its code, as a reversal, or by a word', () => {
    for (const mark of [
      { returnReason: 'MD06' },
      { isReversal: true },
      { remittance: [`${REFERENCE} İade`] },
    ])
      expect(decide({ ...named, ...mark })).toMatchObject({
        state: 'returned',
        action: null,
        candidates: [],
      });
  });

  test('a payment of the same query number and another amount is no return', () => {
    const query = { remittance: [`${REFERENCE} 1048670453`] };
    expect(
      decide(query, { withdrawals: [makeWithdrawal({ amountMinor: 1, bankReferences: ['1048670453'] })] })
        .state,
    ).toBe('matched');
  });

  test('money that goes back is shown with the deposit that it names', () => {
    const back = decide({ ...named, direction: 'debit', isReversal: true });
    expect(back).toMatchObject({ state: 'returned', action: null });
    expect(back.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
  });
});

describe('money out', () => {
  const out = { direction: 'debit' } as const;

  test('pays a withdrawal, by our id or by its payee and amount, and settles nothing', () => {
    const byId = decide(
      { ...out, endToEndId: makeWithdrawal().transactionId },
      { withdrawals: [makeWithdrawal()] },
    );
    expect(byId).toMatchObject({ state: 'payout', rule: 'payout-id', action: null });
    const withdrawals = [makeWithdrawal({ state: 'pending' })];
    const toPayee = decide({ ...out, counterpartyIban: IBAN, remittance: ['iade'] }, { withdrawals });
    expect(toPayee).toMatchObject({ state: 'payout', rule: 'payout-iban', action: null });
    expect(toPayee.candidates[0]?.reasons).toContainEqual({ code: 'iban-own-payee' });
  });

  test('is a fee by its words, unless it goes to an IBAN', () => {
    expect(decide({ ...out, remittance: ['EFT masrafı'] }).state).toBe('fee');
    expect(decide({ ...out, transactionCode: 'PMNT-ICDT-CHRG' }).state).toBe('fee');
    expect(decide({ ...out, remittance: ['EFT masrafı'], counterpartyIban: IBAN }).state).toBe('other-debit');
    expect(decide({ ...out, remittance: [REFERENCE] }).state).toBe('other-debit');
  });
});

describe('proposals', () => {
  const others = Array.from({ length: 8 }, (_, place) =>
    makeOther({
      transactionId: `6741a000000000000000010${place}`,
      reference: null,
      name: `Ayşe ${'XYZWVQKJ'[place]} Yılmaz`,
    }),
  );

  test('a wrong character is proposed before a right name, with what was typed', () => {
    const typed = `0${OTHER_REFERENCE.slice(1)}`;
    const decision = decide({ remittance: [typed] }, { deposits: [makeDeposit(), makeOther()] });
    expect(decision).toMatchObject({ state: 'proposed', action: null });
    expect(decision.candidates.map(({ transactionId }) => transactionId)).toEqual([
      makeOther().transactionId,
      makeDeposit().transactionId,
    ]);
    const near = { code: 'near-reference', reference: OTHER_REFERENCE, typed };
    expect(decision.candidates[0]?.reasons).toContainEqual(near);
  });

  test('the exact name comes before near ones, and there are no more than five', () => {
    const { candidates } = decide({}, { deposits: [...others, makeDeposit()] });
    expect(candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
    expect(candidates).toHaveLength(5);
  });

  test('a known IBAN, a name in the texts and a unique amount are reasons; with a far amount only the exact name of one that waits is', () => {
    const payer = {
      clientId: 'client',
      userId: 'user',
      name: 'Ayşe Yılmaz',
      iban: IBAN,
      source: 'reference',
    } as const;
    const stranger = { counterpartyName: 'MEHMET DEMIR', counterpartyIban: IBAN };
    const known = decide(stranger, { knownPayers: [payer] });
    expect(known.candidates[0]?.reasons).toContainEqual({ code: 'iban-known', source: 'reference' });
    const inText = decide({
      counterpartyName: null,
      remittance: ['GÖNDEREN AYŞE YILMAZ'],
      amountMinor: 10_000,
    });
    expect(inText.candidates[0]?.reasons).toContainEqual({ code: 'name-in-text' });
    const byAmount = decide({ counterpartyName: 'MEHMET DEMIR' });
    expect(byAmount.candidates[0]?.reasons).toContainEqual({ code: 'amount-unique' });
    const far = { amountMinor: 50_000 };
    expect(decide(far).candidates[0]?.reasons).toContainEqual({
      ...{ code: 'amount-differs', differenceMinor: 39_950 },
    });
    const nothing = { state: 'unknown', rule: 'nothing-fits', candidates: [] };
    expect(decide({ ...far, counterpartyName: 'A YILMAZ' })).toMatchObject(nothing);
    const ended = makeDeposit({ state: 'expired', endedAtMs: NOW_MS });
    expect(decide(far, { deposits: [ended] })).toMatchObject(nothing);
  });

  test('open deposits come before those that have ended', () => {
    const ended = makeOther({ name: 'Ayşe Yılmaz', state: 'expired', endedAtMs: NOW_MS });
    const { candidates } = decide({}, { deposits: [ended, makeDeposit()] });
    expect(candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
    expect(candidates[1]?.reasons).toContainEqual({ code: 'ended', state: 'expired', lateMs: null });
  });

  test('no sum of reasons settles a line', () => {
    const payer = {
      clientId: 'client',
      userId: 'user',
      name: 'Ayşe Yılmaz',
      iban: IBAN,
      source: 'operator',
    } as const;
    const typed = `0${REFERENCE.slice(1)}`;
    const decision = decide(
      { remittance: [typed], counterpartyIban: IBAN },
      { knownPayers: [payer], ...withPolicy({}) },
    );
    expect(decision).toMatchObject({ state: 'proposed', action: null });
    expect(codesOf(decision)).toEqual([]);
  });
});

describe('beside more other lines than are compared nothing settles, although none of them speaks against it', () => {
  const many = (count: number, fields: Parameters<typeof makeLineFacts>[1]) =>
    Array.from({ length: count }, (_, index) => makeLineFacts(`other-${index}`, fields));
  const stranger = { counterpartyName: 'MEHMET DEMIR', remittance: [] };

  test('payments that name the deposit', () => {
    // These come back, and are no payments.
    const back = { remittance: [REFERENCE], returnReason: 'AC04' };
    const beside = (count: number) => decide({ remittance: [REFERENCE] }, { otherLines: many(count, back) });
    expect(beside(99).state).toBe('matched');
    expect(beside(100)).toMatchObject({ state: 'several-lines', action: null });
  });

  test('payments whose first ones add up to the deposit: not all of them are known', () => {
    const part = { remittance: [REFERENCE], amountMinor: 201 };
    const decision = decide(part, { otherLines: many(101, part) });
    expect(decision).toMatchObject({ state: 'several-lines', action: null });
    expect(decision.evidence[0]).toMatchObject({ sumMinor: 10_050, fits: false });
  });

  test('money of the amount, for the name rule', () => {
    const allowed = withPolicy({ nameRule: 'ibanOrAmount' });
    const beside = (count: number) => decide({}, { otherLines: many(count, stranger), ...allowed });
    expect(beside(99).rule).toBe('name-amount');
    expect(beside(100)).toMatchObject({ state: 'proposed', action: null });
  });

  test('money out of the amount that is marked as a return', () => {
    // With both accounts known, the bound of other money out does not count.
    const back = {
      ...stranger,
      direction: 'debit',
      returnReason: 'AC04',
      counterpartyIban: OTHER_IBAN,
    } as const;
    const line = { remittance: [REFERENCE], counterpartyIban: IBAN };
    const beside = (count: number) => decide(line, { otherLines: many(count, back) });
    expect(beside(100).state).toBe('matched');
    expect(beside(101)).toMatchObject({ state: 'proposed', action: null });
  });
});
