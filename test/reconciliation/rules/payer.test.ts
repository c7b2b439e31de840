import { describe, expect, test } from 'vitest';
import {
  MAX_ENDED_OF_AMOUNT,
  type MatchableLine,
  type MatchFacts,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { codesOf, decide, makeDeposit, makeOther, REFERENCE, withPolicy } from '../../support/matching.ts';

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
    const ended = Array.from({ length: MAX_ENDED_OF_AMOUNT }, (_, index) => ({
      ...makeOther({ transactionId: `ended-${index}`, name: 'Zeynep Arslan' }),
      ...({ state: 'expired', endedAtMs: 1 } as const),
    }));
    const decide = (others: typeof ended) =>
      pay(stranger, { deposits: [makeDeposit(), ...others], ...accept });
    expect(decide(ended.slice(1)).state).toBe('matched');
    expect(decide(ended)).toMatchObject({ state: 'other-payer', action: null });
  });

  test('nothing settles where more deposits of the amount wait than are compared', () => {
    const deposits = [makeDeposit()];
    const likely = { deposits, crowdedAmounts: new Set([10_050]), crowdedUsers: new Set<string>() };
    expect(pay(stranger, { likely, ...accept })).toMatchObject({ state: 'other-payer', action: null });
  });
});
