import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { measureAdversary } from '../../../bench/reconciliation/adversary/run.ts';
import type { Tally } from '../../../bench/reconciliation/adversary/tally.ts';
import { FORMAT_NAMES } from '../../../bench/reconciliation/bank-files.ts';
import { Banks } from '../../../bench/reconciliation/banks.ts';
import { createDays } from '../../../bench/reconciliation/days.ts';
import { runDesk } from '../../../bench/reconciliation/desk.ts';
import { addFigures, createFigures, type Figures, sumOf } from '../../../bench/reconciliation/figures.ts';
import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import { findReferences } from '../../../src/reconciliation/domain/matching/find-references.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type {
  DepositFacts,
  LineFacts,
  MatchableLine,
  MatchFacts,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { isReference, makeReference } from '../../../src/transactions/domain/reference.ts';
import { IS_LONG } from '../../support/long.ts';
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
import { ANY_CHARACTER, holdsIn } from '../../support/properties.ts';

describe('matching of all inputs', () => {
  const holds = <T>(property: Parameters<typeof holdsIn<T>>[0]) => holdsIn(property, IS_LONG ? 1000 : 80);
  const REFERENCES = [1, 2, 3].map((number) => makeReference(number * 1_234_567));
  const NAMES = ['Ayşe Yılmaz', 'Ayşe Yıldız', 'Mehmet Arslan', 'Mehmet Aslan'];
  const AMOUNTS = [10_000, 10_050];
  const reference = fc.constantFrom(...REFERENCES);
  const name = fc.constantFrom(...NAMES);
  const amountMinor = fc.constantFrom(...AMOUNTS);
  const state = fc.constantFrom('pending', 'pending', 'pending', 'expired', 'successful', 'cancelled');

  // Of a list of constants the generator prefers the ends: few of its cases would settle.
  const often = <T>(arbitrary: fc.Arbitrary<T>) => ({ arbitrary, weight: 9 });

  const deposits = fc
    .array(
      fc.record({
        isNamed: fc.oneof(often(fc.constant(true)), fc.constant(false)),
        amountMinor,
        state,
        user: fc.nat(3),
      }),
      { maxLength: 5 },
    )
    .map((drafts) =>
      drafts.map(({ user, isNamed, state: given, ...draft }, place): DepositFacts => {
        const ended = given === 'pending' ? null : NOW_MS - DAY_MS / 2;
        const transactionId = `6741a000000000000000000${place}`;
        return makeDeposit({
          ...draft,
          // The first ones have one each; that of others is not theirs alone.
          reference: isNamed ? (REFERENCES[place % REFERENCES.length] ?? null) : null,
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
        remittance: fc.array(fc.oneof(often(reference), fc.constant('kira'), fc.string({ maxLength: 12 })), {
          maxLength: 2,
        }),
        counterpartyName: fc.option(name),
        counterpartyIban: fc.constantFrom(null, IBAN, OTHER_IBAN),
        amountMinor,
        status: fc.oneof(often(fc.constant('booked')), fc.constant('pending')),
        direction: fc.oneof(often(fc.constant('credit')), fc.constant('debit')),
        isReversal: fc.oneof(often(fc.constant(false)), fc.constant(true)),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((drafts) =>
      drafts.map((draft, place) => makeLineFacts(`line-${place}`, draft as Partial<MatchableLine>)),
    );

  // Where a debit can have taken money back, little settles.
  const others = fc.oneof(often(fc.constant<LineFacts[]>([])), lines);

  const facts: fc.Arbitrary<MatchFacts> = fc.record({ lines, deposits, others }).map(({ others, ...rest }) =>
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
        const turned = {
          ...given,
          lines: [...given.lines].reverse(),
          deposits: [...given.deposits].reverse(),
        };
        expect([...matchLines(turned)].reverse()).toEqual(matchLines(given));
        expect(matchLines(structuredClone(given))).toEqual(matchLines(given));
      }),
    );
  });

  test('some of these facts settle by every rule that can', () => {
    const rules = new Set<string>();
    holds(
      fc.property(facts, (given) => {
        for (const { action, rule } of matchLines(given)) if (action) rules.add(rule);
      }),
    );
    // The rarest one is left to the long form.
    const rarest = IS_LONG ? ['reference-tolerance'] : [];
    expect([...rules].sort()).toEqual([
      'reference-exact',
      'reference-late',
      'reference-noted',
      'reference-other-payer',
      ...rarest,
    ]);
  });

  test('a deposit settles once at most, with the amount received, by a booked credit of its account', () => {
    holds(
      fc.property(facts, (given) => {
        const actions = matchLines(given).flatMap(({ lineId, action }) =>
          action ? [{ lineId, action }] : [],
        );
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
        fc.array(fc.string({ unit: ANY_CHARACTER, maxLength: 60 }), { maxLength: 4 }),
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
});

/** The long form has more lines, and `npm run bench -- --reconciliation` many more. */
const DEPOSITS = IS_LONG ? 16_000 : 200;

const IN_FILES = IS_LONG ? 300 : 20;

describe('in generated days of a desk, whose truth is known', () => {
  let figures: Figures;
  beforeAll(() => {
    figures = runDesk(createDays(1, DEPOSITS), 1);
  }, 300_000);

  test('of more lines than deposits, none settles wrongly', () => {
    expect(sumOf(figures).lines).toBeGreaterThan(DEPOSITS);
    expect(figures.mistakes).toEqual([]);
  });

  test('at least 93 % of payments by users with a right reference settle by themselves', () => {
    const { settled, lines } = sumOf(figures, ['right reference']);
    expect(settled / lines).toBeGreaterThan(0.93);
  });

  test('at least 95 % of proposals have the right deposit first', () => {
    const { rightFirst, proposed } = sumOf(figures);
    expect(rightFirst / proposed).toBeGreaterThan(0.95);
  });

  test('what names no deposit settles nothing', () => {
    expect(sumOf(figures, ['no reference', 'nobody', 'payout back', 'payout back, unmarked']).settled).toBe(
      0,
    );
  });
});

describe('in generated days whose lines come in files of every format, which overlap, come twice and out of order', () => {
  const figures = createFigures();
  const ways: Banks[] = [];
  beforeAll(() => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const days = createDays(seed, IN_FILES, IN_FILES);
      const banks = new Banks(days, seed);
      addFigures(figures, runDesk(days, seed, banks));
      banks.countLost(days.endMs);
      ways.push(banks);
    }
  }, 300_000);

  test('every format is used', () => {
    const used = new Set(ways.flatMap(({ formats }) => [...formats]));
    expect([...used].sort()).toEqual([...FORMAT_NAMES].sort());
  });

  test('no line is lost, doubled, held, read with another amount, or left pending though it is booked', () => {
    for (const { figures: way } of ways) {
      expect(way).toMatchObject({ doubled: 0, misread: 0, held: 0, lost: 0, stuck: 0 });
      expect(way.written).toBeGreaterThan(2 * way.received);
    }
  });

  test('no line settles wrongly, and at least 93 % of payments by users with a right reference settle by themselves', () => {
    expect(figures.mistakes).toEqual([]);
    const { settled, lines } = sumOf(figures, ['right reference']);
    expect(settled / lines).toBeGreaterThan(0.93);
  });
});

/** `npm run bench -- --reconciliation` does the same with many more lines. */
describe('among payments that deceive: names in every form, references of others, money that goes back', () => {
  let tally: Tally;
  beforeAll(() => {
    tally = measureAdversary(IS_LONG ? 1_000 : 300);
  });

  test('no line settles wrongly, by any policy', () => {
    expect(tally.mistakes).toEqual([]);
  });

  test('at least nine of ten payments settle that name their deposit, by a name that a person recognises', () => {
    const kinds = [...tally.kinds.values()];
    const sum = (key: 'recognisable' | 'recognised') => kinds.reduce((all, kind) => all + kind[key], 0);
    expect(sum('recognised') / sum('recognisable')).toBeGreaterThan(0.9);
  });

  test('what waits lists the deposit that the money is for', () => {
    const crossed = [...tally.kinds].filter(([name]) => name.startsWith('crossed'));
    for (const [, { listed, meant }] of crossed) expect(listed / meant).toBeGreaterThan(0.98);
  });
});
