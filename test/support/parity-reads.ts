import type { Input } from './graphql-calls.ts';
import { idOf, type ParityCase, parityCase, type ResponseTo, UNKNOWN_ID } from './parity-cases.ts';
import { CALLERS, type Caller } from './parity-fixtures.ts';
import type { Random } from './random.ts';

const NO_PROCESS = { cannot: { 'rest form': 'its path names a transactionId' } };
const NO_READ = { cannot: { 'rest form': 'its path is a route that takes POST' } };
const READERS: readonly Caller[] = ['merchant', 'other', 'viewer', 'operator', 'admin'];

/** The cases that read the created transactions. They are the same for the same seed. */
export function readCases(random: Random): ParityCase[] {
  return [...one(), ...lists(random), ...rangesAndClients(), ...walks(), ...others()];
}

/** Reads of one transaction: an own one, one of another client, a missing one. */
function one(): ParityCase[] {
  const get = (name: string, input: Input, as: Caller = 'merchant') =>
    parityCase('getTransaction', name, input, as);
  const byProcess = (name: string, input: Input, as: Caller = 'merchant') =>
    parityCase('getTransaction', name, input, as, NO_PROCESS);
  const made = [0, 1, 2, 3, 4, 5].map((index) => `create${index % 2 ? 'Deposit' : 'Withdrawal'} ${index}`);
  const kept = made[1]!;
  const itsProcess = { processId: (responseTo: ResponseTo) => responseTo(kept).processId };
  const processId = 'createDeposit-43';
  return [
    ...READERS.flatMap((as) => made.map((one) => get(`${one} as ${as}`, { transactionId: idOf(one) }, as))),
    ...['Deposit', 'deposit/', 'x', "' or 1=1 --", '../deposit'].map((transactionId) =>
      get(`under ${transactionId}`, { transactionId }),
    ),
    parityCase('getTransaction', 'of a route', { transactionId: 'deposit' }, 'merchant', NO_READ),
    get('in capitals', { transactionId: (responseTo: ResponseTo) => idOf(kept)(responseTo).toUpperCase() }),
    byProcess('by its process', itsProcess),
    byProcess('by the process of another', itsProcess, 'other'),
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
  ['query', ['user', '1.250,50', '7841326', 'çağlayan şükrü', 'ŞÜKRÜ', 'caglayan', '李', '%']],
  ['query', ['TR33 0006', 'createdeposit-2', 'nothing like it', '\\']],
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
    return parityCase('listTransactions', `${index} ${JSON.stringify(input)} as ${as}`, input, as);
  });
}

/** Filters that are wrong together, and clients that are none. */
function rangesAndClients(): ParityCase[] {
  const list = (name: string, input: Input, as: Caller = 'merchant') =>
    parityCase('listTransactions', name, input, as);
  const [earlier, later] = ['2026-11-20T12:00:00Z', '2026-11-20T12:00:01Z'];
  const movedAccountId = 'no-such-account';
  return [
    list('from after to', { from: later, to: earlier }),
    list('movedFrom after movedTo', { movedFrom: later, movedTo: earlier }),
    list('moved on an account without a time', { movedAccountId }),
    list('moved on an account for too long', { movedAccountId, movedFrom: '2020-11-20T12:00:01Z' }),
    list('a client that is none', { appKey: 'nobody' }, 'operator'),
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
          const cursor = (responseTo: ResponseTo) => responseTo(keep(step - 1)).nextCursor;
          const from = step > 0 && { [backwards ? 'before' : 'after']: cursor };
          const input = { ...filter, limit, ...(backwards && { backwards }), ...from };
          return parityCase('listTransactions', keep(step), input, as, { keep: keep(step) });
        }),
      ),
    ),
  );
}

/** A filter that no row matches: the rows of the surfaces differ in their times and hashes. */
const NO_ROWS = { target: 'nothing has this id', actor: 'a', operation: 'b', from: '2026-01-01T00:00:00Z' };

function others(): ParityCase[] {
  const reads: readonly (readonly [string, Input])[] = [
    ['listTransactions', {}],
    ['getTransaction', { transactionId: UNKNOWN_ID }],
    ['listAvailableBanks', {}],
  ];
  return [
    parityCase('listAvailableBanks', 'for withdrawals', { type: 'withdrawal' }, 'merchant'),
    parityCase('listAudit', 'with every filter', { ...NO_ROWS, limit: 1 }, 'admin'),
    parityCase('listAudit', 'after no cursor', { ...NO_ROWS, after: 'x' }, 'admin'),
    // The limits of the age of a sign.
    ...reads.flatMap(([operation, input]) =>
      [300, 301, -300, -301].map((signedSecondsAgo) =>
        parityCase(operation, `signed ${signedSecondsAgo} s ago`, input, 'merchant', { signedSecondsAgo }),
      ),
    ),
  ];
}

/** The reads of the desk beside its lists. They need the cases of transitions. */
export function deskReadCases(): ParityCase[] {
  const filters: readonly Input[] = [
    ...[{}, { type: 'withdrawal' }, { isSent: true }, { isSent: false, type: 'deposit' }, { query: 'user' }],
    ...[{ appKey: CALLERS.other.appKey }, { appKey: 'nobody' }, { bankId: 'no-such-bank' }],
    ...[{ minAmount: 150, maxAmount: 501.5 }, { userId: 'nobody at all' }],
  ];
  const kept = ['a corrected one', 'a cancelled one', 'a refused one', 'a withdrawal of the desk'].map(idOf);
  const changes = (name: string, transactionIds: readonly unknown[], as: Caller = 'viewer') =>
    parityCase('listLastChanges', name, { transactionIds }, as);
  return [
    ...filters.flatMap((filter) =>
      (['operator', 'merchant'] as const).map((as) =>
        parityCase('readQueueTotals', `${JSON.stringify(filter)} as ${as}`, filter, as),
      ),
    ),
    parityCase('sumTransactions', 'as operator', {}, 'operator'),
    parityCase('sumTransactions', 'of withdrawals as merchant', { type: 'withdrawal' }, 'merchant'),
    ...READERS.slice(2).map((as) => changes(`of several as ${as}`, [...kept, UNKNOWN_ID, 'x'], as)),
    changes('of none', []),
    changes('of one twice', [kept[0], kept[0]]),
  ];
}
