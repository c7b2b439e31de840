import { DEMO_BANK_ID, VALID_IBAN } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { NumberText } from './number-text.ts';
import { type ParityCase, parityCase } from './parity-cases.ts';
import { BANKS, BLACKLISTED, CALLERS, type Caller } from './parity-fixtures.ts';
import type { Random } from './random.ts';

/** Makes cases of one operation, by default each with its own processId and userId. */
function makerOf(operation: string) {
  let made = 0;
  const account = operation === 'createWithdrawal' && { accountName: 'Test User', iban: VALID_IBAN };
  const input = (changes: Input = {}) => {
    made += 1;
    const own = { processId: `${operation}-${made}`, userId: `user-of-${operation}-${made}` };
    const rest = { bankId: DEMO_BANK_ID, amount: 500, userName: 'testUserName', name: 'Test User' };
    return { ...own, ...rest, ...account, ...changes };
  };
  const ask = (name: string, changes?: Input, as: Caller = 'merchant') =>
    parityCase(operation, name, input(changes), as);
  return { operation, input, ask };
}

type Maker = ReturnType<typeof makerOf>;

/** Creates that are stored, repeated, in conflict, or refused. The cases are the same for the same seed. */
export function createCases(random: Random): ParityCase[] {
  const makers = [makerOf('createDeposit'), makerOf('createWithdrawal')];
  return [...makers.flatMap((maker) => good(maker, random)), ...makers.flatMap(refused)];
}

const NAMES = [
  ...`Test User|Şükrü Çağlayan|李雷|Seán O'Brien & Söhne|  kept   as sent |🙂 Smile|محمد علي`.split('|'),
  ...'İstanbul%20Iğdır+1|a=b&c=d;e|null|undefined|"quoted" \\ {x}'.split('|'),
  ...['n'.repeat(200), '😀'.repeat(200)],
];
const IBANS = [VALID_IBAN, 'tr33 0006 1005 1978 6457 8413 26', 'DE89-3704\u00a00044\u202f0532\u20110130 00'];
const ID_PARTS = `plain|ü/ö?&=+%#|00012|-1|1e3|true|[]|{"a":1}|' or 1=1 --|k e  p\u00a0t`.split('|');

/** Valid requests, each repeated unchanged, and with one field changed: a replay and a conflict. */
function good({ operation, input }: Maker, random: Random): ParityCase[] {
  return Array.from({ length: 14 }, (_, index) => {
    const { accountName, iban, ...rest } = input();
    const first: Input = {
      ...rest,
      processId: `${random.pick(ID_PARTS)}-${rest.processId}`,
      userId: `${random.pick(ID_PARTS)}-${rest.userId}`,
      bankId: `507f1f77bcf86cd79943901${1 + random.below(3)}`,
      amount: Number((random.below(99_990) + 10 + random.below(101) / 100).toFixed(random.below(3))),
      userName: random.pick(NAMES),
      name: NAMES[index],
      ...(iban !== undefined && { accountName: random.pick(NAMES), iban: random.pick(IBANS) }),
    };
    const changed = random.pick(Object.keys(first).filter((field) => field !== 'processId'));
    const others: Input = { amount: 501.5, bankId: BANKS.narrow, iban: 'GB29NWBK60161331926819' };
    const conflict = { ...first, [changed]: others[changed] ?? `another ${changed}` };
    return [
      parityCase(operation, `good ${index}`, first, 'merchant', { keep: `${operation} ${index}` }),
      parityCase(operation, `good ${index} again`, first, 'merchant'),
      parityCase(operation, `good ${index} with another ${changed}`, conflict, 'merchant'),
    ];
  }).flat();
}

/** Several bad fields, and what the bank, its accounts, the blacklist or a pending deposit may refuse. */
function refused({ operation, ask }: Maker): ParityCase[] {
  const withdraws = operation === 'createWithdrawal';
  const pending = `pending-user-of-${operation}`;
  const shared = { processId: `shared-of-${operation}` };
  return [
    parityCase(operation, 'nothing at all', {}, 'merchant'),
    ask('two fields missing', { userId: undefined, name: undefined }),
    ask('one field missing, one blank', { userId: undefined, name: ' ' }),
    ask('more than may be sent', { name: 'x'.repeat(70_000) }),
    ask('an unknown bank', { bankId: 'no-such-bank' }),
    ...Object.entries(BANKS).map(([why, bankId]) => ask(`a bank that is ${why}`, { bankId, amount: 150 })),
    ask('over the limits of the bank', { bankId: BANKS.narrow, amount: 200.01 }),
    ask('at the limit of the bank', { bankId: BANKS.narrow, amount: 200 }),
    ask('under the limits of the bank', { bankId: BANKS.narrow, amount: 99.99 }),
    ask('more than the accounts have room for', { bankId: BANKS.full, amount: 200 }),
    ask('as much as the accounts have room for', { bankId: BANKS.full, amount: 150 }),
    ask('a user on the blacklist', { userId: BLACKLISTED.userId }),
    ask('a name on the blacklist', { name: 'Lísted  NAME!' }),
    ...(withdraws ? [ask('an account on the blacklist', { iban: 'no93 8601 1117 947' })] : []),
    ask('a user on the blacklist of another', { userId: BLACKLISTED.userOfOther }),
    ask('a user on its own blacklist', { userId: BLACKLISTED.userOfOther }, 'other'),
    ...['10.10', '10.0', '10.00', '250.50'].map((amount) =>
      ask(`an amount spelled ${amount}`, { amount: new NumberText(amount) }),
    ),
    ask('a first one of a user', { userId: pending }),
    ask('a second one of the user', { userId: pending }),
    ask('one of the user elsewhere', { userId: pending, amount: 70, bankId: BANKS.depositsOnly }),
    ask('one of the user with another client', { userId: pending }, 'other'),
    ask('a process of one client', shared),
    ask('the same process of another client', shared, 'other'),
    ask('the process of the other type', { processId: 'createDeposit-7' }),
    ask('as a merchant for itself', { onBehalfOf: CALLERS.merchant.appKey }),
    ask('as a merchant for another', { onBehalfOf: CALLERS.other.appKey }),
    // Operators create for merchants.
    ...(['other', 'viewer', 'disabled', 'unknown'] as const).flatMap((merchant) =>
      (['operator', 'admin'] as const).map((as) =>
        ask(`as ${as} for ${merchant}`, { onBehalfOf: CALLERS[merchant].appKey }, as),
      ),
    ),
  ];
}
