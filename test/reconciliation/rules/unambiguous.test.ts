import { describe, expect, test } from 'vitest';
import type { Candidate, Reason } from '../../../src/reconciliation/domain/matching/reasons.ts';
import { chooseUnambiguous, type WaitingLine } from '../../../src/reconciliation/domain/unambiguous.ts';

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
