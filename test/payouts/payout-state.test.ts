import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyStatus } from '../../src/payouts/domain/apply-status.ts';
import {
  type BankStatus,
  contradictionOf,
  EXPORTED,
  factsAfter,
  isBankStatus,
  type PayoutFacts,
  stateOf,
} from '../../src/payouts/domain/payout-state.ts';
import type { SentBatch } from '../../src/payouts/domain/sent-batch.ts';
import {
  GROUP_ID,
  payment,
  payoutId,
  reason,
  repeated,
  reportIn,
  statusFile,
  transaction,
} from '../support/payouts/pain002-texts.ts';
import { batchOf, payoutOf, withChanges } from '../support/payouts/sent-batch.ts';
import { holds } from '../support/properties.ts';

describe('payout state', () => {
  const DEBITED: PayoutFacts = { ...EXPORTED, isDebited: true };

  function factsOf(codes: readonly BankStatus[], before = EXPORTED) {
    return codes.reduce(factsAfter, before);
  }

  function outcomeOf(codes: readonly BankStatus[], before = EXPORTED) {
    const facts = factsOf(codes, before);
    return { state: stateOf(facts), contradiction: contradictionOf(facts) };
  }

  const ACCEPTED = [
    'RCVD',
    'PATC',
    'PDNG',
    'ACTC',
    'RVNC',
    'RCVC',
    'ACCP',
    'ACWC',
    'ACFW',
    'ACFC',
    'ACSP',
    'ACPD',
  ];

  const EXECUTED = ['ACWP', 'ACSC', 'ACCC'];

  const TABLE = [
    ...[...ACCEPTED, ...EXECUTED].map((code) => [code, 'accepted'] as const),
    ...['RVNM', 'RVMC', 'RVNA', 'RVCM', 'BLCK'].map((code) => [code, 'held'] as const),
    ...['RJCT', 'CANC'].map((code) => [code, 'refused'] as const),
  ];

  describe('a status of the bank', () => {
    test.each(TABLE)('%s makes an exported payout %s', (code, state) => {
      if (!isBankStatus(code)) throw new Error(`${code} is not known`);
      expect(outcomeOf([code]).state).toBe(state);
    });

    test.each(['PART', 'XXXX', 'rjct', '', 'toString'])('is not %j', (code) => {
      expect(isBankStatus(code)).toBe(false);
    });
  });

  describe('late news', () => {
    test.each([
      ['RCVD after ACSP', ['ACSP', 'RCVD'], 'accepted'],
      ['a doubtful payee after the execution', ['ACSP', 'RVNM'], 'accepted'],
      ['the receipt after a doubtful payee', ['RVNM', 'RCVD'], 'held'],
      ['the acceptance of a doubtful payee', ['RVNM', 'ACCP'], 'accepted'],
      ['a refusal of what was executed', ['ACSC', 'RJCT'], 'held'],
      ['an execution of what was refused', ['RJCT', 'ACSC'], 'held'],
      ['a refusal of what settled without posting', ['ACWP', 'CANC'], 'held'],
      ['an acceptance of what was refused', ['RJCT', 'ACSP'], 'refused'],
      ['a doubtful payee of what was refused', ['CANC', 'RVNM'], 'refused'],
    ] as const)('of %s leaves the right state', (_, codes, state) => {
      expect(outcomeOf(codes).state).toBe(state);
    });

    test('that says nothing new keeps the facts as they are', () => {
      const facts = factsOf(['ACSP'], { ...DEBITED, isReturned: true });
      for (const code of ['ACSP', 'RCVD'] as const) expect(factsAfter(facts, code)).toBe(facts);
    });
  });

  describe('a booked debit', () => {
    test('pays whatever the bank said before', () => {
      for (const [code] of TABLE)
        if (isBankStatus(code)) expect(stateOf({ ...factsOf([code]), isDebited: true })).toBe('paid');
    });

    test('is not undone by a refusal, which contradicts it', () => {
      expect(outcomeOf(['RJCT'], DEBITED)).toEqual({ state: 'paid', contradiction: 'refused-but-paid' });
    });

    test('is contradicted once by a refusal that comes again', () => {
      const refused = factsOf(['RJCT'], DEBITED);
      expect(factsAfter(refused, 'RJCT')).toBe(refused);
    });
  });

  describe('an execution', () => {
    test.each(EXECUTED)('by %s contradicts a refusal, whichever comes first', (code) => {
      if (!isBankStatus(code)) throw new Error(`${code} is not known`);
      const held = { state: 'held', contradiction: 'refused-but-executed' };
      expect(outcomeOf([code, 'RJCT'])).toEqual(held);
      expect(outcomeOf(['RJCT', code])).toEqual(held);
    });

    test.each(EXECUTED)('by %s counts where an earlier version stored the status alone', (code) => {
      if (!isBankStatus(code)) throw new Error(`${code} is not known`);
      expect(outcomeOf(['RJCT'], { ...EXPORTED, bankStatus: code })).toEqual({
        state: 'held',
        contradiction: 'refused-but-executed',
      });
    });

    test('and a refusal leave a booked debit paid', () => {
      expect(outcomeOf(['ACSC', 'RJCT'], DEBITED).state).toBe('paid');
    });
  });

  test('a return explains a debit of a refused payout', () => {
    const returned = { ...DEBITED, isReturned: true };
    expect(outcomeOf(['RJCT'], returned)).toEqual({ state: 'returned', contradiction: null });
  });

  const news = fc.constantFrom(...TABLE.map(([code]) => code).filter(isBankStatus));

  test('the same news in any order and with repeats leads to the same facts', () =>
    holds(
      fc.property(
        fc
          .array(news, { minLength: 1, maxLength: 8 })
          .chain((list) =>
            fc.tuple(
              fc.constant(list),
              fc.array(fc.constantFrom(...list), { maxLength: 8 }),
              fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
            ),
          ),
        ([list, repeats, keys]) => {
          const shuffled = [...list, ...repeats]
            .map((one, index) => ({ one, key: keys[index] ?? 0 }))
            .toSorted((a, b) => a.key - b.key);
          expect(factsOf(shuffled.map(({ one }) => one))).toEqual(factsOf(list));
        },
      ),
      1000,
    ));
});

const OTHER_GROUP = 'P000000042-G0002';

/** Three payouts in one payment, and one in another. */
const BATCH = batchOf(payoutOf(1), payoutOf(2), payoutOf(3), payoutOf(4, {}, OTHER_GROUP));

function apply(given: Parameters<typeof statusFile>[0], batch: SentBatch = BATCH) {
  return applyStatus(batch, reportIn(statusFile(given)));
}

/** The states of the four payouts after a report. */
function statesAfter(given: Parameters<typeof statusFile>[0]) {
  const { changes, unmatched } = apply(given);
  expect(unmatched).toEqual([]);
  return withChanges(BATCH, changes).payouts.map(({ facts }) => stateOf(facts));
}

describe('a status', () => {
  test('of the file covers all its payouts', () => {
    expect(statesAfter({ group: '<GrpSts>RJCT</GrpSts>' })).toEqual(Array(4).fill('refused'));
  });

  test('that refuses a copy refuses no payout', () => {
    for (const code of ['DU01', 'AM05']) {
      const { changes, unmatched } = apply({ group: `<GrpSts>RJCT</GrpSts>${reason(code)}` });
      expect(changes).toEqual([]);
      expect(unmatched).toContainEqual({ kind: 'duplicate', id: payoutId(2), status: 'RJCT' });
    }
    const payments = payment(transaction(2, 'RJCT', reason('AC04')));
    const { changes } = apply({ group: `<GrpSts>RJCT</GrpSts>${reason('DU04')}`, payments });
    expect(changes).toEqual([]);
  });

  test('of a payment covers the payouts in it', () => {
    const payments = payment('<PmtInfSts>ACCP</PmtInfSts>');
    expect(statesAfter({ payments })).toEqual(['accepted', 'accepted', 'accepted', 'exported']);
  });

  test('of a payment goes before that of the file', () => {
    const payments = payment('<PmtInfSts>RJCT</PmtInfSts>', OTHER_GROUP);
    expect(statesAfter({ group: '<GrpSts>ACCP</GrpSts>', payments })).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'refused',
    ]);
  });

  test('of a transaction goes before that of its payment', () => {
    const payments = payment(`<PmtInfSts>ACSP</PmtInfSts>${transaction(2, 'RJCT')}`);
    expect(statesAfter({ payments })).toEqual(['accepted', 'refused', 'accepted', 'exported']);
  });

  test('of a level above covers a transaction that is named without one', () => {
    const payments = payment(transaction(2, '', reason('AC04')));
    expect(statesAfter({ group: '<GrpSts>RJCT</GrpSts>', payments })[1]).toBe('refused');
  });

  test.each(['PART', 'RVCM'])('%s leaves open what it does not name', (code) => {
    const payments = payment(
      `<PmtInfSts>${code}</PmtInfSts>${transaction(1, 'RJCT')}${transaction(2, 'RVNM')}`,
    );
    expect(statesAfter({ group: `<GrpSts>${code}</GrpSts>`, payments })).toEqual([
      'refused',
      'held',
      'exported',
      'exported',
    ]);
  });

  test('that is PART for a payment goes before that of the file', () => {
    const payments = payment('<PmtInfSts>PART</PmtInfSts>');
    expect(statesAfter({ group: '<GrpSts>ACCP</GrpSts>', payments })).toEqual([
      'exported',
      'exported',
      'exported',
      'accepted',
    ]);
  });

  test('without one for the file changes only what is named', () => {
    const payments = payment(transaction(1, 'ACSC')) + payment(transaction(3, 'RVMC'));
    expect(statesAfter({ group: '<GrpSts/>', payments })).toEqual([
      'accepted',
      'exported',
      'held',
      'exported',
    ]);
  });

  test('of an instruction counts where the end-to-end id is missing', () => {
    const unnamed = transaction(2, 'RJCT').replace(/<OrgnlEndToEndId>.*<.OrgnlEndToEndId>/, '');
    expect(statesAfter({ group: '<GrpSts>ACCP</GrpSts>', payments: payment(unnamed) })).toEqual([
      'accepted',
      'refused',
      'accepted',
      'accepted',
    ]);
  });
});

describe('a change', () => {
  test('has the facts and the reasons', () => {
    const payments = payment(transaction(2, 'RJCT', reason('AC04', 'Hesap kapalı') + repeated('20.00')));
    expect(apply({ payments })).toEqual({
      changes: [
        {
          endToEndId: payoutId(2),
          facts: { ...EXPORTED, bankStatus: 'RJCT' },
          reasons: [{ code: 'AC04', proprietary: null, text: 'Hesap kapalı' }],
        },
      ],
      executed: new Map(),
      unmatched: [],
    });
  });

  const reasonsOf = (inner: string) =>
    apply({
      group: `<GrpSts>PART</GrpSts>${reason('FF01')}`,
      payments: payment(inner),
    }).changes.map(({ reasons }) => reasons?.map(({ code }) => code));

  test('has the reasons of the nearest level for a refusal', () => {
    expect(reasonsOf(transaction(1, 'RJCT', reason('AC01')))).toEqual([['AC01']]);
    expect(reasonsOf(reason('AM04') + transaction(1, 'RJCT'))).toEqual([['AM04']]);
    expect(reasonsOf(transaction(1, 'RJCT'))).toEqual([['FF01']]);
  });

  test('has no reasons of other levels for an acceptance', () => {
    expect(reasonsOf(transaction(1, 'ACSP'))).toEqual([[]]);
  });

  test('is one for a payout that is named twice', () => {
    const payments = payment(transaction(1, 'RJCT', reason('AC04')) + transaction(1, 'ACSP'));
    expect(apply({ payments }).changes).toMatchObject([
      { facts: { bankStatus: 'RJCT' }, reasons: [{ code: 'AC04' }] },
    ]);
  });

  test('of what was refused keeps the reasons, where the bank has executed it too', () => {
    const refused = batchOf(payoutOf(1, { bankStatus: 'RJCT' }));
    expect(apply({ group: '<GrpSts>ACSC</GrpSts>' }, refused).changes).toMatchObject([
      { facts: { bankStatus: 'RJCT', isExecuted: true }, reasons: null },
    ]);
  });

  test('is none when the same report comes again', () => {
    const given = { group: '<GrpSts>ACSP</GrpSts>' };
    expect(apply(given, withChanges(BATCH, apply(given).changes)).changes).toEqual([]);
  });
});

describe('what cannot be matched', () => {
  test('is the whole report of another file', () => {
    expect(apply({ original: 'P000000041', group: '<GrpSts>RJCT</GrpSts>' })).toEqual({
      changes: [],
      executed: new Map(),
      unmatched: [],
    });
  });

  const unmatchedOf = (payments: string, group = '') => {
    const { changes, unmatched } = apply({ payments, group });
    expect(changes).toEqual([]);
    return unmatched;
  };

  test('is a status of an unknown payment', () => {
    expect(unmatchedOf(payment('<PmtInfSts>RJCT</PmtInfSts>', 'X'))).toEqual([
      { kind: 'unknown-payment', id: 'X', status: 'RJCT' },
    ]);
  });

  test('is a transaction with an unknown id', () => {
    expect(unmatchedOf(payment(transaction('X-9', 'RJCT')))).toEqual([
      { kind: 'unknown-transaction', id: 'X-9', status: 'RJCT' },
    ]);
  });

  test.each([repeated('10.01'), repeated('10.00').replace('TRY', 'EUR')])(
    'is a transaction with another amount, which no level above covers',
    (inner) => {
      const { changes, unmatched } = apply({
        group: '<GrpSts>ACSP</GrpSts>',
        payments: payment(transaction(1, 'ACSP', inner)),
      });
      expect(unmatched).toEqual([{ kind: 'other-amount', id: payoutId(1), status: 'ACSP' }]);
      expect(changes.map(({ endToEndId }) => endToEndId)).toEqual([2, 3, 4].map(payoutId));
    },
  );

  test.each([
    ['the file', null, '', '<GrpSts>ACCT</GrpSts>'],
    ['a payment', GROUP_ID, payment('<PmtInfSts>ACCT</PmtInfSts>'), ''],
    ['a transaction', payoutId(1), payment(transaction(1, 'ACCT')), ''],
  ])('is an unknown status of %s', (_, id, payments, group) => {
    expect(unmatchedOf(payments, group)).toEqual([{ kind: 'unknown-status', id, status: 'ACCT' }]);
  });
});
