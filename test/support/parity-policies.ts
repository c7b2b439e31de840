import type { Input } from './graphql-calls.ts';
import { type BadValue, badAmounts, badIds, type ParityCase, parityCase } from './parity-cases.ts';
import type { Caller } from './parity-fixtures.ts';

const OTHERS: readonly Caller[] = ['merchant', 'viewer', 'operator', 'disabled', 'unknown', 'nobody'];
const TEXT_ONLY = { 'rest form': 'a form carries text only' };

function ask(
  operation: string,
  name: string,
  input: Input,
  { as = 'admin', cannot }: { readonly as?: Caller; readonly cannot?: ParityCase['cannot'] } = {},
): ParityCase {
  return parityCase(operation, name, input, { as, ...(cannot && { cannot }) });
}

/** It may be left out. */
const given = (values: readonly BadValue[], ...others: readonly string[]) =>
  values.filter(([what]) => what !== 'missing' && !others.includes(what));

/** The cases of match policies. */
export function policyCases(): ParityCase[] {
  const set = (name: string, changes: Input, cannot?: ParityCase['cannot']) =>
    ask('updateMatchPolicy', name, changes, cannot ? { cannot } : {});
  const rules = ['otherPayer', 'underpaidBeyond', 'overpaidBeyond', 'late'];
  return [
    ...OTHERS.flatMap((as) => [
      ask('listMatchPolicies', `as ${as}`, {}, { as }),
      ask('updateMatchPolicy', `as ${as}`, { desk: true, late: 'hold' }, { as }),
      ask('removeMatchPolicy', `as ${as}`, { desk: true }, { as }),
    ]),
    ...given(badIds(), 'null').map(([what, appKey, cannot]) =>
      set(`appKey ${what}`, { appKey, late: 'hold' }, cannot),
    ),
    ...given(badIds(), 'null').map(([what, appKey, cannot]) =>
      ask('removeMatchPolicy', `appKey ${what}`, { appKey }, cannot ? { cannot } : {}),
    ),
    ...given(badAmounts(), 'null').map(([what, underpaidTolerance, cannot]) =>
      set(`underpaidTolerance ${what}`, { desk: true, underpaidTolerance }, cannot),
    ),
    set('a tolerance too large', { desk: true, overpaidTolerance: 1000.01 }),
    ...[-1, 101, 0.5].map((overpaidTolerancePerMille) =>
      set(`${overpaidTolerancePerMille} thousandths`, { desk: true, overpaidTolerancePerMille }),
    ),
    ...rules.flatMap((rule) => [
      set(`${rule} empty`, { desk: true, [rule]: '' }, { graphql: 'the schema names the words of an enum' }),
      set(
        `${rule} unknown`,
        { desk: true, [rule]: 'none' },
        { graphql: 'the schema names the words of an enum' },
      ),
    ]),
    set('of nothing', { desk: true }),
    set('without a target', { late: 'accept' }),
    set('of a merchant and the desk', { appKey: 'demo-merchant', desk: true, late: 'accept' }),
    set('of no merchant and not of the desk', { desk: false, late: 'accept' }),
    set('of an unknown key', { appKey: 'nobody-here', late: 'hold' }),
    set('of an operator', { appKey: 'demo-operator', late: 'hold' }),
    set('of the desk', { desk: true, underpaidTolerance: 2.5, late: 'accept' }),
    set('of a merchant', {
      appKey: 'demo-merchant',
      otherPayer: 'accept',
      underpaidBeyond: 'return',
      overpaidTolerance: 1,
      overpaidTolerancePerMille: 5,
      overpaidBeyond: 'return',
      late: 'return',
    }),
    set('of a merchant again', { appKey: 'demo-merchant', otherPayer: 'hold' }),
    set('without a tolerance', { appKey: 'demo-merchant', overpaidTolerance: null }, TEXT_ONLY),
    ask('listMatchPolicies', 'of both', {}, { as: 'operator' }),
    ask(
      'listMatchPolicies',
      'with an unknown parameter',
      { limit: 5 },
      { cannot: { graphql: 'it has no arguments' } },
    ),
    ask('removeMatchPolicy', 'of a merchant', { appKey: 'demo-merchant' }),
    ask('removeMatchPolicy', 'of a merchant again', { appKey: 'demo-merchant' }),
    ask('removeMatchPolicy', 'without a target', {}),
    ask('removeMatchPolicy', 'of a merchant and the desk', { appKey: 'demo-merchant', desk: true }),
    ask('removeMatchPolicy', 'of the desk', { desk: true }),
  ];
}
