import type { Input } from './graphql-calls.ts';
import { type ParityCase, parityCase } from './parity-cases.ts';
import type { Caller } from './parity-fixtures.ts';
import { UNKNOWN_ID } from './parity-transitions.ts';

const CALLERS: readonly Caller[] = [
  ...(['merchant', 'viewer', 'disabled', 'unknown', 'nobody', 'operator', 'admin'] as const),
];

/** Good ranges, those that are empty or too long, and days that are none. */
const RANGES: readonly Input[] = [
  { fromDay: '2026-11-19', toDay: '2026-11-20' },
  { fromDay: '2026-11-20' },
  { toDay: '2026-11-20' },
  { fromDay: '2026-11-20', toDay: '2026-11-19' },
  { fromDay: '2024-11-20', toDay: '2026-11-19' },
  { fromDay: '2026-02-29' },
  { toDay: '20.11.2026' },
  { fromDay: '' },
  { toDay: '2026-11-20T00:00:00Z' },
];

/** The cases of the days of an account, and of lists of lines by days. They need the file of parity-statements.ts. */
export function accountDayCases(): ParityCase[] {
  const of =
    (more: Input): ParityCase['input'] =>
    (responseTo) => ({ accountId: responseTo('a file').file.accountIds[0], ...more });
  const days = (name: string, input: ParityCase['input'], as: Caller = 'operator') =>
    parityCase('listAccountDays', name, input, { as });
  return [
    ...RANGES.flatMap((range) => [
      days(JSON.stringify(range), of(range)),
      parityCase('listStatementLines', `in ${JSON.stringify(range)}`, range, { as: 'operator' }),
    ]),
    ...CALLERS.map((as) => days(`as ${as}`, of({ toDay: '2026-11-20' }), as)),
    days('of no account', { accountId: UNKNOWN_ID }),
    days('without an account', {}),
    days('of an id too long', { accountId: 'x'.repeat(129) }),
  ];
}
