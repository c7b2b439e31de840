import { describe, expect, test } from 'vitest';
import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import { referenceIn } from '../../../src/transactions/domain/reference.ts';
import {
  codesOf,
  decide,
  makeDeposit,
  makeFacts,
  makeLineFacts,
  makeOther,
  NOW_MS,
  OTHER_REFERENCE,
  REFERENCE,
  THIRD_REFERENCE,
} from '../../support/matching.ts';

const RF = referenceIn('EUR', REFERENCE);
const halves = [REFERENCE.slice(0, 4), REFERENCE.slice(4)] as const;
const EARLIER = '6741a0000000000000000000';
const both = { deposits: [makeDeposit(), makeOther()] };

describe('a line that names exactly one deposit settles it', () => {
  test.each([
    ['as it is', REFERENCE],
    ['in lower case', REFERENCE.toLowerCase()],
    ['split by a blank', halves.join(' ')],
    ['split by a hyphen', halves.join('-')],
    ['with blanks between all characters', [...REFERENCE].join(' ')],
    ['in a sentence', `Siparis odemesi REF ${REFERENCE} tesekkurler`],
    ['between stars of a bank', `AYSE YILMAZ*0111*${REFERENCE}*1048670453*FAST`],
    ['glued to a word', `REF${REFERENCE}`],
    ['in its RF form', RF],
    ['in its RF form, in groups of four', RF.replace(/(.{4})/g, '$1 ')],
    ['in its RF form, glued to a word', `REF${RF}`],
  ])('%s', (_, text) => {
    const decision = decide({ remittance: [text] });
    expect(decision).toMatchObject({
      state: 'matched',
      rule: 'reference-exact',
      action: {
        kind: 'settle',
        transactionId: makeDeposit().transactionId,
        sequence: 1,
        finalAmountMinor: 10_050,
      },
    });
  });

  test('in the field for references, or as the end-to-end id', () => {
    expect(decide({ structuredReference: RF }).state).toBe('matched');
    expect(decide({ endToEndId: REFERENCE }).state).toBe('matched');
    expect(decide({ endToEndId: makeDeposit().transactionId.toUpperCase() }).state).toBe('matched');
  });
});

test('a text with the reference of another deposit next to the own one settles neither', () => {
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

test('several deposits of one line say whether their sum fits', () => {
  const line = { remittance: [`${REFERENCE} ve ${OTHER_REFERENCE}`], amountMinor: 20_100 };
  expect(decide(line, both).evidence[0]).toMatchObject({ sumMinor: 20_100, fits: true });
  const ofTwo = decide(line, { deposits: [makeDeposit(), makeOther({ clientId: 'another' })] });
  expect(ofTwo.evidence[0]).toMatchObject({ fits: false });
});

test('two references glued together settle nothing', () => {
  expect(decide({ remittance: [`${REFERENCE}${OTHER_REFERENCE}`] }, both).action).toBeNull();
});

test('a second valid reference of no known deposit settles nothing', () => {
  const decision = decide({ remittance: [`${REFERENCE} ${THIRD_REFERENCE}`] });
  expect(decision.action).toBeNull();
  expect(decision.evidence).toContainEqual({ code: 'other-reference', reference: THIRD_REFERENCE });
});

test('of two references the deposit that is still open is the first candidate', () => {
  const cancelled = makeOther({ transactionId: EARLIER, state: 'cancelled', endedAtMs: NOW_MS });
  const decision = decide(
    { remittance: [`${OTHER_REFERENCE} ${REFERENCE}`] },
    { deposits: [cancelled, makeDeposit()] },
  );
  expect(decision).toMatchObject({ state: 'several-deposits', action: null });
  expect(decision.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
});

test('a reference that was given again after its deposit had ended settles nothing', () => {
  const ended = makeOther({
    transactionId: EARLIER,
    reference: REFERENCE,
    state: 'expired',
    endedAtMs: NOW_MS,
  });
  const decision = decide({ remittance: [REFERENCE] }, { deposits: [ended, makeDeposit()] });
  expect(decision.action).toBeNull();
  expect(codesOf(decision)).toEqual(['reused-reference']);
});

test('several open lines that name one deposit settle it by none, with whether their sum fits', () => {
  const part = (lineId: string, amountMinor: number) =>
    makeLineFacts(lineId, { remittance: [REFERENCE], amountMinor });
  for (const decision of matchLines(makeFacts({ lines: [part('a', 10_000), part('b', 50)] }))) {
    expect(decision).toMatchObject({ state: 'several-lines', action: null });
    expect(decision.evidence[0]).toMatchObject({ lineIds: ['a', 'b'], sumMinor: 10_050, fits: true });
  }
});

test('a line of another account, of a held statement or by the id of the deposit counts among those that name it', () => {
  const named = makeLineFacts('other', { remittance: [REFERENCE] });
  for (const other of [
    { ...named, bankAccountId: 'another' },
    { ...named, isHeld: true },
    makeLineFacts('other', { endToEndId: makeDeposit().transactionId }),
  ])
    expect(decide({ remittance: [REFERENCE] }, { otherLines: [other] }).state).toBe('several-lines');
});

test('a pending announcement of the same payment does not stand in the way of its booking', () => {
  const pending = makeLineFacts('pending', { remittance: [REFERENCE], status: 'pending' });
  expect(decide({ remittance: [REFERENCE] }, { otherLines: [pending] }).state).toBe('matched');
});

test('the sum of very many lines for one deposit never fits', () => {
  const otherLines = Array.from({ length: 60 }, (_, place) =>
    makeLineFacts(`other-${place}`, { remittance: [REFERENCE], amountMinor: 201 }),
  );
  const { evidence } = decide({ remittance: [REFERENCE], amountMinor: 201 }, { otherLines });
  expect(evidence[0]).toMatchObject({ code: 'several-lines', sumMinor: 10_050, fits: false });
});
