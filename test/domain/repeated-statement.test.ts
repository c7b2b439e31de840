import { describe, expect, test } from 'vitest';
import { findRepeated, type WholeStatement } from '../../src/reconciliation/domain/repeated-statement.ts';
import type { StatementHeader } from '../../src/reconciliation/domain/statement.ts';

const DAY = '2026-11-20';

function statement(
  header: Partial<StatementHeader> = {},
  more: Partial<WholeStatement> & { readonly closingMinor?: number } = {},
): WholeStatement {
  const { closingMinor = 500, ...fields } = more;
  return {
    accountId: 'account',
    header: {
      kind: 'statement',
      account: { iban: null, number: '1', currency: 'TRY' },
      statementId: 'A/199',
      sequenceNumber: '199',
      page: 1,
      opening: { amountMinor: 0, date: DAY },
      ...header,
    },
    end: { closing: { amountMinor: closingMinor, date: DAY }, isLastPage: true },
    lineCount: 1,
    firstLineDate: DAY,
    lastLineDate: DAY,
    ...fields,
  };
}

test('A statement that stands in a file twice is found with its first place', () => {
  expect(findRepeated([undefined, statement(), statement({ sequenceNumber: '200' }), statement()])).toEqual([
    2, 4,
  ]);
  const unnumbered = statement({ sequenceNumber: null });
  expect(findRepeated([unnumbered, unnumbered])).toEqual([1, 2]);
  const report = statement({ kind: 'notification', opening: null });
  expect(findRepeated([report, report])).toEqual([1, 2]);
});

describe('A statement is no repetition', () => {
  test.each([
    ['of another account', statement({}, { accountId: 'other' })],
    ['with another number', statement({ sequenceNumber: '200' })],
    ['of another page', statement({ page: 2 })],
    ['of another kind', statement({ kind: 'intraday' })],
    ['with another opening balance', statement({ opening: { amountMinor: 1, date: DAY } })],
    ['with another closing balance', statement({}, { closingMinor: 501 })],
    ['with more lines', statement({}, { lineCount: 2 })],
    ['of other days', statement({}, { lastLineDate: '2026-11-21' })],
  ])('%s', (_, other) => {
    expect(findRepeated([statement(), other])).toBeUndefined();
  });

  test('without lines, or without a number or an id', () => {
    const empty = statement({}, { lineCount: 0 });
    const nameless = statement({ sequenceNumber: null, statementId: null });
    expect(findRepeated([empty, empty, nameless, nameless])).toBeUndefined();
  });
});
