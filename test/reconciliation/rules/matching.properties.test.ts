import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import { findReferences } from '../../../src/reconciliation/domain/matching/find-references.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type {
  DepositFacts,
  MatchableLine,
  MatchFacts,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { isReference, makeReference } from '../../../src/transactions/domain/reference.ts';
import {
  DAY_MS,
  IBAN,
  makeDeposit,
  makeFacts,
  makeLine,
  makeLineFacts,
  NOW_MS,
  OTHER_IBAN,
  withPolicy,
} from '../../support/matching.ts';
import { holdsIn, holds as holdsShorter } from '../../support/properties.ts';

const CASES = 1000;
const holds = <T>(property: Parameters<typeof holdsIn<T>>[0]) => holdsShorter(property, CASES);

const REFERENCES = [1, 2, 3].map((number) => makeReference(number * 1_234_567));
const NAMES = ['Ayşe Yılmaz', 'Ayşe Yıldız', 'Mehmet Arslan', 'Mehmet Aslan'];
const AMOUNTS = [10_000, 10_050];

const reference = fc.constantFrom(...REFERENCES);
const name = fc.constantFrom(...NAMES);
const amountMinor = fc.constantFrom(...AMOUNTS);
const state = fc.constantFrom('pending', 'pending', 'pending', 'expired', 'successful', 'cancelled');

const deposits = fc
  .array(fc.record({ reference: fc.option(reference), amountMinor, state, user: fc.nat(3) }), {
    maxLength: 5,
  })
  .map((drafts) =>
    drafts.map(({ user, state: given, ...draft }, place): DepositFacts => {
      const ended = given === 'pending' ? null : NOW_MS - DAY_MS / 2;
      const transactionId = `6741a000000000000000000${place}`;
      return makeDeposit({
        ...draft,
        name: NAMES[user] ?? null,
        state: given as DepositFacts['state'],
        transactionId,
        userId: `user-${user}`,
        endedAtMs: ended,
        paidWithoutLineMinor: given === 'successful' ? draft.amountMinor : null,
      });
    }),
  );

const lines = fc
  .array(
    fc.record({
      remittance: fc.array(fc.oneof(reference, fc.constant('kira'), fc.string({ maxLength: 12 })), {
        maxLength: 2,
      }),
      counterpartyName: fc.option(name),
      counterpartyIban: fc.constantFrom(null, IBAN, OTHER_IBAN),
      amountMinor,
      status: fc.constantFrom('booked', 'booked', 'booked', 'pending'),
      direction: fc.constantFrom('credit', 'credit', 'credit', 'credit', 'debit'),
      isReversal: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((drafts) =>
    drafts.map((draft, place) => makeLineFacts(`line-${place}`, draft as Partial<MatchableLine>)),
  );

const facts: fc.Arbitrary<MatchFacts> = fc
  .record({ lines, deposits, others: lines })
  .map(({ others, ...rest }) =>
    makeFacts({
      ...rest,
      debits: others.map((one) => ({
        ...one,
        lineId: `out-${one.lineId}`,
        line: { ...one.line, direction: 'debit' },
      })),
      ...withPolicy({
        otherPayer: 'accept',
        late: 'accept',
        underpaidToleranceMinor: 50,
        overpaidToleranceMinor: 50,
      }),
    }),
  );

/** The settlements, as text: line, deposit and amount. */
function settledBy(given: MatchFacts): readonly string[] {
  return matchLines(given)
    .flatMap(({ lineId, action }) =>
      action ? [`${lineId} ${action.transactionId} ${action.finalAmountMinor}`] : [],
    )
    .sort();
}

test('the order of lines and deposits changes no decision, and the same facts give the same ones', () => {
  holds(
    fc.property(facts, (given) => {
      const turned = { ...given, lines: [...given.lines].reverse(), deposits: [...given.deposits].reverse() };
      expect([...matchLines(turned)].reverse()).toEqual(matchLines(given));
      expect(matchLines(structuredClone(given))).toEqual(matchLines(given));
    }),
  );
});

test('some of these facts settle by every rule that can', () => {
  const rules = new Set<string>();
  // Few settle by the rarer rules: fewer cases would miss them.
  holdsIn(
    fc.property(facts, (given) => {
      for (const { action, rule } of matchLines(given)) if (action) rules.add(rule);
    }),
    CASES,
  );
  expect([...rules].sort()).toEqual([
    'reference-exact',
    'reference-late',
    'reference-noted',
    'reference-other-payer',
    'reference-tolerance',
  ]);
});

test('a deposit settles once at most, with the amount received, by a booked credit of its account', () => {
  holds(
    fc.property(facts, (given) => {
      const actions = matchLines(given).flatMap(({ lineId, action }) => (action ? [{ lineId, action }] : []));
      expect(new Set(actions.map(({ action }) => action.transactionId)).size).toBe(actions.length);
      for (const { lineId, action } of actions) {
        const line = given.lines.find((one) => one.lineId === lineId)?.line;
        expect(line).toMatchObject({
          amountMinor: action.finalAmountMinor,
          status: 'booked',
          direction: 'credit',
          isReversal: false,
        });
      }
    }),
  );
});

test('a twin of a deposit, or of a line, never adds a settlement', () => {
  holds(
    fc.property(facts, fc.nat(4), fc.boolean(), (given, place, isNamed) => {
      const before = settledBy(given);
      const deposit = given.deposits[place % Math.max(1, given.deposits.length)];
      if (deposit) {
        const twin = {
          ...deposit,
          transactionId: 'ffffffffffffffffffffffff',
          userId: 'twin',
          reference: isNamed ? deposit.reference : null,
        };
        expect(before).toEqual(
          expect.arrayContaining([...settledBy({ ...given, deposits: [...given.deposits, twin] })]),
        );
      }
      const line = given.lines[place % given.lines.length];
      if (line) {
        const otherLines = [{ ...line, lineId: 'twin' }];
        expect(before).toEqual(expect.arrayContaining([...settledBy({ ...given, otherLines })]));
      }
    }),
  );
});

test('whatever a payer writes, only own references are found, and the line is read without an error', () => {
  holds(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 4 }),
      fc.string({ unit: 'grapheme' }),
      (texts, text) => {
        const { whole, loose, near } = findReferences([...texts, text], 'TRY');
        for (const found of [...whole, ...loose, ...near.keys()]) expect(isReference(found)).toBe(true);
        expect(lookupsOf(makeLine({ remittance: texts, counterpartyName: text })).references).toHaveLength(
          2 * (whole.length + loose.length),
        );
      },
    ),
  );
});
