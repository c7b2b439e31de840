import { z } from 'zod';
import { maskIban } from '../audit/domain/audit.ts';
import { minorToAmount } from '../kernel/money.ts';
import { dayIn, formatDay } from '../kernel/time-zone.ts';
import { amountOut, fields, viewType } from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { STAFF } from '../operations/permissions.ts';
import { factsOf } from './domain/batch.ts';
import { stateOf } from './domain/payout-state.ts';
import { MAX_CALL_ROWS } from './limits.ts';
import { payoutKind, payoutRowState } from './views.ts';

const overdueView = viewType('OverduePayout', 'A payout that waits although its day of execution is over.', {
  payoutId: z.string().describe('The batch.'),
  number: z.int().describe('The number of the batch.'),
  executionDay: z.string().describe('The day on which the bank was to pay.'),
  accountId: z.string().describe('The bank account that pays.'),
  transactionId: z.string().describe('The withdrawal, or the refund.'),
  kind: payoutKind,
  endToEndId: z.string().describe('Its id in the file for the bank.'),
  state: payoutRowState.describe('`exported` if the bank has said nothing about it.'),
  amount: amountOut.describe('What was to be paid.'),
  currency: z.string().describe('The currency, as a code of ISO 4217.'),
  accountName: z.string().describe('The holder of the account that was to be paid.'),
  iban: z.string().describe('That account; its middle is left out for viewers.'),
  waitingLineId: z
    .string()
    .nullable()
    .describe('The statement line of its debit, which waits at the desk; null for none.'),
});

export const listOverduePayouts = operation({
  name: 'listOverduePayouts',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List payouts that no booked debit has paid by the day after their execution, the longest first',
  description:
    'Import the statement of the account, or ask the bank. If `waitingLineId` names its debit, decide about that line. Another person than the one who exported it rejects a batch that no bank will pay.',
  input: fields({ limit: pageLimit(MAX_CALL_ROWS) }),
  output: z.array(overdueView),
  cost: (items) => costOfItems(items.length),
  async run({ dependencies: { db, timeZone }, principal, meta }, { limit }) {
    const today = formatDay(dayIn(timeZone, meta.nowMs));
    const found = await db.query('listOverduePayouts', { today, limit });
    return found.map((one) => ({
      payoutId: one.batchId,
      number: one.batchNumber,
      executionDay: one.executionDay,
      accountId: one.accountId,
      transactionId: one.transactionId,
      kind: one.kind,
      endToEndId: one.endToEndId,
      state: stateOf(factsOf(one)),
      amount: minorToAmount(one.amountMinor),
      currency: one.currency,
      accountName: one.accountName,
      iban: principal.role === 'viewer' ? maskIban(one.iban) : one.iban,
      waitingLineId: one.waitingLineId,
    }));
  },
});
