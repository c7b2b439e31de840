import { describe, expect, test } from 'vitest';
import type { DepositFacts, MatchFacts } from '../../../src/domain/matching/model.ts';
import type { MatchPolicy } from '../../../src/domain/matching/policy.ts';
import {
  codesOf,
  DAY_MS,
  decide,
  HOUR_MS,
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

const NAMED = { remittance: [REFERENCE], counterpartyIban: IBAN };
const EXPIRED = makeDeposit({
  state: 'expired',
  createdAtMs: NOW_MS - 2 * HOUR_MS,
  endedAtMs: NOW_MS - HOUR_MS,
});
/** A deposit that somebody settled without a line. */
const BY_HAND = { state: 'successful', endedAtMs: NOW_MS, paidWithoutLineMinor: 10_050 } as const;
const ACCEPT = withPolicy({ late: 'accept' });

/** Decides about the line that names the first of these deposits, where all policies accept and return all they can. */
function decideAmong(
  deposits: readonly DepositFacts[],
  line: Parameters<typeof decide>[0] = {},
  facts: Partial<MatchFacts> = {},
) {
  return decide({ ...NAMED, ...line }, { deposits, ...ACCEPT, ...facts });
}

const newer = (fields: Partial<DepositFacts>) =>
  makeOther({ userId: EXPIRED.userId, name: EXPIRED.name, ...fields });

describe('a late payment corrects no expired deposit whose user may have been credited with it', () => {
  test.each([
    ['a newer one that was settled by hand', BY_HAND],
    ['one of another account', { ...BY_HAND, bankAccountId: 'other' }],
    ['one of another amount, by hand with this one', { ...BY_HAND, amountMinor: 9000 }],
    ['an older one that was corrected by hand later', { ...BY_HAND, createdAtMs: NOW_MS - DAY_MS }],
    ['one that is pending', { state: 'pending' }],
  ] as const)('%s', (_, fields) => {
    const other = newer(fields);
    const decision = decideAmong([EXPIRED, other]);
    expect(decision).toMatchObject({ state: 'late', action: null });
    expect(decision.evidence).toContainEqual({ code: 'fits-another', transactionId: other.transactionId });
    const back = decideAmong([EXPIRED, other], {}, withPolicy({ late: 'return' }));
    expect(back.state).toBe('late');
  });

  test('one of the same name at another merchant', () => {
    const other = { name: EXPIRED.name, clientId: 'another' };
    expect(decideAmong([EXPIRED, makeOther(other)]).state).toBe('late');
    expect(decideAmong([EXPIRED, makeOther({ ...other, ...BY_HAND })]).state).toBe('late');
  });

  test.each([
    ['one that a line settled', { ...BY_HAND, paidWithoutLineMinor: null, settledByLineId: 'earlier' }],
    ['one of another amount', { ...BY_HAND, amountMinor: 9000, paidWithoutLineMinor: 9000 }],
    [
      'one that was settled before the expired one was created',
      { ...BY_HAND, createdAtMs: NOW_MS - DAY_MS, endedAtMs: NOW_MS - 3 * HOUR_MS },
    ],
    ['one of a stranger', { ...BY_HAND, userId: 'stranger', name: 'Mehmet Demir' }],
  ] as const)('but beside %s it does', (_, fields) => {
    expect(decideAmong([EXPIRED, newer(fields)])).toMatchObject({ state: 'matched', rule: 'reference-late' });
  });
});

test('an expired deposit is corrected, and late money is to be returned, only soon after', () => {
  const endedAtMs = NOW_MS - 40 * DAY_MS;
  const old = { ...EXPIRED, createdAtMs: endedAtMs - HOUR_MS, endedAtMs };
  const bookingDate = new Date(endedAtMs).toISOString().slice(0, 10);
  for (const late of ['accept', 'return'] as const)
    expect(decideAmong([old], { bookingDate, valueDate: null }, withPolicy({ late })).state).toBe('late');
  const ended = (hoursAgo: number) => ({ ...old, endedAtMs: NOW_MS - hoursAgo * HOUR_MS });
  const booked = (date: string) => ({ bookingDate: date, valueDate: null });
  expect(decideAmong([ended(30)], booked('2026-11-21')).state).toBe('matched');
  // It was booked within the grace, and its file came later than the facts reach back.
  expect(decideAmong([ended(50)], booked('2026-11-20')).state).toBe('late');
});

describe('money that went out again to the IBAN of its payer settles nothing by itself', () => {
  const sent = makeLineFacts('sent', { direction: 'debit', counterpartyIban: IBAN, counterpartyName: null });
  const by = (line: object) => ({ ...sent, line: { ...sent.line, ...line } });
  const RULES: readonly (readonly [string, DepositFacts, Partial<MatchPolicy>, object])[] = [
    ['late', EXPIRED, { late: 'accept' }, {}],
    ['by a right reference', makeDeposit(), {}, {}],
    ['within a tolerance', makeDeposit({ amountMinor: 10_060 }), { underpaidToleranceMinor: 10 }, {}],
    ['by name', makeDeposit(), { nameRule: 'ibanOrAmount' }, { remittance: [], counterpartyIban: IBAN }],
  ];
  test.each(RULES)('%s', (_, deposit, policy, line) => {
    const given = { ...withPolicy(policy) };
    expect(decideAmong([deposit], line, given).state).toBe('matched');
    for (const facts of [
      { moneyOut: [sent] },
      { moneyOut: [by({ bookingDate: '2026-11-25' })] },
      { moneyOut: [{ ...sent, bankAccountId: 'other' }] },
      { otherLines: [sent] },
    ])
      expect(decideAmong([deposit], line, { ...given, ...facts })).toMatchObject({ action: null });
  });

  test('but money to another IBAN, from before, of another amount or for a withdrawal that it names does not matter', () => {
    const { transactionId } = makeWithdrawal();
    const [late] = RULES;
    for (const line of [
      { counterpartyIban: OTHER_IBAN },
      { bookingDate: '2026-11-20' },
      { amountMinor: 10_051 },
      { endToEndId: transactionId },
    ]) {
      const decision = decideAmong([EXPIRED], {}, { moneyOut: [by(line)], withdrawals: [makeWithdrawal()] });
      expect(decision.state, JSON.stringify([late?.[0], line])).toBe('matched');
    }
  });

  test.each(RULES)(
    'nor what went out less a fee, or what its name or its text calls a payment of that payer: %s',
    (_, deposit, policy, line) => {
      const given = { ...withPolicy(policy) };
      const nobody = { counterpartyIban: null, counterpartyName: null };
      for (const out of [
        by({ amountMinor: 10_000 }),
        by({ amountMinor: 50 }),
        by({ ...nobody, counterpartyName: 'YILMAZ A' }),
        by({ ...nobody, remittance: ['GIDEN FAST AYSE YILMAZ'] }),
        by({ ...nobody, remittance: ['GIDEN FAST'] }),
        by({ ...nobody, amountMinor: 9_000, remittance: [`geri ${REFERENCE}`] }),
      ]) {
        const decision = decideAmong([deposit], line, { ...given, moneyOut: [out] });
        expect(decision.action, JSON.stringify(out.line)).toBeNull();
      }
    },
  );

  test('but money without an IBAN that is a fee, of a stranger, of another account or from before does not matter', () => {
    const demir = makeWithdrawal({ name: 'Mehmet Demir', iban: OTHER_IBAN });
    const nobody = { counterpartyIban: null, counterpartyName: null };
    for (const out of [
      by({ ...nobody, remittance: ['EFT MASRAFI'] }),
      by({ ...nobody, counterpartyName: 'Mehmet Demir' }),
      by({ ...nobody, remittance: ['GIDEN FAST MEHMET DEMIR'] }),
      by({ ...nobody, bookingDate: '2026-11-20' }),
      by({ ...nobody, amountMinor: 10_000 }),
      by({ ...nobody, remittance: [OTHER_REFERENCE] }),
      { ...by(nobody), bankAccountId: 'other' },
    ]) {
      const facts = { moneyOut: [out], withdrawals: [demir] };
      const decision = decideAmong([makeDeposit(), makeOther()], {}, facts);
      expect(decision.state, JSON.stringify(out)).toBe('matched');
    }
  });

  describe('where the line names no payer and the text of the money out names somebody', () => {
    const demir = makeWithdrawal({ name: 'Mehmet Demir', iban: OTHER_IBAN });
    const nobody = { counterpartyIban: null, counterpartyName: null };
    const decideBeside = (
      text: string,
      line: Parameters<typeof decide>[0] = {},
      { withdrawals = [demir], deposit = makeDeposit() } = {},
    ) => {
      const facts = { moneyOut: [by({ ...nobody, remittance: [text] })], withdrawals };
      return decideAmong([deposit], { ...nobody, ...line }, facts);
    };

    test('it settles where a withdrawal of the amount is for that person', () => {
      expect(decideBeside('GIDEN FAST MEHMET DEMIR').state).toBe('matched');
      const named = { remittance: [`AYSE YILMAZ ${REFERENCE}`] };
      expect(decideBeside('GIDEN FAST MEHMET DEMIR', named).state).toBe('matched');
      const company = makeWithdrawal({ name: 'Çınar Gıda Ltd. Şti.', iban: OTHER_IBAN });
      for (const text of ['CINAR GIDA LIMITED SIRKETI', 'Çınar Gıda Ltd. Şti. EFT'])
        expect(decideBeside(text, {}, { withdrawals: [company] }).state, text).toBe('matched');
    });

    test.each([
      ['there is no such withdrawal', 'GIDEN FAST MEHMET DEMIR', {}, { withdrawals: [] }],
      [
        'it was rejected',
        'GIDEN FAST MEHMET DEMIR',
        {},
        { withdrawals: [{ ...demir, state: 'rejected' as const }] },
      ],
      ['the text names nobody', 'GIDEN FAST', {}, {}],
      ['it names the own user', 'GIDEN FAST AYSE YILMAZ', {}, {}],
      [
        'it has a word of the own user',
        'GIDEN FAST AYSE DEMIR',
        {},
        { withdrawals: [makeWithdrawal({ name: 'Ayşe Demir', iban: OTHER_IBAN })] },
      ],
      [
        'the line can have the name of that person',
        'GIDEN FAST MEHMET DEMIR',
        { remittance: [`M. DEMIR ${REFERENCE}`] },
        {},
      ],
      [
        'the payee was forgotten',
        'GIDEN FAST MEHMET DEMIR',
        {},
        { withdrawals: [makeWithdrawal({ name: null, iban: null })] },
      ],
      ['the own user was forgotten', 'GIDEN FAST MEHMET DEMIR', {}, { deposit: makeDeposit({ name: null }) }],
    ] as const)('it waits where %s', (_, text, line, more) => {
      expect(decideBeside(text, line as object, more as object)).toMatchObject({
        ...{ state: 'proposed', action: null },
        evidence: [{ code: 'taken-back', byLineId: 'sent' }],
      });
    });
  });

  test('a lower payment to the payer can be a refund less a fee, whatever withdrawal another line can have paid', () => {
    const lower = by({ amountMinor: 10_000 });
    const withdrawal = makeWithdrawal({ amountMinor: 10_000, state: 'successful' });
    const decided = decideAmong([makeDeposit()], {}, { moneyOut: [lower], withdrawals: [withdrawal] });
    expect(decided).toMatchObject({ state: 'proposed', action: null });
    const own = by({ amountMinor: 10_000, endToEndId: withdrawal.transactionId });
    expect(decideAmong([makeDeposit()], {}, { moneyOut: [own], withdrawals: [withdrawal] }).state).toBe(
      'matched',
    );
  });

  test('of more money out than is compared, nothing settles, whatever explains each of it', () => {
    const { transactionId } = makeWithdrawal();
    const paid = { endToEndId: transactionId, amountMinor: 10_050 };
    const bare = { ...paid, counterpartyIban: null };
    for (const line of [paid, bare]) {
      const many = Array.from({ length: 101 }, (_, index) => ({ ...by(line), lineId: `out-${index}` }));
      const facts = (moneyOut: typeof many) => ({ moneyOut, withdrawals: [makeWithdrawal()] });
      expect(decideAmong([makeDeposit()], {}, facts(many.slice(1))).state).toBe('matched');
      expect(decideAmong([makeDeposit()], {}, facts(many)).action).toBeNull();
    }
  });

  test('the line says which money that is, and is not to be returned', () => {
    const given = { moneyOut: [sent], ...withPolicy({ late: 'return' }) };
    const decision = decideAmong([EXPIRED], {}, given);
    expect(decision.state).toBe('late');
    expect(decision.evidence).toContainEqual({ code: 'taken-back', byLineId: 'sent' });
  });
});

describe('another amount than that of the named deposit neither settles it nor is returned where another asks for it', () => {
  const amountMinor = 9000;
  const named = makeDeposit({ amountMinor: 9500 });
  const other = makeOther({ amountMinor, clientId: 'another', name: named.name });
  const tolerant = withPolicy({ underpaidTolerancePerMille: 100, underpaidBeyond: 'return' });
  const strict = withPolicy({ underpaidBeyond: 'return' });

  test.each([
    ['of the same name', {}, other],
    ['where the line has no name', { counterpartyName: null }, other],
    ['where the other has no name', {}, { ...other, name: null }],
    ['of a name that is only like it', {}, { ...other, name: 'Ayşe Naz Yılmaz' }],
    [
      'of a name in the text',
      { remittance: [`${REFERENCE} Mehmet Demir`] },
      { ...other, name: 'Mehmet Demir' },
    ],
    ['that somebody settled by hand', {}, { ...other, ...BY_HAND, paidWithoutLineMinor: amountMinor }],
    ['that ended unpaid', {}, { ...other, state: 'expired', endedAtMs: NOW_MS } as const],
  ])('%s', (_, line, one) => {
    const given = { amountMinor, ...line };
    expect(decideAmong([named], given, tolerant).state).toBe('matched');
    expect(decideAmong([named], given, strict).state).toBe('to-return');
    const settling = decideAmong([named, one], given, tolerant);
    expect(settling).toMatchObject({ state: 'proposed', action: null });
    expect(codesOf(settling)).toContain('fits-another');
    expect(decideAmong([named, one], given, strict).state).toBe('underpaid');
  });

  test('but one of a stranger does not stand in the way, by name or by the IBAN of a line without a name', () => {
    const stranger = { ...other, name: 'Mehmet Demir' };
    expect(decideAmong([named, stranger], { amountMinor }, tolerant).rule).toBe('reference-tolerance');
    const payer = {
      clientId: 'client',
      userId: 'user',
      name: 'Ayşe Yılmaz',
      iban: IBAN,
      source: 'operator',
    } as const;
    const nameless = { amountMinor, counterpartyName: null };
    const known = { ...tolerant, knownPayers: [payer] };
    expect(decideAmong([named, stranger], nameless, known).rule).toBe('reference-tolerance');
    expect(decideAmong([named, stranger], nameless, tolerant).state).toBe('proposed');
  });

  test('an ended deposit of another amount is not returned either', () => {
    const ended = { ...named, state: 'expired', endedAtMs: NOW_MS } as const;
    const back = withPolicy({ late: 'return' });
    expect(decideAmong([ended], { amountMinor }, back).state).toBe('to-return');
    expect(decideAmong([ended, other], { amountMinor }, back).state).toBe('late');
  });
});

describe('money out that may give back a deposit which is settled waits for the desk', () => {
  const settled = makeDeposit({ state: 'successful', endedAtMs: NOW_MS, settledByLineId: 'earlier' });
  const out = { direction: 'debit', counterpartyName: null } as const;
  const payer = {
    clientId: 'client',
    userId: 'user',
    name: 'Ayşe Yılmaz',
    iban: IBAN,
    source: 'reference',
  } as const;

  test.each([
    ['to the account from which it was paid', { counterpartyIban: IBAN }],
    ['to a person of its name', { counterpartyName: 'AYSE YILMAZ' }],
    ['with its name in the text', { remittance: ['Giden FAST Ayşe Yılmaz'] }],
    ['with its reference, less a fee', { remittance: [REFERENCE], amountMinor: 9_800 }],
  ])('%s', (_, line) => {
    const decision = decide({ ...out, ...line }, { deposits: [settled], knownPayers: [payer] });
    expect(decision).toMatchObject({ state: 'returned', rule: 'sent-back', action: null });
    expect(decision.candidates[0]).toMatchObject({ type: 'deposit', transactionId: settled.transactionId });
  });

  test.each([
    ['to a stranger', { counterpartyName: 'MEHMET DEMIR' }, {}],
    ['to an account of nobody', { counterpartyName: 'AYSE YILMAZ', counterpartyIban: OTHER_IBAN }, {}],
    ['of a deposit that waits', { counterpartyIban: IBAN }, { deposits: [makeDeposit()] }],
    ['from before', { counterpartyIban: IBAN, bookingDate: '2026-11-19' }, {}],
    ['of a withdrawal', { counterpartyName: 'AYSE YILMAZ' }, { withdrawals: [makeWithdrawal()] }],
  ])('but not what went out %s', (_, line, facts) => {
    const given = { deposits: [settled], knownPayers: [payer], ...facts };
    expect(decide({ ...out, ...line }, given)).toMatchObject({ state: 'other-debit', candidates: [] });
  });
});

test('a name settles nothing where another deposit of that name was settled by hand with the amount', () => {
  const other = makeOther({ name: 'Ayşe Yılmaz', ...BY_HAND, amountMinor: 12_000 });
  const { clientId, userId } = makeDeposit();
  const payer = { clientId, userId, name: 'Ayşe Yılmaz', iban: IBAN, source: 'operator' } as const;
  const byName = { ...withPolicy({ nameRule: 'iban' }), knownPayers: [payer] };
  const line = { remittance: [] };
  expect(decideAmong([makeDeposit()], line, byName).rule).toBe('name-iban');
  expect(decideAmong([makeDeposit(), other], line, byName).action).toBeNull();
});
