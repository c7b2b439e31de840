import { z } from 'zod';
import { groupBy } from '../kernel/group-by.ts';
import { minorToAmount } from '../kernel/money.ts';
import { FOUND } from '../operations/error-table.ts';
import { amountOut, fields, idText, listOf, oneOf, viewType } from '../operations/fields.ts';
import { lineId } from '../operations/ids.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { afterId, pageLimit, pageOf } from '../operations/paging.ts';
import { STAFF } from '../operations/permissions.ts';
import { project } from '../operations/project.ts';
import { readRefundCandidates, refundCandidateView } from '../payouts/refund-candidates.ts';
import { viewDetail } from '../transactions/details.ts';
import { queryText } from '../transactions/filter.ts';
import type { transactionDetail } from '../transactions/views.ts';
import { createAccountNames } from './account-names.ts';
import { calendarDay, refuseEmptyRange } from './day-range.ts';
import { candidateView, decisionView, viewCandidates, viewDecision } from './decision-views.ts';
import { STORED_LINE_STATES } from './domain/line-states.ts';
import { LINE_DIRECTIONS } from './domain/statement.ts';
import { MAX_PAGE_LINES } from './limits.ts';
import type { LineFilter, LinePage, LinePageRequest } from './read-store.ts';
import { lineRefusalError } from './refusals.ts';
import { lineView, loadLineView } from './views.ts';

const page = {
  after: afterId,
  limit: pageLimit(MAX_PAGE_LINES),
};

/** GraphQL has no enum for these words. */
const lineState = oneOf(STORED_LINE_STATES, 'String');

export const listStatementLines = operation({
  name: 'listStatementLines',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List lines of statements, newest first',
  description:
    'With `query`, a page can hold fewer items than `limit` and still have a `nextCursor`: continue until it is null.',
  input: fields({
    state: lineState.optional().describe('Only lines in this state.'),
    states: listOf(lineState, { of: 'states', max: STORED_LINE_STATES.length })
      .optional()
      .describe('Several states at once.'),
    accountId: idText.optional().describe('Only lines of this account.'),
    fileId: idText.optional().describe('Only lines of this file.'),
    query: queryText
      .optional()
      .describe('A search text: amounts, names, texts, references, an IBAN or its end.'),
    fromDay: calendarDay.optional().describe('The first day of booking, 2026-11-22.'),
    toDay: calendarDay.optional().describe('The last day of booking.'),
    ...page,
  }),
  output: pageOf(lineView, { name: 'StatementLinePage', description: 'Lines, newest first.' }),
  example: { state: 'unknown', limit: 20 },
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { after, limit, state, states: several, ...filter }) {
    refuseEmptyRange(filter);
    const states = state ? [state] : several;
    const { items, next } = await findLines(context, { ...filter, states }, { after, limit });
    return { items: items.map(await loadLineView(context)), nextCursor: next ?? null };
  },
});

/** Reads a page of lines. A search takes its turn among the scans, and is charged for the rows that it scans. */
export function findLines(
  { principal, dependencies: { db, scans } }: Context,
  filter: LineFilter,
  page: LinePageRequest,
): Promise<LinePage> {
  const read = () => db.query('listStatementLines', { filter, page });
  return filter.query === undefined ? read() : scans.run(principal, read);
}

const lineSum = viewType('StatementLineSum', 'Lines of one state, direction and currency.', {
  direction: oneOf(LINE_DIRECTIONS, 'LineDirection').describe('Whether the money came in, or went out.'),
  currency: z.string().describe('Their currency, three letters.'),
  count: z.number().describe('How many there are.'),
  sum: amountOut.describe('The sum of their amounts.'),
});

/** The lines of one state. */
const stateCount = viewType('StatementLineCount', 'The lines of one state.', {
  state: z.string().describe('The state.'),
  count: z.number().describe('The lines in it.'),
  sum: amountOut.describe(
    'Deprecated: it adds incoming and outgoing money, and different currencies. Use `sums`.',
  ),
  sums: z.array(lineSum).describe('The sums of their amounts, by direction and currency.'),
});

export const countStatementLines = operation({
  name: 'countStatementLines',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'Count the lines that wait for a decision, or those of a file',
  input: fields({
    fileId: idText
      .optional()
      .describe('Count the lines that this file brought first, including those that need no decision.'),
  }),
  output: z.array(stateCount),
  async run({ dependencies: { db } }, filter) {
    const counts = await db.query('countLines', filter);
    return [...groupBy(counts, ({ state }) => state)].map(([state, alike]) => ({
      state,
      count: alike.reduce((sum, { count }) => sum + count, 0),
      sum: minorToAmount(alike.reduce((sum, { sumMinor }) => sum + sumMinor, 0)),
      sums: alike.map((one) => project(lineSum, one, {})),
    }));
  },
});

/** A line with its decisions, and with the transactions that it may belong to. */
export const lineDetail = viewType('StatementLineDetail', 'A line with its decisions and candidates.', {
  line: lineView.describe('The line.'),
  candidates: z
    .array(candidateView)
    .describe('The transactions that come into question, the likeliest first.'),
  refunds: z
    .array(refundCandidateView)
    .describe('If it is open: the refunds that it can pay or return, by account and amount.'),
  decisions: z.array(decisionView).describe('What was decided, newest first.'),
  together: z.array(lineView).describe('The other lines that were confirmed with it.'),
});

export const getStatementLine = operation({
  name: 'getStatementLine',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'Read a line with its candidates and decisions',
  refusals: FOUND,
  input: fields({ lineId }),
  output: lineDetail,
  run: (context, { lineId }) => readDetail(context, lineId),
});

/** Reads a line with everything that an operator sees about it. */
export async function readDetail(context: Context, lineId: string): Promise<z.infer<typeof lineDetail>> {
  const { db, clients } = context.dependencies;
  const line = await db.read('findStatementLine', lineId);
  if (!line) throw lineRefusalError({ type: 'line-missing' });
  const decisions = await db.read('findLineDecisions', lineId);
  const candidates = decisions.find(({ candidates }) => candidates.length > 0)?.candidates ?? [];
  const found = await db.read(
    'findTransactions',
    candidates.map(({ transactionId }) => transactionId),
  );
  const details = new Map<string, z.infer<typeof transactionDetail>>();
  for (const transaction of found) details.set(transaction.id, await viewDetail(context, transaction));
  const accountOf = createAccountNames(await db.read('listEveryAccount'));
  const payments = await db.read('findLinePayments', { line, transactions: found });
  const paid = payments.find(({ transactionId }) => transactionId === line.transactionId)?.paying ?? [];
  const isOfThem = paid.some(({ id }) => id === lineId);
  const viewLine = await loadLineView(context);
  const people = await clients.findByIds(decisions.flatMap(({ actor }) => actor.clientId ?? []));
  return {
    line: viewLine(line),
    candidates: viewCandidates(candidates, { line, details, payments, accountOf }),
    refunds: await readRefundCandidates(context, line),
    decisions: decisions.map((decision) => viewDecision(decision, { accountOf, people })),
    together: isOfThem ? paid.filter(({ id }) => id !== lineId).map(viewLine) : [],
  };
}
