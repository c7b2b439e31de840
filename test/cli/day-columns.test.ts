import { describe, expect, it } from 'vitest';
import { describeDay } from '../../src/surfaces/cli/day-columns.ts';

type Day = Parameters<typeof describeDay>[0];

const amounts = {
  opening: 100,
  credits: 50,
  debits: 0,
  fees: 0,
  closing: 150,
  lineCount: 7,
  pendingCount: 2,
  otherCurrencyCount: 3,
  waitingCount: 1,
  waiting: 50,
  drift: 0,
  unexplained: 0,
};

const day: Day = {
  day: '2026-11-21',
  currency: 'TRY',
  shownClosing: null,
  figuresHash: 'abc',
  accounts: [
    {
      accountId: '691e5b10a1b2c3d4e5f60718',
      bank: 'Demo',
      accountName: 'Demo Ltd',
      iban: 'TR330006100519786457841326',
      ...amounts,
      difference: 0,
      gap: 0,
      missing: null,
    },
  ],
  total: { ...amounts, missingCount: 0 },
  unassigned: 0,
  unassignedCount: 0,
  closings: [],
  changes: [],
};

/** The cells of the row that begins so, by the headings of its table. */
function cellsOf(text: string, first: string): Record<string, string> {
  const rows = text.split('\n').map((line) => line.split(/ {2,}/));
  const at = rows.findIndex(([cell]) => cell === first);
  return Object.fromEntries(rows[at - 1]!.map((heading, i) => [heading.trim(), rows[at]![i]!.trim()]));
}

describe('days show', () => {
  it('counts the lines, those not booked and those in other currencies', () => {
    expect(cellsOf(describeDay(day), 'Demo')).toMatchObject({
      LINES: '7',
      'NOT BOOKED': '2',
      'OTHER CURRENCY': '3',
    });
  });

  it('says how much was paid that no account shows yet', () => {
    expect(describeDay(day)).not.toContain('in no account yet');
    expect(describeDay({ ...day, unassignedCount: 2, unassigned: 75.5 })).toContain(
      'Paid, and in no account yet: 2 (75.50).',
    );
  });

  it('writes changed counts as counts and changed amounts as amounts', () => {
    const accountId = day.accounts[0]!.accountId;
    const changes: Day['changes'] = [{ accountId, figure: 'lineCount', closed: 7, now: 8 }];
    expect(cellsOf(describeDay({ ...day, changes }), accountId)).toMatchObject({
      'CLOSED WITH': '7',
      NOW: '8',
    });
    const amount: Day['changes'] = [{ accountId, figure: 'closing', closed: 150, now: null }];
    expect(cellsOf(describeDay({ ...day, changes: amount }), accountId)).toMatchObject({
      'CLOSED WITH': '150.00',
      NOW: '-',
    });
  });
});
