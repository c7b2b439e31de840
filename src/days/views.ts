import { z } from 'zod';
import { minorToAmount } from '../kernel/money.ts';
import { amountOut, oneOf, timestampOut, viewType } from '../operations/fields.ts';
import { project } from '../operations/project.ts';
import {
  type ClosingHead,
  changesSince,
  type DayClosing,
  type FigureChange,
  type NamedFigures,
  SHOWN_FIGURES,
  shownFigure,
} from './domain/closing.ts';
import { hashFigures, MISSING_KINDS, missingOf, totalOf } from './domain/figures.ts';

const amounts = {
  opening: amountOut.nullable().describe('The balance at the start; null if it is not known.'),
  credits: amountOut.describe('Incoming payments.'),
  debits: amountOut.describe('Outgoing payments, with the fees of the bank.'),
  fees: amountOut.describe('The fees of the bank, less those it gave back.'),
  closing: amountOut.nullable().describe('The balance at the end; null if it is not known.'),
  lineCount: z.number().describe('The lines that the bank has booked.'),
  pendingCount: z.number().describe('The lines that it has not booked yet. They are in no amount.'),
  otherCurrencyCount: z.number().describe('The lines in other currencies. They are in no amount.'),
  waitingCount: z.number().describe('The lines that nobody has decided about.'),
  waiting: amountOut.describe('Their sum, credits less debits.'),
  drift: amountOut.describe('What moved at the bank less what the service says moved.'),
  unexplained: amountOut.describe('The part of the drift that no other line explains.'),
};

const dayAccountView = viewType('DayAccount', 'The figures of a bank account on a day.', {
  accountId: z.string().describe('The account.'),
  bank: z.string().describe('The name of its bank.'),
  accountName: z.string().describe('Its holder.'),
  iban: z.string().describe('Its IBAN.'),
  ...amounts,
  difference: amountOut
    .nullable()
    .describe('A stated closing balance less the opening balance and the lines; 0 if nothing is missing.'),
  gap: amountOut.nullable().describe('A stated opening balance less the balance of the evening before.'),
  missing: oneOf(MISSING_KINDS, 'MissingFigures')
    .nullable()
    .describe('`statement` without a statement of the day, `balance` if its balances do not add up.'),
});

const dayTotalView = viewType('DayTotal', 'The sums of all bank accounts on a day.', {
  ...amounts,
  missingCount: z.number().describe('The accounts with missing figures.'),
});

const figureChangeView = viewType('FigureChange', 'A figure that has changed since its day was closed.', {
  accountId: z.string().nullable().describe('The account; null for what no account shows yet.'),
  figure: oneOf(SHOWN_FIGURES, 'ChangedFigure').describe('The figure.'),
  closed: amountOut.nullable().describe('When the day was closed.'),
  now: amountOut.nullable().describe('Now.'),
});

const dayClosingView = viewType('DayClosing', 'A closing of a day by a person.', {
  number: z.number().describe('1 for the first closing of the day, 2 for the next.'),
  closedBy: z.string().describe('The person.'),
  closedAt: timestampOut.describe('When it was closed.'),
  note: z.string().nullable().describe('The hand-over note.'),
  reason: z.string().nullable().describe('Why it was closed although figures were missing.'),
  figuresHash: z.string().describe('The SHA-256 of its figures.'),
});

export const dayView = viewType('Day', 'A day of all bank accounts.', {
  day: z.string().describe('The day, 2026-11-22.'),
  currency: z.string().describe('The currency, three letters.'),
  shownClosing: z
    .number()
    .nullable()
    .describe('The closing that these figures come from; null for the current figures.'),
  figuresHash: z.string().describe('The SHA-256 of the figures. Send it to close the day.'),
  accounts: z.array(dayAccountView).describe('The accounts, by bank, holder and IBAN.'),
  total: dayTotalView.describe('The sums of all accounts.'),
  unassigned: amountOut.describe('Paid withdrawals that no account shows yet.'),
  unassignedCount: z.number().describe('The number of those withdrawals.'),
  closings: z.array(dayClosingView).describe('The closings of the day, the newest first; at most 20.'),
  changes: z.array(figureChangeView).describe('What has changed since the newest closing.'),
});

/** The closings of a day, the newest first, with the figures of the newest. */
interface Closings {
  readonly closings: readonly ClosingHead[];
  readonly newest: DayClosing | undefined;
  /** The closing whose figures are shown; undefined for the current ones. */
  readonly shown?: DayClosing | undefined;
}

/** Shows a day. */
export function viewDay(
  figures: NamedFigures,
  { closings, newest, shown }: Closings,
): z.infer<typeof dayView> {
  const { accounts } = figures;
  return project(dayView, figures, {
    shownClosing: shown?.number ?? null,
    figuresHash: hashFigures(figures),
    accounts: accounts.map((account) => project(dayAccountView, account, { missing: missingOf(account) })),
    total: project(dayTotalView, totalOf(accounts), {}),
    closings: closings.map((closing) => project(dayClosingView, closing, {})),
    changes: newest && !shown ? changesSince(newest.figures, figures).map(viewChange) : [],
  });
}

function viewChange({ accountId, figure, closed, now }: FigureChange): z.infer<typeof figureChangeView> {
  const value = (found: number | null) =>
    found !== null && figure.endsWith('Minor') ? minorToAmount(found) : found;
  return { accountId, figure: shownFigure(figure), closed: value(closed), now: value(now) };
}
