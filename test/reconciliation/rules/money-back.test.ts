import { describe, expect, test } from 'vitest';
import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import type {
  LineFacts,
  MatchableLine,
  ReceivedMoney,
  ReclaimableMoney,
} from '../../../src/reconciliation/domain/matching/model.ts';
import type { Candidate, Reason } from '../../../src/reconciliation/domain/matching/reasons.ts';
import { type AccountSigns, warnOfOtherAccount } from '../../../src/reconciliation/domain/other-account.ts';
import { chooseUnambiguous, type WaitingLine } from '../../../src/reconciliation/domain/unambiguous.ts';
import {
  DAY_MS,
  decide,
  IBAN,
  makeDeposit,
  makeFacts,
  makeLineFacts,
  makeOther,
  makeWithdrawal,
  NOW_MS,
  OTHER_IBAN,
  REFERENCE,
  withPolicy,
} from '../../support/matching.ts';

describe('money back', () => {
  const line = { remittance: [REFERENCE], counterpartyIban: IBAN };

  const debit = (fields: Partial<MatchableLine> = {}, lineId = 'back') =>
    makeLineFacts(lineId, { direction: 'debit', counterpartyName: null, ...fields });

  describe('an unexplained debit of the amount, on the day or later, keeps a line from settling', () => {
    test.each<[string, Partial<MatchableLine>]>([
      ['by nobody', {}],
      ['marked as a return', { isReversal: true }],
      ['by the name of the payer', { counterpartyName: 'YILMAZ AYSE' }],
      ['by a name that could be the payer', { counterpartyName: 'AYSE' }],
      ['by a name in the text', { remittance: ['AYSE YILMAZ'] }],
      [
        'to the IBAN of the payer, whatever the name',
        { counterpartyName: 'MEHMET DEMIR', counterpartyIban: IBAN },
      ],
      [
        'that names the deposit, whatever the name',
        { counterpartyName: 'MEHMET DEMIR', remittance: [REFERENCE] },
      ],
      ['on a later day', { bookingDate: '2026-11-25' }],
      ['on no day', { bookingDate: null, valueDate: null }],
      ['of which not all is read', { counterpartyName: 'MEHMET DEMIR', remittance: ['1 '.repeat(600)] }],
    ])('%s', (_, fields) => {
      const decision = decide(line, { debits: [debit(fields)] });
      expect(decision).toMatchObject({ state: 'proposed', action: null });
      expect(decision.evidence).toContainEqual({ code: 'taken-back', byLineId: 'back' });
    });

    test('but not by a name that certainly differs, of another amount, or on an earlier day', () => {
      for (const fields of [
        { counterpartyName: 'MEHMET DEMIR' },
        { amountMinor: 10_051 },
        { bookingDate: '2026-11-20', valueDate: null },
      ])
        expect(decide(line, { debits: [debit(fields)] }).state).toBe('matched');
      expect(decide(line, { debits: [{ ...debit(), bankAccountId: 'another' }] }).state).toBe('matched');
    });

    test('also where the policy would accept another payer, by that name', () => {
      const stranger = { ...line, counterpartyName: 'MEHMET DEMIR', counterpartyIban: null };
      const accept = withPolicy({ otherPayer: 'accept' });
      expect(decide(stranger, accept).state).toBe('matched');
      expect(
        decide(stranger, { debits: [debit({ counterpartyName: 'M DEMIR' })], ...accept }).action,
      ).toBeNull();
    });

    test('and is a reason against one that names no deposit', () => {
      const unnamed = { ...line, remittance: ['KIRA'] };
      for (const [fields, shown] of [
        [{ counterpartyIban: IBAN, counterpartyName: 'MEHMET DEMIR' }, {}],
        [{ counterpartyName: 'YILMAZ AYSE' }, {}],
        [{ counterpartyName: 'YILMAZ AYSE' }, { counterpartyName: null, remittance: ['AYSE YILMAZ'] }],
      ] as const)
        expect(decide({ ...unnamed, ...shown }, { debits: [debit(fields)] }).evidence).toContainEqual({
          code: 'taken-back',
          byLineId: 'back',
        });
      const other = debit({ counterpartyName: 'MEHMET DEMIR' });
      expect(decide(unnamed, { debits: [other] }).evidence).toEqual([]);
    });

    test('and so do more debits than are compared', () => {
      const debits = Array.from({ length: 101 }, (_, place) =>
        debit({ counterpartyName: 'MEHMET DEMIR' }, `debit-${place}`),
      );
      expect(decide(line, { debits: debits.slice(1) }).state).toBe('matched');
      expect(decide(line, { debits }).action).toBeNull();
    });
  });

  describe('a debit', () => {
    const out = (fields: Partial<MatchableLine>, facts = {}) =>
      decide({ direction: 'debit', counterpartyName: 'MEHMET DEMIR', ...fields }, facts);
    const withdrawals = [
      makeWithdrawal(),
      makeWithdrawal({ transactionId: 'f'.repeat(24), state: 'pending' }),
    ];

    test('pays the withdrawal that it names, or one of its amount to its IBAN: those that wait first', () => {
      const byId = out({ remittance: [makeWithdrawal().transactionId] }, { withdrawals });
      expect(byId).toMatchObject({ state: 'payout', rule: 'payout-id', action: null });
      const byIban = out({ counterpartyIban: IBAN }, { withdrawals });
      expect(byIban).toMatchObject({ state: 'payout', rule: 'payout-iban', action: null });
      expect(byIban.candidates.map(({ transactionId, rank }) => [transactionId, rank])).toEqual([
        ['f'.repeat(24), 1],
        [makeWithdrawal().transactionId, 2],
      ]);
    });

    test('gives back what it is marked as, or the deposit that it names', () => {
      expect(out({ isReversal: true, counterpartyIban: IBAN }, { withdrawals }).state).toBe('returned');
      const settled = makeDeposit({ state: 'successful', endedAtMs: 1, settledByLineId: 'line-0' });
      const named = out({ remittance: [REFERENCE] }, { deposits: [settled, makeOther()] });
      expect(named).toMatchObject({ state: 'returned', rule: 'sent-back', action: null });
      expect(named.candidates.map(({ transactionId }) => transactionId)).toEqual([settled.transactionId]);
    });

    test.each<[string, Partial<MatchableLine>, Reason]>([
      [
        'a payout',
        { endToEndId: 'P000000043-000001' },
        { code: 'end-to-end-id', endToEndId: 'P000000043-000001' },
      ],
      ['a payment', { paymentId: 'P000000043-G0001' }, { code: 'payment-id', paymentId: 'P000000043-G0001' }],
      ['a file', { remittance: ['KREF+P000000043'] }, { code: 'payment-id', paymentId: 'P000000043' }],
    ])('waits where it names %s that a restore has lost', (_, fields, reason) => {
      expect(out(fields)).toMatchObject({ state: 'payout', rule: 'payout-open', evidence: [reason] });
    });

    test('with a number of another kind is something else', () => {
      expect(out({ remittance: ['Police P123456789'] }).state).toBe('other-debit');
    });

    test('is a fee by its words, or something else', () => {
      expect(out({ counterpartyName: null, remittance: ['EFT masrafı'] }).state).toBe('fee');
      expect(out({ remittance: ['kira'] }).state).toBe('other-debit');
    });
  });
});

const SETTLED = makeDeposit({ state: 'successful', endedAtMs: NOW_MS, settledByLineId: 'paid' });
const PAID = makeLineFacts('paid', { counterpartyIban: IBAN, bookingDate: '2026-11-21', valueDate: null });

function receivedBy(credit: LineFacts | null, deposit = SETTLED): ReceivedMoney {
  const { currency, amountMinor } = credit?.line ?? deposit;
  return { credit, deposits: [deposit], currency, amountMinor };
}

/** The decision about a debit of nobody beside what came the day before. */
function takes(debit: Partial<MatchableLine>, reclaimable: Partial<ReclaimableMoney> = {}, facts = {}) {
  const received = [receivedBy(PAID)];
  return decide(
    { direction: 'debit', counterpartyName: null, ...debit },
    { reclaimable: { received, owed: [], ...reclaimable }, ...facts },
  );
}

const owed = [{ currency: 'TRY', amountMinor: 10_050, name: 'Ayşe Yılmaz' }];

describe('a debit without a mark, of the amount of a credit that paid a deposit, waits as returned with that deposit', () => {
  test.each<[string, Partial<MatchableLine>, string[]]>([
    ['to the IBAN of the payer', { counterpartyIban: IBAN }, ['amount-exact', 'iban-own-payer']],
    ['by a name that fits', { counterpartyName: 'YILMAZ AYSE' }, ['amount-exact', 'name']],
  ])('%s', (_, fields, reasons) => {
    const decision = takes(fields);
    expect(decision).toMatchObject({ state: 'returned', rule: 'takes-back', action: null });
    expect(decision.evidence).toEqual([{ code: 'takes-back', lineIds: ['paid'] }]);
    const [candidate, ...others] = decision.candidates;
    expect(others).toEqual([]);
    expect(candidate).toMatchObject({ type: 'deposit', transactionId: SETTLED.transactionId });
    expect(candidate?.reasons.map(({ code }) => code)).toEqual(reasons);
  });

  test.each(['STORNO', 'EFT İPTAL', 'HAVALE IPTALI HATALI GONDERIM', 'Düzeltme', 'TERS KAYIT'])(
    'by a text that says so, where no other credit has the amount: %s',
    (text) => {
      const decision = takes({ remittance: [text] });
      expect(decision).toMatchObject({ state: 'returned', rule: 'takes-back', action: null });
      expect(decision.candidates.map(({ transactionId }) => transactionId)).toEqual([SETTLED.transactionId]);
      const other = receivedBy(makeLineFacts('other'), makeDeposit({ transactionId: 'f'.repeat(24) }));
      const received = [receivedBy(PAID), other];
      expect(takes({ remittance: [text] }, { received }).state).toBe('other-debit');
      expect(takes({ remittance: [text], counterpartyName: 'MEHMET DEMIR' }).state).toBe('other-debit');
    },
  );

  test('also of one that was settled by hand without a line', () => {
    const deposit = makeDeposit({ state: 'successful', endedAtMs: NOW_MS, paidWithoutLineMinor: 10_050 });
    const decision = takes({ counterpartyName: 'AYSE YILMAZ' }, { received: [receivedBy(null, deposit)] });
    expect(decision).toMatchObject({ state: 'returned', rule: 'takes-back', evidence: [] });
    expect(decision.candidates).toHaveLength(1);
  });

  test('also where credit and debit come in one file, and neither is decided yet', () => {
    const credit = makeLineFacts('paid', { remittance: [REFERENCE], counterpartyIban: IBAN });
    const debit = makeLineFacts('debit', { direction: 'debit', counterpartyIban: IBAN, remittance: ['EFT'] });
    const received = [receivedBy(credit, makeDeposit())];
    const decisions = matchLines(
      makeFacts({ lines: [credit, debit], debits: [debit], reclaimable: { received, owed: [] } }),
    );
    expect(decisions.map(({ state, action }) => [state, action])).toEqual([
      ['proposed', null],
      ['returned', null],
    ]);
    expect(decisions[1]?.candidates).toHaveLength(1);
  });
});

describe('no alarm', () => {
  test.each<[string, Partial<MatchableLine>]>([
    ['nobody and nothing says who', {}],
    ['another IBAN and name', { counterpartyIban: OTHER_IBAN, counterpartyName: 'MEHMET DEMIR' }],
    ['another currency', { counterpartyIban: IBAN, currency: 'EUR' }],
    ['another amount', { counterpartyIban: IBAN, amountMinor: 10_051 }],
    ['a day before the credit', { counterpartyIban: IBAN, bookingDate: '2026-11-20' }],
    ['more than ten days after it', { counterpartyIban: IBAN, bookingDate: '2026-12-02' }],
  ])('for %s', (_, fields) => {
    expect(takes(fields).state).toBe('other-debit');
  });

  test('for a credit of another account', () => {
    const received = [receivedBy({ ...PAID, bankAccountId: 'another' })];
    expect(takes({ counterpartyIban: IBAN }, { received }).state).toBe('other-debit');
  });

  test('for a deposit that was settled by hand, and created after the debit', () => {
    const createdAtMs = NOW_MS + 3 * DAY_MS;
    const deposit = makeDeposit({ state: 'successful', createdAtMs, paidWithoutLineMinor: 10_050 });
    const received = [receivedBy(null, deposit)];
    expect(takes({ counterpartyName: 'AYSE YILMAZ' }, { received }).state).toBe('other-debit');
  });

  test('for the own withdrawal of the amount, by its IBAN or, as long as it has no debit, by the name of its payee', () => {
    const withdrawals = [makeWithdrawal({ state: 'pending' })];
    const toIban = takes({ counterpartyIban: IBAN }, { owed }, { withdrawals });
    expect(toIban).toMatchObject({ state: 'payout', rule: 'payout-iban' });
    expect(takes({ counterpartyName: 'AYSE YILMAZ' }, { owed }).state).toBe('other-debit');
    const euros = owed.map((one) => ({ ...one, currency: 'EUR' }));
    expect(takes({ counterpartyName: 'AYSE YILMAZ' }, { owed: euros }).state).toBe('returned');
  });

  test('for a refund that waits for its debit, or a fee', () => {
    const sentRefunds = [{ currency: 'TRY', amountMinor: 10_050 }];
    expect(takes({ counterpartyIban: IBAN }, {}, { sentRefunds }).rule).toBe('refund-amount');
    expect(takes({ remittance: ['EFT UCRETI IPTAL'] }).state).toBe('fee');
  });
});

const NOTHING: AccountSigns = {
  accountId: 'mine',
  depositLines: new Map(),
  ibanLines: new Map(),
  selfLines: 0,
  openingMinor: null,
  lastBalances: new Map(),
};

const codes = (signs: Partial<AccountSigns>) =>
  warnOfOtherAccount({ ...NOTHING, ...signs }).map(({ code }) => code);

const ended = (closingMinor: number) => ({ closingMinor, day: '2026-11-20' });

describe('lines look like those of another account', () => {
  test('when as many name its deposits as name deposits of the chosen one', () => {
    const depositLines = new Map([
      ['mine', 2],
      ['a', 1],
      ['b', 2],
    ]);
    expect(warnOfOtherAccount({ ...NOTHING, depositLines })).toEqual([
      { code: 'other-deposits', otherAccountId: 'b', lineCount: 2 },
    ]);
  });

  test('when their texts have its IBAN', () => {
    expect(codes({ ibanLines: new Map([['b', 1]]) })).toEqual(['other-iban']);
  });

  test('when the chosen account is their other side', () => {
    expect(codes({ selfLines: 1 })).toEqual(['own-iban']);
  });

  test('when their balance goes on from it', () => {
    const lastBalances = new Map([
      ['mine', ended(500)],
      ['b', ended(700)],
    ]);
    expect(codes({ openingMinor: 700, lastBalances })).toEqual(['other-balance']);
  });

  test('when their balance does not go on from the chosen one', () => {
    const signs = { openingMinor: 700, lastBalances: new Map([['mine', ended(500)]]) };
    expect(warnOfOtherAccount({ ...NOTHING, ...signs })).toEqual([
      { code: 'balance-gap', openingMinor: 700, closingMinor: 500, day: '2026-11-20' },
    ]);
  });
});

describe('nothing speaks for another account', () => {
  test.each<[string, Partial<AccountSigns>]>([
    ['without any sign', {}],
    [
      'where fewer lines name deposits of others',
      {
        depositLines: new Map([
          ['mine', 3],
          ['b', 2],
        ]),
      },
    ],
    [
      'where the balance goes on',
      {
        openingMinor: 5,
        lastBalances: new Map([
          ['b', ended(5)],
          ['mine', ended(5)],
        ]),
      },
    ],
    [
      'where no balance of the account is known',
      { openingMinor: 5, lastBalances: new Map([['b', ended(6)]]) },
    ],
    ['where another account is as empty', { openingMinor: 0, lastBalances: new Map([['b', ended(0)]]) }],
  ])('%s', (_, signs) => {
    expect(codes(signs)).toEqual([]);
  });
});

describe('unambiguous', () => {
  const FITS: readonly Reason[] = [
    { code: 'amount-exact' },
    { code: 'name', grade: 'fits' },
    { code: 'near-in-time', days: 0 },
  ];

  const candidate = (transactionId: string, reasons = FITS, rank = 1): Candidate => ({
    type: 'deposit',
    transactionId,
    reasons,
    rank,
  });

  const line = (candidates: readonly Candidate[], given: Partial<WaitingLine> = {}): WaitingLine => ({
    lineId: 'line',
    state: 'proposed',
    evidence: [],
    candidates,
    ...given,
  });

  const chosen = (...lines: readonly WaitingLine[]) =>
    chooseUnambiguous(lines).map(({ lineId, transactionId }) => [lineId, transactionId]);

  const UNCLEAR: readonly Reason[] = [{ code: 'amount-exact' }, { code: 'name', grade: 'unclear' }];

  const LESS: readonly Reason[] = [
    { code: 'amount-differs', differenceMinor: -1 },
    { code: 'name', grade: 'fits' },
  ];

  describe('a proposal is unambiguous', () => {
    test('where amount and name fit and nothing else does as well', () => {
      const others = [candidate('b', UNCLEAR, 2), candidate('c', LESS, 3)];
      expect(chosen(line([candidate('a'), ...others]))).toEqual([['line', 'a']]);
    });

    test('where its money was in doubt only when it was decided about', () => {
      const doubted = line([candidate('a')], { evidence: [{ code: 'taken-back', byLineId: 'debit' }] });
      expect(chosen(doubted)).toEqual([['line', 'a']]);
    });

    test('where the other deposit of the amount and name has ended', () => {
      const ended: Reason = { code: 'ended', state: 'expired', lateMs: null };
      expect(chosen(line([candidate('a'), candidate('b', [...FITS, ended], 2)]))).toEqual([['line', 'a']]);
    });
  });

  describe('a proposal is left to a person', () => {
    test.each<[string, WaitingLine[]]>([
      ['of a tie', [line([candidate('a'), candidate('b')])]],
      ['where another deposit fits that is only older', [line([candidate('a'), candidate('b', FITS, 2)])]],
      ['of another amount', [line([candidate('a', LESS)])]],
      ['whose name could fit', [line([candidate('a', UNCLEAR)])]],
      ['with anything against it', [line([candidate('a', [...FITS, { code: 'before-deposit' }])])]],
      ['of a line that waits for a reason', [line([candidate('a')], { evidence: [{ code: 'collective' }] })]],
      ['of a payer with another name', [line([candidate('a')], { state: 'other-payer' })]],
      ['that two lines could pay', [line([candidate('a')]), line([candidate('a')], { lineId: 'other' })]],
      ['without any deposit', [line([])]],
    ])('%s', (_, lines) => {
      expect(chosen(...lines)).toEqual([]);
    });
  });
});
