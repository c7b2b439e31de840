import { expect, test } from 'vitest';
import { findReferences } from '../../../src/domain/matching/find-references.ts';
import { matchLines } from '../../../src/domain/matching/match-first.ts';
import {
  codesOf,
  decide,
  IBAN,
  makeDeposit,
  makeFacts,
  makeLineFacts,
  makeOther,
  NOW_MS,
  OTHER_REFERENCE,
  REFERENCE,
  THIRD_REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const EARLIER = '6741a0000000000000000000';
const both = { deposits: [makeDeposit(), makeOther()] };

test('a text with the reference of another deposit beside the own one settles neither', () => {
  for (const text of [
    `${REFERENCE} ${OTHER_REFERENCE}`,
    `${REFERENCE}/${OTHER_REFERENCE}`,
    `${REFERENCE} REF${OTHER_REFERENCE}`,
  ])
    expect(decide({ remittance: [text] }, both)).toMatchObject({ state: 'several-deposits', action: null });
  const fields = { remittance: [REFERENCE], structuredReference: OTHER_REFERENCE };
  expect(decide(fields, both).state).toBe('several-deposits');
  expect(decide({ remittance: [REFERENCE], endToEndId: makeOther().transactionId }, both).state).toBe(
    'several-deposits',
  );
});

test('two references glued together settle nothing', () => {
  expect(decide({ remittance: [`${REFERENCE}${OTHER_REFERENCE}`] }, both).action).toBeNull();
});

test('a second valid reference of no known deposit settles nothing', () => {
  const decision = decide({ remittance: [`${REFERENCE} ${THIRD_REFERENCE}`] });
  expect(decision.action).toBeNull();
  expect(decision.evidence).toContainEqual({ code: 'other-reference', reference: THIRD_REFERENCE });
});

test('two references of which one is of a cancelled deposit settle nothing, and the open one is first', () => {
  const cancelled = makeOther({ transactionId: EARLIER, state: 'cancelled', endedAtMs: NOW_MS });
  const decision = decide(
    { remittance: [`${OTHER_REFERENCE} ${REFERENCE}`] },
    { deposits: [cancelled, makeDeposit()] },
  );
  expect(decision).toMatchObject({ state: 'several-deposits', action: null });
  expect(decision.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
});

test("another client's reference of the same amount does not settle if the payer's own deposit fits better", () => {
  const other = makeOther({ clientId: 'another' });
  const facts = { deposits: [makeDeposit(), other] };
  const fits = { code: 'fits-another', transactionId: makeDeposit().transactionId };
  expect(decide({ remittance: [OTHER_REFERENCE] }, facts)).toMatchObject({ action: null, evidence: [fits] });
  const payer = {
    clientId: 'client',
    userId: 'user',
    name: 'Ayşe Yılmaz',
    iban: IBAN,
    source: 'operator',
  } as const;
  const nameless = { remittance: [OTHER_REFERENCE], counterpartyName: null, counterpartyIban: IBAN };
  expect(decide(nameless, { ...facts, knownPayers: [payer] }).action).toBeNull();
  expect(decide({ remittance: [OTHER_REFERENCE], counterpartyName: 'ALI KAYA' }, facts).state).toBe(
    'matched',
  );
});

test('a reference that two payers typed settles for neither, whatever the amounts', () => {
  const lines = [
    makeLineFacts('a', { remittance: [REFERENCE] }),
    makeLineFacts('b', { remittance: [REFERENCE], amountMinor: 7, counterpartyName: 'MEHMET DEMIR' }),
  ];
  expect(matchLines(makeFacts({ lines })).map(({ action }) => action)).toEqual([null, null]);
  const held = { ...makeLineFacts('held', { remittance: [REFERENCE] }), isHeld: true };
  expect(decide({ remittance: [REFERENCE] }, { otherLines: [held] }).action).toBeNull();
});

test('a pending announcement of the same payment does not stand in the way of its booking', () => {
  const pending = makeLineFacts('pending', { remittance: [REFERENCE], status: 'pending' });
  expect(decide({ remittance: [REFERENCE] }, { otherLines: [pending] }).state).toBe('matched');
});

test('a reference that was given again after its deposit had ended settles nothing', () => {
  for (const state of ['expired', 'cancelled', 'successful'] as const) {
    const ended = makeOther({ transactionId: EARLIER, reference: REFERENCE, state, endedAtMs: NOW_MS });
    const decision = decide({ remittance: [REFERENCE] }, { deposits: [ended, makeDeposit()] });
    expect(decision.action).toBeNull();
    expect(codesOf(decision)).toEqual(['reused-reference']);
    expect(decision.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
  }
});

test('money that the bank takes back does not settle, by reference, IBAN, name, or with nothing said', () => {
  const back = { direction: 'debit', isReversal: true } as const;
  const line = { remittance: [REFERENCE], counterpartyIban: IBAN };
  for (const fields of [
    { remittance: [REFERENCE], counterpartyName: null },
    { counterpartyIban: IBAN, counterpartyName: null },
    { counterpartyName: 'YILMAZ AYSE' },
    { counterpartyName: null },
  ]) {
    const decision = decide(line, { otherLines: [makeLineFacts('back', { ...back, ...fields })] });
    expect(decision.evidence).toContainEqual({ code: 'taken-back', byLineId: 'back' });
    expect(decision.action).toBeNull();
  }
  const elsewhere = makeLineFacts('back', { ...back, counterpartyName: 'MEHMET DEMIR' });
  expect(decide(line, { otherLines: [elsewhere] }).state).toBe('matched');
  // Where the payment itself has no name, it can be that of anybody.
  const nameless = { ...line, counterpartyName: null };
  expect(decide(nameless, { otherLines: [elsewhere] }).action).toBeNull();
  // A bank can book it on the day of what it takes back, or earlier.
  for (const fields of [
    { remittance: [REFERENCE], counterpartyName: null },
    { counterpartyIban: IBAN, counterpartyName: 'MEHMET DEMIR' },
    { counterpartyName: 'YILMAZ AYSE' },
  ]) {
    const earlier = makeLineFacts('back', { ...back, bookingDate: '2026-11-20', ...fields });
    expect(decide(line, { otherLines: [earlier] }).action, JSON.stringify(fields)).toBeNull();
  }
  const ofAnother = { ...back, counterpartyName: 'AYSE YILMAZ', remittance: [OTHER_REFERENCE] };
  expect(decide(line, { ...both, otherLines: [makeLineFacts('back', ofAnother)] }).state).toBe('matched');
});

test('the name rule gives nothing to a payer who writes the name of somebody else', () => {
  const line = {
    counterpartyName: 'MEHMET KARA',
    remittance: ['AYSE YILMAZ tarafından'],
    counterpartyIban: IBAN,
  };
  expect(decide(line, withPolicy({ nameRule: 'ibanOrAmount' })).action).toBeNull();
});

test('a forgotten person has no name to match', () => {
  const forgotten = makeDeposit({ name: null });
  const line = { counterpartyName: '[forgotten]', counterpartyIban: IBAN };
  expect(
    decide(line, { deposits: [forgotten], ...withPolicy({ nameRule: 'ibanOrAmount' }) }).action,
  ).toBeNull();
});

test('a text full of references and near ones costs a bounded number of lookups', () => {
  const texts = Array.from({ length: 400 }, (_, place) => `K7M2${place}XT`);
  const { whole, loose, near } = findReferences([texts.join(' '), texts.join('')], 'TRY');
  expect(whole.length + loose.length).toBeLessThanOrEqual(64);
  expect(near.size).toBeLessThanOrEqual(64);
});
