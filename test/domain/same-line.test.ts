import { describe, expect, test } from 'vitest';
import { findSame, type GivenLine, type StatementSpan } from '../../src/reconciliation/domain/same-line.ts';

const DAY = '2026-11-20';

function span(openingMinor: number | null, closingMinor: number | null, more: Partial<StatementSpan> = {}) {
  const days = { firstDate: DAY, lastDate: DAY };
  return {
    kind: 'statement',
    sequenceNumber: null,
    page: 1,
    openingMinor,
    closingMinor,
    ...days,
    ...more,
  } as const;
}

interface Line {
  readonly span: StatementSpan;
  readonly id?: string;
  readonly balance?: number;
}

const given = ({ span: of, id = '', balance }: Line, more: Partial<GivenLine> = {}): GivenLine => ({
  status: 'booked',
  bankReference: id || null,
  isBankReferenceTrusted: false,
  balanceAfterMinor: balance ?? null,
  span: of,
  ...more,
});

/** Whether the second line is the first one again. */
function isSame(first: Line, second: Line, more: Partial<GivenLine> = {}): boolean {
  const stored = { bankReference: first.id ?? null, balanceAfterMinor: first.balance ?? null };
  return findSame(given(second, more), [{ ...stored, spans: [first.span] }]) !== undefined;
}

describe('an equal line of another file is another payment', () => {
  test('with another id of the bank in a message of the same kind', () => {
    const day = span(0, 500);
    expect(isSame({ span: day, id: 'BR1' }, { span: day, id: 'BR2' })).toBe(false);
    const report = span(null, null, { kind: 'intraday' });
    expect(isSame({ span: report, id: 'BR1' }, { span: report, id: 'BR2' })).toBe(false);
  });

  test('in a statement that begins where the other ended, whichever came first', () => {
    expect(isSame({ span: span(0, 500) }, { span: span(500, 1000) })).toBe(false);
    expect(isSame({ span: span(500, 1000) }, { span: span(0, 500) })).toBe(false);
    expect(isSame({ span: span(0, 500), id: 'BATCH' }, { span: span(500, 1000), id: 'BATCH' })).toBe(false);
  });

  test('in a statement, or on a page, with another number', () => {
    const one = { sequenceNumber: '1' };
    expect(isSame({ span: span(null, null, one) }, { span: span(null, null, { sequenceNumber: '2' }) })).toBe(
      false,
    );
    expect(isSame({ span: span(0, 500, one) }, { span: span(700, 1200, { sequenceNumber: '3' }) })).toBe(
      false,
    );
    expect(isSame({ span: span(null, null, one) }, { span: span(null, null, { ...one, page: 2 }) })).toBe(
      false,
    );
  });
});

describe('an equal line of another file is the same', () => {
  test('where nothing says otherwise', () => {
    expect(isSame({ span: span(0, 500) }, { span: span(0, 500) })).toBe(true);
    expect(isSame({ span: span(0, 500), id: 'BR1' }, { span: span(0, 900), id: 'BR1' })).toBe(true);
    expect(isSame({ span: span(0, 500), id: 'BR1' }, { span: span(0, 900) })).toBe(true);
  });

  test('in the statement of a month with another number', () => {
    const month = { firstDate: '2026-11-01', lastDate: '2026-11-30', sequenceNumber: '11' };
    const daily = span(300, 800, { sequenceNumber: '214' });
    expect(isSame({ span: daily }, { span: span(0, 5000, month) })).toBe(true);
    expect(
      isSame({ span: span(null, null, { sequenceNumber: '214' }) }, { span: span(null, null, month) }),
    ).toBe(true);
    // Even if the month began with the balance of that evening.
    expect(isSame({ span: daily }, { span: span(800, 5000, month) })).toBe(true);
  });

  test('in overlapping periods with different numbers', () => {
    const first = span(0, 900, { firstDate: '2026-11-18', sequenceNumber: '5' });
    const second = span(400, 1500, { lastDate: '2026-11-22', sequenceNumber: '6' });
    expect(isSame({ span: first }, { span: second })).toBe(true);
  });

  test('in a statement that was issued again with another number', () => {
    const again = { sequenceNumber: '8' };
    expect(isSame({ span: span(0, 500, { sequenceNumber: '7' }) }, { span: span(0, 900, again) })).toBe(true);
    expect(isSame({ span: span(0, 500, { sequenceNumber: '7' }) }, { span: span(0, 500, again) })).toBe(true);
  });

  test('where each day leaves the balance as it was', () => {
    expect(isSame({ span: span(0, 0) }, { span: span(0, 0) })).toBe(true);
    expect(isSame({ span: span(0, 0) }, { span: span(0, 500) })).toBe(true);
  });

  test('with the same balance behind it', () => {
    expect(isSame({ span: span(0, 500), balance: 500 }, { span: span(500, 900), balance: 500 })).toBe(true);
    expect(isSame({ span: span(0, 500), balance: 500 }, { span: span(500, 1000), balance: 1000 })).toBe(
      false,
    );
  });

  test('in a report, whatever its number and its balances are', () => {
    const report = (sequenceNumber: string) => span(null, null, { kind: 'intraday', sequenceNumber });
    expect(isSame({ span: report('1') }, { span: report('2') })).toBe(true);
    expect(isSame({ span: report('1'), id: 'A' }, { span: span(0, 500), id: 'B' })).toBe(true);
  });

  test('with an id that names it alone, and while it is pending', () => {
    const [first, second] = [
      { span: span(0, 500), id: 'A' },
      { span: span(500, 1000), id: 'A' },
    ];
    expect(isSame(first, second, { isBankReferenceTrusted: true })).toBe(true);
    expect(isSame(first, { ...second, id: 'B' }, { status: 'pending' })).toBe(true);
  });
});

test('of several equal lines that is the same which has its id', () => {
  const spans = [span(0, 500)] as const;
  const stored = ['A', 'B', null].map((bankReference) => ({ bankReference, balanceAfterMinor: null, spans }));
  expect(findSame(given({ span: span(0, 500), id: 'B' }), stored)).toBe(stored[1]);
  expect(findSame(given({ span: span(0, 500), id: 'C' }), stored)).toBe(stored[2]);
});
