import type { Input } from './graphql-calls.ts';
import { NumberText } from './number-text.ts';
import { type BadValue, badTexts, type ParityCase, parityCase } from './parity-cases.ts';
import { CALLERS, type Caller } from './parity-fixtures.ts';
import type { Random } from './random.ts';

const NO_PROCESS = { 'rest form': 'its path names a transactionId' };
const NO_READ = { 'rest form': 'its path is a route that takes POST' };
const TEXT_ONLY = { 'rest form': 'a query carries text only' };
const UNKNOWN_ID = 'ffffffffffffffffffffffff';

/** The cases that read the created transactions. They are the same for the same seed. */
export function readCases(random: Random): ParityCase[] {
  return [
    ...one(),
    ...lists(random),
    ...badLists(),
    ...walks(),
    ...banks(),
    ...identities(),
    ...auditLog(),
    ...credentials(),
  ];
}

/** Reads of one transaction: an own one, one of another client, a missing one. */
function one(): ParityCase[] {
  const get = (name: string, input: ParityCase['input'], as: Caller = 'merchant', cannot = {}) =>
    parityCase('getTransaction', name, input, { as, cannot });
  const made = [...Array(6).keys()].map((index) =>
    index % 2 ? `createDeposit ${index}` : `createWithdrawal ${index}`,
  );
  const callers: Caller[] = ['merchant', 'other', 'viewer', 'operator', 'admin'];
  const byProcess = (name: string, input: ParityCase['input'], as: Caller = 'merchant') =>
    get(name, input, as, NO_PROCESS);
  const processId = 'createDeposit-43';
  return [
    ...callers.flatMap((as) =>
      made.map((kept) =>
        get(`${kept} as ${as}`, (responseTo) => ({ transactionId: responseTo(kept).transactionId }), as),
      ),
    ),
    ...[
      UNKNOWN_ID,
      'Deposit',
      'deposit/',
      'x',
      ' ',
      'x'.repeat(129),
      'a\u0000',
      "' or 1=1 --",
      '../deposit',
    ].map((transactionId) => get(`under ${JSON.stringify(transactionId.slice(0, 24))}`, { transactionId })),
    get('under the name of a route', { transactionId: 'deposit' }, 'merchant', NO_READ),
    get('in capitals', (responseTo) => ({ transactionId: responseTo(made[1]!).transactionId.toUpperCase() })),
    byProcess('by its process', (responseTo) => ({ processId: responseTo(made[1]!).processId })),
    byProcess(
      'by the process of another',
      (responseTo) => ({ processId: responseTo(made[1]!).processId }),
      'other',
    ),
    byProcess('by no process', { processId: 'no-such-process' }),
    byProcess('by a process without a client', { processId }, 'operator'),
    byProcess('by a process and a client', { processId, appKey: CALLERS.merchant.appKey }, 'operator'),
    byProcess('by a process and no client', { processId, appKey: 'nobody' }, 'operator'),
    byProcess('by nothing', {}),
    byProcess('by both', { processId, transactionId: UNKNOWN_ID }),
  ];
}

/** The filters of a list, each with some values. */
const FILTERS: readonly (readonly [string, readonly unknown[]])[] = [
  ['status', ['pending', 'successful', 'unsuccessful']],
  ['type', ['deposit', 'withdrawal']],
  ['bankId', ['507f1f77bcf86cd799439011', '507f1f77bcf86cd799439012', 'no-such-bank']],
  ['processId', ['createDeposit-15', 'createWithdrawal-15', 'no-such-process', '%']],
  ['userId', ['pending-user-of-createDeposit', 'pending-user-of-createWithdrawal', 'USER']],
  ['from', ['2026-11-20T12:00:00Z', '2026-11-20T15:00:40+03:00', '2026-11-21T00:00:00Z']],
  ['to', ['2026-11-20T12:02:00.001Z', '2026-11-20T07:32:00-04:30', '2026-12-01T00:00:00Z']],
  ['minAmount', [0.01, 150, 501.5]],
  ['maxAmount', [150, 50_000, 1_000_000_000]],
  [
    'query',
    [
      'user',
      '1.250,50',
      '7841326',
      'çağlayan şükrü',
      'ŞÜKRÜ',
      'caglayan',
      '李',
      '%',
      'TR33 0006',
      'createdeposit-2',
      'nothing like it',
      '\\',
    ],
  ],
  ['reason', [['expired'], ['cancelled', 'rejected'], ['reversed']]],
  ['isLate', [true, false]],
  ['isSent', [true, false]],
  ['accountId', ['no-such-account']],
  ['movedFrom', ['2026-11-20T12:00:00Z', '2026-11-21T00:00:00Z']],
  ['movedTo', ['2026-11-20T12:02:00.001Z', '2026-12-01T00:00:00Z']],
  ['movedAccountId', ['no-such-account']],
  ['appKey', [CALLERS.merchant.appKey, CALLERS.other.appKey, CALLERS.viewer.appKey]],
];

/** Random filters, one to three at a time. */
function lists(random: Random): ParityCase[] {
  return Array.from({ length: 60 }, (_, index) => {
    const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(FILTERS));
    const filter = Object.fromEntries(chosen.map(([field, values]) => [field, random.pick(values)]));
    const as = random.pick<Caller>(['merchant', 'merchant', 'other', 'viewer', 'operator', 'admin']);
    const input = { ...filter, limit: 1 + random.below(100) };
    return parityCase('listTransactions', `${index} ${JSON.stringify(input)} as ${as}`, input, { as });
  });
}

/** Each filter with its invalid values. */
function badLists(): ParityCase[] {
  const texts = (maxCharacters: number) =>
    badTexts(maxCharacters).filter(([what]) => !['missing', 'null'].includes(what));
  const words: readonly BadValue[] = [
    ['empty', ''],
    ['unknown', 'done'],
    ['in capitals', 'PENDING'],
    ['given twice', ['a', 'b']],
  ];
  const moments = ['', 'now', '2026-11-20', '2026-11-20T12:00:00', '2026-02-30T00:00:00Z', '1763640000'];
  const amounts = ['', 'x', 0, -1, 0.001, 1e21, new NumberText('1e2'), new NumberText('10.100')];
  const cursors = ['', 'next', '2', UNKNOWN_ID, 'A'.repeat(500)];
  const sizes = [0, 101, -1, 1.5, 'abc', '', true, [1, 2], new NumberText('1e1')];
  const limits: readonly BadValue[] = sizes.map((value) => [`${value}`, value]);
  const plain = (values: readonly unknown[]): readonly BadValue[] =>
    values.map((value) => [`${value}`, value]);
  const tables: readonly (readonly [string, readonly BadValue[]])[] = [
    ...['status', 'type'].map((field) => [field, words] as const),
    ...['bankId', 'accountId', 'movedAccountId', 'processId', 'userId', 'appKey'].map(
      (field) => [field, texts(128)] as const,
    ),
    ['query', texts(200)],
    [
      'reason',
      [
        ['unknown', ['late']],
        ['in capitals', ['EXPIRED']],
      ],
    ],
    ...['isLate', 'isSent'].map((field) => [field, [['a word', 'maybe']]] as const),
    ...['from', 'to', 'movedFrom', 'movedTo'].map((field) => [field, plain(moments)] as const),
    ...['minAmount', 'maxAmount'].map((field) => [field, plain(amounts)] as const),
    ...['after', 'before'].map((field) => [field, plain(cursors)] as const),
    ['limit', limits],
    ['limit', [['text', '50', TEXT_ONLY]]],
  ];
  const list = (name: string, input: Input, options = {}) =>
    parityCase('listTransactions', name, input, options);
  return [
    ...tables.flatMap(([field, values]) =>
      values.map(([what, value, cannot]) => list(`${field} ${what}`, { [field]: value }, { cannot })),
    ),
    list('from after to', { from: '2026-11-20T12:00:01Z', to: '2026-11-20T12:00:00Z' }),
    list('movedFrom after movedTo', { movedFrom: '2026-11-20T12:00:01Z', movedTo: '2026-11-20T12:00:00Z' }),
    list('moved on an account without a time', { movedAccountId: 'no-such-account' }),
    list('moved on an account for too long', {
      movedAccountId: 'no-such-account',
      movedFrom: '2020-11-20T12:00:01Z',
    }),
    list('a client that is none', { appKey: 'nobody' }, { as: 'operator' }),
    list('a client that is none, as one', { appKey: 'nobody' }),
    list('several at once', { status: 'done', type: 'x', userId: ' ' }),
  ];
}

/** Pages in both directions, each from the end of the previous one. */
function walks(): ParityCase[] {
  const sizes = [1, 3, 7, 100];
  const filters: readonly Input[] = [{}, { type: 'deposit' }, { query: 'user', type: 'withdrawal' }];
  return (['merchant', 'operator'] as const).flatMap((as) =>
    [false, true].flatMap((backwards) =>
      filters.flatMap((filter, index) =>
        sizes.map((limit, step) => {
          const keep = (at: number) => `walk ${as} ${backwards} ${index} ${at}`;
          const input: ParityCase['input'] = (responseTo) => ({
            ...filter,
            limit,
            ...(backwards && { backwards }),
            ...(step > 0 && { [backwards ? 'before' : 'after']: responseTo(keep(step - 1)).nextCursor }),
          });
          return parityCase('listTransactions', keep(step), input, { as, keep: keep(step) });
        }),
      ),
    ),
  );
}

function banks(): ParityCase[] {
  const ask = (name: string, input: Input, as: Caller = 'merchant') =>
    parityCase('listAvailableBanks', name, input, { as });
  return [
    ...(['merchant', 'viewer', 'operator', 'admin'] as const).map((as) => ask(`all as ${as}`, {}, as)),
    ...['deposit', 'withdrawal', '', 'Deposit', 'withdraw'].map((type) =>
      ask(`for ${JSON.stringify(type)}`, { type }),
    ),
  ];
}

function identities(): ParityCase[] {
  return (['merchant', 'other', 'viewer', 'operator', 'admin'] as const).map((as) =>
    parityCase('whoAmI', `as ${as}`, {}, { as }),
  );
}

/** A filter that no row matches: the rows of the surfaces differ in their times and hashes. */
const NO_ROWS = { target: 'nothing has this id' };

function auditLog(): ParityCase[] {
  const ask = (name: string, input: Input, as: Caller = 'admin') =>
    parityCase('listAudit', name, { ...NO_ROWS, ...input }, { as });
  return [
    ...(['merchant', 'viewer', 'operator', 'admin'] as const).map((as) => ask(`as ${as}`, {}, as)),
    ask('with every filter', { actor: 'a', operation: 'b', from: '2026-01-01T00:00:00Z', limit: 1 }),
    ...[0, 101].map((limit) => ask(`with the limit ${limit}`, { limit })),
    ask('after no cursor', { after: 'x' }),
    ask('from no time', { from: 'yesterday' }),
    ask('of a blank actor', { actor: ' ' }),
    ...(['merchant', 'viewer', 'operator'] as const).map((as) =>
      parityCase('signIn', `as ${as}`, {}, { as }),
    ),
  ];
}

/** Callers that are refused, and the limits of the age of a sign. */
function credentials(): ParityCase[] {
  const reads = [
    ['listTransactions', {}],
    ['getTransaction', { transactionId: UNKNOWN_ID }],
    ['listAvailableBanks', {}],
  ] as const;
  return reads.flatMap(([operation, input]) => [
    ...(['unknown', 'disabled', 'impostor', 'nobody'] as const).map((as) =>
      parityCase(operation, `as ${as}`, input, { as }),
    ),
    ...[300, 301, -300, -301].map((signedSecondsAgo) =>
      parityCase(operation, `signed ${signedSecondsAgo} s ago`, input, { signedSecondsAgo }),
    ),
  ]);
}
