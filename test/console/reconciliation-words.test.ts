import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FileReason, sentenceOf } from '../../src/reconciliation/domain/file-problems.ts';
import {
  CLOSED_STATES,
  STORED_LINE_STATES,
  UNREADY_STATES,
} from '../../src/reconciliation/domain/line-states.ts';
import { RULE_IDS } from '../../src/reconciliation/domain/matching/decision.ts';
import type { Reason } from '../../src/reconciliation/domain/matching/reasons.ts';
import type { LineRefusal } from '../../src/reconciliation/line-store.ts';
import { lineRefusalError } from '../../src/reconciliation/refusals.ts';
import { countIn, GROUP_NAMES, statesOf, WAITING_GROUPS } from '../../web/console/reconciliation/groups.ts';
import { doubtsOf, translateRefusal } from '../../web/console/reconciliation/line-refusals.ts';
import { differencesOf } from '../../web/console/reconciliation/refund-differences.ts';
import { addFieldWords, type FieldProblem } from '../../web/console/service/field-words.ts';
import { loadTexts } from '../../web/console/texts/texts.ts';
import { english, turkish } from '../support/texts.ts';

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  vi.stubGlobal('document', { documentElement: {} });
  await loadTexts();
});
afterAll(() => void vi.unstubAllGlobals());

/** The keys of the words for each reason: one for all, or one for each value that it can have. */
const REASONS: { readonly [C in Reason['code']]: readonly string[] } = {
  reference: ['reference'],
  'transaction-id': ['transaction-id'],
  'end-to-end-id': ['end-to-end-id'],
  'payment-id': ['payment-id'],
  'other-total': ['other-total'],
  'several-payouts': ['several-payouts'],
  blacklisted: ['blacklisted'],
  'not-paid-yet': ['not-paid-yet'],
  'paid-again': ['paid-again'],
  'out-again': ['out-again'],
  'payout-under-way': ['payout-under-way'],
  'near-reference': ['near-reference'],
  'amount-exact': ['amount-exact'],
  'amount-differs': ['amount-less', 'amount-more'],
  name: ['name-fits', 'name-unclear'],
  'other-payer': ['other-payer-differs', 'other-payer-unclear'],
  'waiting-deposit': ['waiting-deposit'],
  'iban-own-payee': ['iban-own-payee'],
  'iban-own-payer': ['iban-own-payer'],
  'near-in-time': ['near-in-time', 'near-in-time-0', 'near-in-time-1'],
  ended: ['ended-expired', 'ended-cancelled', 'ended-rejected', 'ended-reversed'],
  replaced: ['replaced'],
  'settled-already': ['settled-already'],
  'other-account': ['other-account'],
  'other-currency': ['other-currency'],
  'several-lines': ['several-lines'],
  'several-deposits': ['several-deposits'],
  'other-reference': ['other-reference'],
  'reused-reference': ['reused-reference'],
  'matches-other-deposit': ['matches-other-deposit'],
  collective: ['collective'],
  'taken-back': ['taken-back'],
  'same-payment': ['same-payment'],
  'takes-back': ['takes-back'],
  'before-deposit': ['before-deposit'],
  'return-mark': ['return-mark', 'return-mark-reversal'],
  fee: ['fee'],
  'too-many': ['too-many'],
};

test.each([
  ['English', english],
  ['Turkish', turkish],
])('in %s each state of a line, each rule and each reason has words', (_, { words }) => {
  for (const state of [...STORED_LINE_STATES, 'decided-at-import'])
    expect(words.states, state).toHaveProperty([state]);
  for (const rule of [...RULE_IDS, 'operator']) expect(words.rules, rule).toHaveProperty([rule]);
  for (const key of Object.values(REASONS).flat()) expect(words.reasons, key).toHaveProperty([key]);
});

test('each state in which a line waits for a person is in one group of lines, and counted there', () => {
  const atRest: readonly string[] = [...CLOSED_STATES, ...UNREADY_STATES];
  const groups = GROUP_NAMES.filter((name) => name !== 'all');
  for (const state of STORED_LINE_STATES) {
    const counts = [{ state, count: 1 }];
    const places = WAITING_GROUPS.filter((name) => countIn(name, counts) === 1);
    expect(places, state).toHaveLength(atRest.includes(state) ? 0 : 1);
    expect(groups.filter((name) => statesOf(name)?.includes(state)).length, state).toBeLessThanOrEqual(1);
  }
});

const [ID, SECONDS] = ['6575078b9e6bb1554a50b7b1', 7];

/** A refusal of each kind that a decision about a line can get, with what its words must name. */
const REFUSALS: { readonly [T in Exclude<LineRefusal['type'], Amounts>]: Case<T> } = {
  'line-missing': [{}],
  'line-decided': [{ lineId: ID, state: 'put-away' }],
  'lines-differ': [{}],
  'line-of-payment': [{ paymentId: 'P000000042-G0001', count: 3 }, 'P000000042-G0001'],
  'lines-too-large': [{}],
  'line-pending': [{}],
  'line-held': [{ statementId: ID }],
  'line-not-matched': [{}],
  'line-pays-several': [{}],
  'paid-again': [{ transactionId: ID, lineId: ID, batchNumber: 7 }],
  'payout-under-way': [{ transactionId: ID, batchNumber: 7 }, '7'],
  'refund-state': [{ state: 'paid' }],
  'refund-not-exported': [{}],
  'refund-forgotten': [{}],
  'deposit-credited': [{ transactionId: ID, maximumMinor: 1250 }, '12.5'],
  'line-reduced': [{ maximumMinor: 1250 }, '12.5'],
  'money-given-back': [{ transactionId: ID, lineId: ID }],
  'refund-same-exporter': [{ batchNumber: 7 }, '7'],
  'refund-other-account': [{ accountId: ID }],
  'refund-other-amount': [{ amountMinor: 1250 }, '12.5'],
  'line-doubtful': [{ lineId: ID, byLineId: ID }],
  'payout-differs': [{ transactionId: ID, amountMinor: 1250, currency: 'EUR' }, '12.5'],
  'refund-of-one-line': [{}],
  'names-other-payout': [{}],
  'decision-outdated': [{ decisionId: ID }],
  'transaction-missing': [{}],
  'wrong-direction': [{}],
  'other-currency': [{ currency: 'EUR' }, 'EUR'],
  'paid-by-another': [{ lineId: ID }],
  planned: [{ transactionId: ID, secondsLeft: SECONDS }, '7'],
  error_claimed: [
    {
      transactionId: ID,
      claimedAtMs: 0,
      sentAtMs: null,
      isLive: true,
      holderId: ID,
      holder: { name: 'Ada B.', appKey: 'ada' },
    },
    'Ada B.',
  ],
  blacklisted: [{ transactionId: ID }],
  error_in_payout: [{ transactionId: ID, batchNumber: 7 }, '7'],
  error_stale_sequence: [{ transactionId: ID, status: 'pending', sequence: 2, requestedSequence: 1 }],
  error_transition_not_allowed: [{ transactionId: ID, status: 'unsuccessful', transition: 'reverse' }],
};

/** Problems that the console cannot get when it confirms or undoes a line. */
type Amounts =
  | 'error_final_amount_unusual'
  | 'tests-held-back'
  | 'error_not_claimed'
  | 'error_payout_by_batch_only'
  | 'payment-missing'
  | 'payment-unwanted'
  | 'refund-held'
  | 'restored';
type Case<T> = readonly [Omit<Extract<LineRefusal, { type: T }>, 'type'>, string?];

test.each([
  ['English', english],
  ['Turkish', turkish],
])(
  'in %s every refusal of a decision about a line has words, without the sentence of the service',
  (_, texts) => {
    const said = Object.entries(REFUSALS).map(([type, [parts, named = '']]) => {
      const { type: code, message: detail, details } = lineRefusalError({ type, ...parts } as LineRefusal);
      const problem = { type: code, message: 'general', detail, fields: {}, problems: details.fields ?? [] };
      const told = translateRefusal(problem, texts);
      expect(told.detail, type).toBeUndefined();
      expect(told.message, type).toContain(named);
      return told.message;
    });
    // The words for two types of error tell it already.
    expect(said.filter((message) => message === 'general')).toHaveLength(2);
    expect(new Set(said).size).toBe(said.length - 1);
  },
);

test('one of something is not counted as several', () => {
  const { days, files, imports, preview, profiles } = english;
  for (const textOf of [days.exported, days.linesExported, imports.working, imports.lines])
    expect(textOf('1')).not.toMatch(/days|lines/);
  for (const textOf of [preview.commit, preview.more, profiles.more, days.otherCurrency])
    expect(textOf('1')).not.toMatch(/lines/);
  expect(files.linesNew('1', '1')).toBe('1 line, 1 new');
  expect(imports.lines('21')).toBe('21 lines');
});

test('in Turkish the words for a problem of a file name no value that the service does not', () => {
  const named = (text: string) => new Set(text.match(/[$]\d/g));
  const said = Object.entries(turkish.imports.fileProblems);
  expect(said.length).toBeGreaterThan(100);
  for (const [reason, words] of said) {
    const known = named(sentenceOf(reason as FileReason));
    expect(
      [...named(words)].filter((value) => !known.has(value)),
      reason,
    ).toEqual([]);
  }
});

test('a question about a line names every doubt that its answer accepts', () => {
  addFieldWords(english.statementFields);
  const about = { message: '', params: {} };
  const problems: readonly FieldProblem[] = [
    { ...about, path: 'finalAmount', code: 'amount_unusual', params: { asked: 500 } },
    { ...about, path: 'lineId', code: 'line_doubtful' },
    { ...about, path: 'lineId', code: 'refund_of_one_line' },
  ];
  const { line_doubtful, refund_of_one_line } = english.statementFields;
  expect(doubtsOf({ message: '', fields: {}, problems })).toEqual([line_doubtful, refund_of_one_line]);
});

test.each([
  [{ amount: 105 }, ['5.00\u00a0TRY more than the refund.']],
  [{ amount: 95 }, ['5.00\u00a0TRY less than the refund.']],
  [
    { amount: 105, accountId: 'b' },
    ['5.00\u00a0TRY more than the refund.', english.desk.refund.differs.otherAccount],
  ],
  [
    { amount: 105, accountId: 'b', currency: 'EUR' },
    [english.desk.refund.differs.otherCurrency, english.desk.refund.differs.otherAccount],
  ],
])('a debit of %j says all in which it differs from its refund', (different, said) => {
  const refund = { amount: 100, currency: 'TRY', accountId: 'a' };
  const line = { ...refund, ...different };
  expect(differencesOf(line, refund, english.desk.refund.differs)).toEqual(said);
});
