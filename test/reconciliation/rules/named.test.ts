import { describe, expect, test } from 'vitest';
import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import { findReferences } from '../../../src/reconciliation/domain/matching/find-references.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type { MatchableLine, MatchFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import {
  isReference,
  makeReference,
  referenceIn,
  referencesNear,
} from '../../../src/transactions/domain/reference.ts';
import {
  codesOf,
  decide,
  makeDeposit,
  makeFacts,
  makeLikely,
  makeLine,
  makeLineFacts,
  makeOther,
  NOW_MS,
  OTHER_REFERENCE,
  REFERENCE,
  THIRD_REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

const RF = referenceIn('EUR', REFERENCE);
const halves = [REFERENCE.slice(0, 4), REFERENCE.slice(4)] as const;

describe('named', () => {
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

  test('several lines that name one deposit say what else speaks against each', () => {
    const other = makeLineFacts('other', { remittance: [REFERENCE] });
    for (const [against, fields] of [
      ['other-payer', { counterpartyName: 'MEHMET DEMIR' }],
      ['collective', { isCollective: true }],
      ['other-reference', { remittance: [REFERENCE, OTHER_REFERENCE] }],
    ] as const) {
      const decision = decide({ remittance: [REFERENCE], ...fields }, { otherLines: [other] });
      expect(decision.state).toBe('several-lines');
      expect(codesOf(decision)).toEqual(['several-lines', against]);
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
});

describe('references', () => {
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
    return index % 3 === 0
      ? reference
      : cut(one, '7')(index % 3 === 1 ? reference : cut(two, '0')(reference));
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

  test('a long word of letters and digits gives the reference in it, where letters alone stand around that', () => {
    const letters = 'GELENHAVALE'.repeat(30);
    expect(findReferences([letters + REFERENCE + letters], 'TRY').loose).toContain(REFERENCE);
    expect(findReferences([`${letters}1${letters}${REFERENCE}`], 'TRY').loose).toEqual([]);
    expect(findReferences([`${letters}${REFERENCE}${letters}1`], 'TRY').loose).toEqual([]);
  });

  test('what a loader looks up holds every form that the rules find', () => {
    const lookups = lookupsOf(
      makeLine({ remittance: [`${halves.join(' ')} K0${OTHER_REFERENCE.slice(1)}`] }),
    );
    expect(lookups.references).toEqual([REFERENCE, RF]);
    expect(lookupsOf(makeLine({ remittance: [`0${OTHER_REFERENCE.slice(1)}`] })).nearReferences).toContain(
      OTHER_REFERENCE,
    );
  });

  test('a text full of references and near ones costs a bounded number of lookups', () => {
    const texts = Array.from({ length: 400 }, (_, place) => `K7M2${place}XT`);
    const { whole, loose, near } = findReferences([texts.join(' '), texts.join('')], 'TRY');
    expect(whole.length + loose.length).toBeLessThanOrEqual(64);
    expect(near.size).toBeLessThanOrEqual(64);
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
});

const pay = (line: Partial<MatchableLine>, facts: Partial<MatchFacts> = {}) =>
  decide({ remittance: [REFERENCE], ...line }, facts);

/** The bank names nobody in its fields. */
const inText = (text: string) => pay({ counterpartyName: null, remittance: [`${text} ${REFERENCE}`] });

describe('a payer settles', () => {
  test('by a name that fits the user, in a field or in the text', () => {
    expect(pay({ counterpartyName: 'YILMAZ AYŞE' }).state).toBe('matched');
    expect(inText('AYSE YILMAZ tarafindan').state).toBe('matched');
  });

  test('without any name: in no field, and nothing but words of the bank in the text', () => {
    expect(inText('GELEN FAST HAVALE').state).toBe('matched');
    expect(pay({ counterpartyName: null }).state).toBe('matched');
  });

  test('whatever the text says, where the name fits in the field of the bank', () => {
    expect(pay({ remittance: [`kira bedeli kasim ${REFERENCE}`] }).state).toBe('matched');
  });
});

describe('a line that shows nothing but words of banks', () => {
  const inBankWords = (text: string, name: string) => {
    const deposits = [makeDeposit(), makeOther({ name })];
    return pay({ counterpartyName: null, remittance: [`${text} ${REFERENCE}`] }, { deposits });
  };

  test.each([
    ['SORGU NOLU EYLUL BANKA', 'Eylül Banka'],
    ['güneş oto', 'Güneş Oto'],
    ['DIGER CUMA O', 'Cuma Özel'],
    ['EFT GELEN - O.GUNES - payment', 'Onur Güneş'],
  ])('waits where %s can be the user of another deposit of the amount: %s', (text, name) => {
    expect(inBankWords(text, name)).toMatchObject({ state: 'proposed', action: null });
    expect(codesOf(inBankWords(text, name))).toContain('matches-other-deposit');
  });

  test('settles where no other user has one of them in the name', () => {
    expect(inBankWords('GELEN FAST HAVALE', 'Mehmet Demir').state).toBe('matched');
  });
});

describe('a payer waits as another one', () => {
  test.each([
    ['of another name', 'MEHMET DEMIR', 'differs'],
    ['of whom only a part is printed', 'AYSE', 'unclear'],
    ['who is masked', 'AY** YI****', 'unclear'],
    ['with letters of another script', '李雷', 'unclear'],
  ])('%s', (_, counterpartyName, grade) => {
    const decision = pay({ counterpartyName });
    expect(decision).toMatchObject({ state: 'other-payer', action: null });
    expect(decision.evidence).toEqual([{ code: 'other-payer', grade }]);
  });

  test('who pays for somebody else: each name field must fit', () => {
    expect(pay({ ultimateName: 'MEHMET DEMIR' }).state).toBe('other-payer');
    expect(pay({ counterpartyName: 'MEHMET DEMIR', ultimateName: 'AYSE YILMAZ' }).state).toBe('other-payer');
  });

  test('whose name stands in the text alone', () => {
    expect(inText('MEHMET DEMIR').state).toBe('other-payer');
  });

  test('where the person of the deposit was forgotten', () => {
    expect(pay({}, { deposits: [makeDeposit({ name: null })] }).state).toBe('other-payer');
  });

  test('whose name looks like a reference', () => {
    // Eight letters can have a right check character by chance.
    const name = 'MRTCYTXN';
    expect(inText(name).action).toBeNull();
  });
});

describe('where the policy accepts other payers', () => {
  const accept = withPolicy({ otherPayer: 'accept' });
  const stranger = { counterpartyName: 'MEHMET DEMIR' };

  test('one of another name settles', () => {
    expect(pay(stranger, accept)).toMatchObject({ state: 'matched', rule: 'reference-other-payer' });
  });

  test('one who could be the user of another deposit of the amount waits, and that is proposed', () => {
    const other = makeOther();
    const decision = pay(stranger, { deposits: [makeDeposit(), other], ...accept });
    expect(decision).toMatchObject({ state: 'other-payer', action: null });
    expect(codesOf(decision)).toContain('matches-other-deposit');
    expect(decision.candidates.map(({ transactionId }) => transactionId)).toContain(other.transactionId);
    const ofMore = { ...other, amountMinor: 10_051 };
    expect(pay(stranger, { deposits: [makeDeposit(), ofMore], ...accept }).state).toBe('matched');
  });

  test('one who could be paying late for a deposit that has ended unpaid waits', () => {
    const ended = { ...makeOther(), state: 'expired', endedAtMs: 1 } as const;
    expect(pay(stranger, { deposits: [makeDeposit(), ended], ...accept }).state).toBe('other-payer');
    const paid = { ...ended, state: 'successful' } as const;
    expect(pay(stranger, { deposits: [makeDeposit(), paid], ...accept }).state).toBe('matched');
  });

  test('nothing settles where more deposits of the amount have ended than are compared', () => {
    const likely = makeLikely([makeDeposit()]);
    const crowded = { ...likely, crowdedEnded: new Set([10_050]) };
    expect(pay(stranger, { likely, ...accept }).state).toBe('matched');
    expect(pay(stranger, { likely: crowded, ...accept })).toMatchObject({
      state: 'other-payer',
      action: null,
    });
    expect(pay({ ...stranger, counterpartyName: 'AYSE YILMAZ' }, { likely: crowded, ...accept }).state).toBe(
      'matched',
    );
  });

  test('nothing settles where more deposits of the amount wait than are compared', () => {
    const likely = makeLikely([makeDeposit()], { crowdedAmounts: new Set([10_050]) });
    expect(pay(stranger, { likely, ...accept })).toMatchObject({ state: 'other-payer', action: null });
  });
});
