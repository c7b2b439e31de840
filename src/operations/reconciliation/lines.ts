import { z } from 'zod';
import { minorToAmount } from '../../domain/money.ts';
import { amountOut, idText, oneOf, parameters, wholeNumber } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { viewDetail } from '../transactions/details.ts';
import type { transactionDetail } from '../transactions/views.ts';
import { createAccountNames } from './account-names.ts';
import { calendarDay, refuseEmptyRange } from './day-range.ts';
import { candidateView, decisionView, viewCandidates, viewDecision } from './decision-views.ts';
import { lineRefusalError } from './refusals.ts';
import { lineView, STORED_LINE_STATES, viewLine } from './views.ts';

const PAGE_LIMIT = 200;

const page = {
  /** The id of the last item that the caller knows. */
  after: idText.optional(),
  limit: wholeNumber(1, PAGE_LIMIT).default(50),
};

/** Lists lines of bank statements, newest first. */
export const listStatementLines = define({
  name: 'listStatementLines',
  kind: 'query',
  input: parameters({
    state: oneOf(STORED_LINE_STATES).optional(),
    /** Several states at once, as the groups of a desk. */
    states: z.array(oneOf(STORED_LINE_STATES)).max(STORED_LINE_STATES.length).optional(),
    accountId: idText.optional(),
    fileId: idText.optional(),
    /** The days of booking, both included. */
    fromDay: calendarDay.optional(),
    toDay: calendarDay.optional(),
    ...page,
  }),
  output: z.object({ items: z.array(lineView), nextCursor: z.string().nullable() }),
  cost: ({ items }) => costOfItems(items.length),
  async run({ dependencies: { statements } }, { after, limit, state, states: several, ...filter }) {
    refuseEmptyRange(filter);
    const states = state ? [state] : several;
    const { items, hasMore } = await statements.reads.listLines({ ...filter, states }, { after, limit });
    return { items: items.map(viewLine), nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null };
  },
});

/** The open lines of one state. */
export const stateCount = z.object({ state: z.string(), count: z.number(), sum: amountOut });

/** Counts the lines that wait for a decision, by their states. */
export const countStatementLines = define({
  name: 'countStatementLines',
  kind: 'query',
  input: parameters({}),
  output: z.array(stateCount),
  async run({ dependencies: { statements } }) {
    const counts = await statements.reads.countOpen();
    return counts.map(({ sumMinor, ...count }) => ({ ...count, sum: minorToAmount(sumMinor) }));
  },
});

/** A line with what was decided about it, and with the transactions that come into question. */
export const lineDetail = z.object({
  line: lineView,
  /** The likeliest first. */
  candidates: z.array(candidateView),
  /** Newest first. */
  decisions: z.array(decisionView),
  /** The other lines that were confirmed with it: they have paid its transaction together. */
  together: z.array(lineView),
});

/** Reads a line of a bank statement with its decisions and candidates. */
export const getStatementLine = define({
  name: 'getStatementLine',
  kind: 'query',
  input: parameters({ lineId: idText }),
  output: lineDetail,
  run: (context, { lineId }) => readDetail(context, lineId),
});

/** Reads a line with what an operator sees of it. */
export async function readDetail(context: Context, lineId: string): Promise<z.infer<typeof lineDetail>> {
  const { statements, transactions, accounts } = context.dependencies;
  const line = await statements.reads.findLine(lineId);
  if (!line) throw lineRefusalError({ type: 'line-missing' });
  const decisions = await statements.reads.findDecisions(lineId);
  const candidates = decisions.find(({ candidates }) => candidates.length > 0)?.candidates ?? [];
  const found = await transactions.findByIds(candidates.map(({ transactionId }) => transactionId));
  const details = new Map<string, z.infer<typeof transactionDetail>>();
  for (const transaction of found) details.set(transaction.id, await viewDetail(context, transaction));
  const accountOf = createAccountNames(await accounts.list());
  const payments = await statements.reads.findPayments(line, found);
  const paid = payments.find(({ transactionId }) => transactionId === line.transactionId)?.paying ?? [];
  const isOfThem = paid.some(({ id }) => id === lineId);
  return {
    line: viewLine(line),
    candidates: viewCandidates(candidates, { line, details, payments, accountOf }),
    decisions: decisions.map((decision) => viewDecision(decision, accountOf)),
    together: isOfThem ? paid.filter(({ id }) => id !== lineId).map(viewLine) : [],
  };
}
