import { describe, expect, test } from 'vitest';
import { findReferences } from '../../../src/domain/matching/find-references.ts';
import { lookupsOf } from '../../../src/domain/matching/lookups.ts';
import { matchLines } from '../../../src/domain/matching/match-first.ts';
import type { MatchableLine } from '../../../src/domain/matching/model.ts';
import { isReference, makeReference, referenceIn, referencesNear } from '../../../src/domain/reference.ts';
import {
  codesOf,
  DAY_MS,
  decide,
  HOUR_MS,
  makeDeposit,
  makeFacts,
  makeLine,
  makeLineFacts,
  makeOther,
  NOW_MS,
  OTHER_REFERENCE,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const RF = referenceIn('EUR', REFERENCE);
const halves = [REFERENCE.slice(0, 4), REFERENCE.slice(4)] as const;
const EXPIRED = { state: 'expired', endedAtMs: NOW_MS - HOUR_MS } as const;

describe('a right reference settles by itself', () => {
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

describe('characters of other words make no reference', () => {
  test.each([
    ['parts of words that blanks separate', `X${halves[0]} ${halves[1]}X`],
    ['a part of a longer number', `1${REFERENCE}1`],
    ['words with a comma between them', halves.join(', ')],
    ['one added letter', `${REFERENCE}X`],
    ['RF digits that are wrong', `RF00${REFERENCE}`],
  ])('%s', (_, text) => {
    expect(decide({ remittance: [text] }).action).toBeNull();
  });

  test('an amount with its currency is not joined', () => {
    expect(
      findReferences(['34567 TRY'], 'TRY').near.size + findReferences(['34567 TRY'], 'TRY').loose.length,
    ).toBe(0);
  });

  test('a text of any length costs no more than its first characters', () => {
    const { whole } = findReferences([`${'x '.repeat(2000)} ${REFERENCE}`], 'TRY');
    expect(whole).toEqual([]);
  });
});

test('every single slip in a reference leads back to it', () => {
  for (let place = 0; place < REFERENCE.length; place += 1) {
    const [before, own, after] = [
      REFERENCE.slice(0, place),
      REFERENCE.charAt(place),
      REFERENCE.slice(place + 1),
    ];
    for (const typed of [
      `${before}${after}`,
      `${before}0${after}`,
      `${before}${own === 'X' ? 'Y' : 'X'}${after}`,
    ])
      expect(referencesNear(typed)).toContain(REFERENCE);
  }
});

test('a text leads to every reference that differs from it by one slip, and to no other', () => {
  const isFar = (typed: string) =>
    Array.from(typed).filter((one) => !/[2-9CDFHJKMNPRTVWXY]/.test(one)).length > 1;
  for (const typed of [...TYPED, ...TYPED.map((one) => one.slice(1)), ...TYPED.map((one) => `${one}C`)]) {
    const slips = slipsOf(typed).filter(
      (one) => one.length === REFERENCE.length && one !== typed && isReference(one),
    );
    expect([...referencesNear(typed)].sort()).toEqual(isFar(typed) ? [] : [...new Set(slips)].sort());
  }
});

/** Texts of eight characters: references, chance, and with characters that no reference has. */
const TYPED = Array.from({ length: 60 }, (_, index) => {
  const reference = makeReference(index * 7_919_113);
  const [one, two] = [index % 8, (index * 5) % 8];
  const cut = (place: number, character: string) => (text: string) =>
    text.slice(0, place) + character + text.slice(place + 1);
  return index % 3 === 0 ? reference : cut(one, '7')(index % 3 === 1 ? reference : cut(two, '0')(reference));
});

/** All texts that come of one by one slip: a character that is wrong, missing, added or exchanged with its neighbour. */
function slipsOf(typed: string): readonly string[] {
  return Array.from({ length: typed.length + 1 }, (_, place) => {
    const [before, after] = [typed.slice(0, place), typed.slice(place)];
    const others = Array.from('23456789CDFHJKMNPRTVWXY');
    return [
      ...(after === '' ? [] : [before + after.slice(1)]),
      ...(after.length < 2 ? [] : [before + after.charAt(1) + after.charAt(0) + after.slice(2)]),
      ...others.flatMap((one) => [before + one + after, before + one + after.slice(1)]),
    ];
  }).flat();
}

test('of a line few texts are compared with references near them, and the first are', () => {
  const near = `0${OTHER_REFERENCE.slice(1)}`;
  const words = (count: number) =>
    Array.from({ length: count }, (_, index) => `CDFHJ${100 + index}`).join(' ');
  expect([...findReferences([`${words(40)} ${near}`], 'TRY').near.values()]).toContain(near);
  expect([...findReferences([`${words(80)} ${near}`], 'TRY').near.values()]).not.toContain(near);
});

test('a line of which not all is read settles nothing and says so, and a field for references is read before it', () => {
  const filler = (count: number) => 'x '.repeat(count);
  const decided = (count: number, line: Partial<MatchableLine> = {}) =>
    decide({ remittance: [`${REFERENCE} ${filler(count)}`], ...line });
  expect(decided(400).state).toBe('matched');
  const long = decided(600);
  expect(long).toMatchObject({ state: 'proposed', action: null });
  expect(long.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
  expect(long.evidence).toContainEqual({ code: 'too-many' });
  const behind = decide({ remittance: [filler(600)], structuredReference: RF });
  expect(behind.candidates[0]?.transactionId).toBe(makeDeposit().transactionId);
  const near = Array.from({ length: 80 }, (_, index) => `CDFHJ${100 + index}`).join(' ');
  expect(decide({ remittance: [`${REFERENCE} ${near}`] })).toMatchObject({ state: 'proposed', action: null });
});

test('a long word of letters and digits gives the reference in it, where letters alone stand around that', () => {
  const letters = 'GELENHAVALE'.repeat(30);
  expect(findReferences([letters + REFERENCE + letters], 'TRY').loose).toContain(REFERENCE);
  expect(findReferences([`${letters}1${letters}${REFERENCE}`], 'TRY').loose).toEqual([]);
  expect(findReferences([`${letters}${REFERENCE}${letters}1`], 'TRY').loose).toEqual([]);
});

test('what a loader looks up holds every form that the rules find', () => {
  const lookups = lookupsOf(makeLine({ remittance: [`${halves.join(' ')} K0${OTHER_REFERENCE.slice(1)}`] }));
  expect(lookups.references).toEqual([REFERENCE, RF]);
  expect(lookups).toMatchObject({
    amountMinor: 10_050,
    nameTokens: ['AYSE', 'YILMAZ'],
    counterpartyIban: null,
  });
  expect(lookupsOf(makeLine({ remittance: [`0${OTHER_REFERENCE.slice(1)}`] })).nearReferences).toContain(
    OTHER_REFERENCE,
  );
});

describe('a named deposit that is not certain gets a state for the desk', () => {
  const named = { remittance: [REFERENCE] };

  test('a difference beyond the tolerance waits, or is to be returned where the policy says so', () => {
    const under = decide({ ...named, amountMinor: 9000 }, withPolicy({ underpaidBeyond: 'return' }));
    expect(under).toMatchObject({ state: 'to-return', action: null });
    expect(under.candidates[0]?.reasons).toContainEqual({ code: 'amount-differs', differenceMinor: -1050 });
    const over = { ...named, amountMinor: 10_051 };
    expect(decide(over, withPolicy({ underpaidBeyond: 'return' })).state).toBe('overpaid');
    expect(decide(over, withPolicy({ overpaidBeyond: 'return' })).state).toBe('to-return');
    expect(decide({ ...named, amountMinor: 9000 }, withPolicy({ overpaidBeyond: 'return' })).state).toBe(
      'underpaid',
    );
  });

  test('money that may be for another deposit is not to be returned', () => {
    const doubtful = { remittance: [`${REFERENCE} ${OTHER_REFERENCE}`], amountMinor: 9000 };
    expect(decide(doubtful, withPolicy({ underpaidBeyond: 'return' })).state).toBe('underpaid');
    const ended = { deposits: [makeDeposit(EXPIRED)], ...withPolicy({ late: 'return' }) };
    expect(decide({ ...doubtful, amountMinor: 10_050 }, ended).state).toBe('late');
  });

  test('a difference within the tolerance settles with the amount received', () => {
    for (const policy of [{ underpaidToleranceMinor: 50 }, { underpaidTolerancePerMille: 5 }]) {
      const decision = decide({ ...named, amountMinor: 10_000 }, withPolicy(policy));
      expect(decision.rule).toBe('reference-tolerance');
      expect(decision.action?.finalAmountMinor).toBe(10_000);
      expect(decide({ ...named, amountMinor: 9999 }, withPolicy(policy)).state).toBe('underpaid');
      expect(decide({ ...named, amountMinor: 10_051 }, withPolicy(policy)).state).toBe('overpaid');
    }
    const over = withPolicy({ overpaidToleranceMinor: 50 });
    expect(decide({ ...named, amountMinor: 10_100 }, over).action?.finalAmountMinor).toBe(10_100);
    expect(decide({ ...named, amountMinor: 10_101 }, over).state).toBe('overpaid');
    expect(decide({ ...named, amountMinor: 10_049 }, over).state).toBe('underpaid');
  });

  test('no tolerance is larger than a tenth of the deposit', () => {
    const most = withPolicy({ underpaidToleranceMinor: 100_000, underpaidTolerancePerMille: 100 });
    expect(decide({ ...named, amountMinor: 9045 }, most).rule).toBe('reference-tolerance');
    expect(decide({ ...named, amountMinor: 9044 }, most).state).toBe('underpaid');
  });

  test('an expired deposit is corrected only where the policy, the time and the amount allow it', () => {
    const accept = withPolicy({ late: 'accept' });
    const at = (fields: object, line = {}, policy = accept) =>
      decide({ ...named, ...line }, { ...policy, deposits: [makeDeposit({ ...EXPIRED, ...fields })] });
    expect(at({})).toMatchObject({ state: 'matched', rule: 'reference-late', action: { kind: 'correct' } });
    expect(at({}, {}, withPolicy({})).state).toBe('late');
    expect(at({}, {}, withPolicy({ late: 'return' }))).toMatchObject({ state: 'to-return', action: null });
    expect(at({ isReplaced: true }, {}, withPolicy({ late: 'return' })).state).toBe('late');
    expect(at({}, { amountMinor: 10_049 }).state).toBe('late');
    expect(at({ isReplaced: true }).state).toBe('late');
    expect(at({ state: 'cancelled' }).state).toBe('late');
    expect(at({ state: 'rejected' }).state).toBe('late');
    expect(at({ state: 'reversed' }).state).toBe('late');
    expect(at({ endedAtMs: NOW_MS - DAY_MS - 1 }).state).toBe('late');
    expect(at({ endedAtMs: NOW_MS - DAY_MS }).state).toBe('matched');
  });

  test('another account, or another currency', () => {
    const elsewhere = { deposits: [makeDeposit({ bankAccountId: 'other' })] };
    expect(decide(named, elsewhere).state).toBe('wrong-account');
    expect(decide({ ...named, currency: 'EUR' }).state).toBe('wrong-account');
  });

  test('a deposit that another line has settled, or that was settled by hand', () => {
    const settled = { state: 'successful', endedAtMs: NOW_MS } as const;
    const byLine = makeDeposit({ ...settled, settledByLineId: 'earlier' });
    expect(decide(named, { deposits: [byLine] }).state).toBe('double-payment');
    expect(decide(named, { deposits: [makeDeposit(settled)] }).state).toBe('proposed');
  });

  test('a deposit that a line has paid settles by no other one, in whatever state it is', () => {
    const paid = { settledByLineId: 'earlier' };
    const policy = withPolicy({ late: 'accept', nameRule: 'ibanOrAmount' });
    const at = (fields: object, line: Partial<MatchableLine> = named) =>
      decide(line, { ...policy, deposits: [makeDeposit({ amountMinor: 10_053, ...fields })] });
    const exact = { ...named, amountMinor: 10_053 };
    for (const fields of [{}, EXPIRED]) {
      expect(at(fields, exact).action).not.toBeNull();
      const decision = at({ ...fields, ...paid }, exact);
      expect(decision.action).toBeNull();
      expect(codesOf(decision)).toContain('settled-already');
    }
    const nameless = { amountMinor: 10_053, remittance: [] };
    expect(at({}, nameless).rule).toBe('name-amount');
    expect(at(paid, nameless)).toMatchObject({ state: 'proposed', action: null });
  });

  test('several lines for one deposit, here or among those that wait, with whether their sum fits', () => {
    const part = (lineId: string, amountMinor: number) => makeLineFacts(lineId, { ...named, amountMinor });
    const inGroup = matchLines(makeFacts({ lines: [part('a', 10_000), part('b', 50)] }));
    for (const decision of inGroup) {
      expect(decision.state).toBe('several-lines');
      expect(decision.evidence[0]).toMatchObject({ lineIds: ['a', 'b'], sumMinor: 10_050, fits: true });
    }
    const elsewhere = { ...part('waiting', 10_050), bankAccountId: 'other' };
    expect(decide(named, { otherLines: [elsewhere] }).state).toBe('several-lines');
  });

  test('several deposits of one line, with whether their sum fits', () => {
    const deposits = [makeDeposit(), makeOther()];
    const line = { remittance: [`${REFERENCE} ve ${OTHER_REFERENCE}`], amountMinor: 20_100 };
    const decision = decide(line, { deposits });
    expect(decision).toMatchObject({ state: 'several-deposits', action: null });
    expect(decision.evidence[0]).toMatchObject({ sumMinor: 20_100, fits: true });
    const [own, other] = deposits;
    const ofTwo = decide(line, { deposits: [own, { ...other, clientId: 'another' }] as typeof deposits });
    expect(ofTwo.evidence[0]).toMatchObject({ fits: false });
  });

  test('a line that is not booked, and a line of a held statement, keep their candidates and settle nothing', () => {
    expect(decide({ ...named, status: 'pending' })).toMatchObject({ state: 'pending', action: null });
    const held = { ...makeLineFacts('line', named), isHeld: true };
    const [decision] = matchLines(makeFacts({ lines: [held] }));
    expect(decision).toMatchObject({ state: 'held', action: null });
    expect(decision?.candidates).toHaveLength(1);
  });

  test('a line that was booked before the deposit was created', () => {
    const decision = decide({ ...named, bookingDate: '2026-11-19', valueDate: null });
    expect(decision.action).toBeNull();
    expect(codesOf(decision)).toContain('before-deposit');
    // The day before had not ended yet in every time zone.
    expect(decide({ ...named, bookingDate: '2026-11-21', valueDate: null }).state).toBe('matched');
  });
});

test('a reference that the bank cut at the end of a text settles, wherever it was cut', () => {
  for (let length = 1; length < REFERENCE.length; length += 1) {
    const remittance = [`SIPARIS ${REFERENCE.slice(0, length)}`, `${REFERENCE.slice(length)} TESEKKURLER`];
    expect(findReferences(['', ...remittance], 'TRY').loose, String(length)).toEqual([REFERENCE]);
  }
  const line = makeLine({ remittance: [`REF ${RF.slice(0, 7)}`, RF.slice(7)] });
  expect(findReferences(line.remittance, 'TRY').loose).toEqual([REFERENCE]);
  expect(findReferences([`${halves[0]} x`, halves[1]], 'TRY').loose).toEqual([]);
});
