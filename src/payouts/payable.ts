import { z } from 'zod';
import { maskIban } from '../audit/domain/audit.ts';
import { minorToAmount } from '../kernel/money.ts';
import { amountOut, fields, formatTimestamp, idText, timestampOut, viewType } from '../operations/fields.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { STAFF } from '../operations/permissions.ts';
import { factsOf } from './domain/batch.ts';
import { stateOf } from './domain/payout-state.ts';
import { MAX_PAYOUT_ROWS } from './limits.ts';
import { approverOf, makerOf, readNames } from './names.ts';
import {
  bankReasonView,
  isChangedPayee,
  payoutKind,
  payoutRowState,
  payoutState,
  refundedLineId,
  viewReasons,
} from './views.ts';

const payableView = viewType('Payable', 'A withdrawal or a refund that fits into a batch.', {
  transactionId: z.string().describe('The withdrawal, or the refund.'),
  kind: payoutKind,
  refundedLineId,
  receivedAccountId: z
    .string()
    .nullable()
    .describe('The account that has received the money of a refund, which pays it by default.'),
  isChangedPayee,
  client: z.string().nullable().describe('The appKey of its merchant; null for a refund.'),
  bankName: z.string().nullable().describe('The bank of the payee; null for a refund.'),
  amount: amountOut.describe('What is to be paid.'),
  currency: z.string().describe('The currency, as a code of ISO 4217.'),
  accountName: z.string().describe('The holder of the account that is to be paid.'),
  iban: z.string().describe('That account; its middle is left out for viewers.'),
  createdAt: timestampOut.describe('When it was created.'),
});

export const listPayable = operation({
  name: 'listPayable',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the withdrawals and refunds that fit into a batch, the oldest first',
  description:
    'Those that wait, are in no batch, and that no claim, plan, blacklist or disabled merchant holds back.',
  input: fields({ limit: pageLimit(MAX_PAYOUT_ROWS) }),
  output: z.array(payableView),
  cost: (items) => costOfItems(items.length),
  async run({ dependencies, principal, meta }, { limit }) {
    const { db, clients } = dependencies;
    const found = await db.query('listPayable', { limit, steadyNowMs: meta.steadyNowMs });
    const clientIds = found.flatMap((one) => (one.kind === 'withdrawal' ? [one.transaction.clientId] : []));
    const known = await clients.findByIds([...new Set(clientIds)]);
    return found.map((one) => ({
      transactionId: one.id,
      kind: one.kind,
      ...(one.kind === 'refund'
        ? {
            refundedLineId: one.refund.lineId,
            receivedAccountId: one.refund.accountId,
            client: null,
            bankName: null,
          }
        : {
            refundedLineId: null,
            receivedAccountId: null,
            client: known.get(one.transaction.clientId)?.appKey ?? one.transaction.clientId,
            bankName: one.transaction.bankName,
          }),
      isChangedPayee: one.payee?.isChanged ?? false,
      amount: minorToAmount(one.amountMinor),
      currency: one.currency,
      accountName: one.accountName,
      iban: principal.role === 'viewer' ? maskIban(one.iban) : one.iban,
      createdAt: formatTimestamp(one.createdAtMs),
    }));
  },
});

export const payoutOfView = viewType('PayoutOf', 'A batch that a withdrawal or a refund was put into.', {
  payoutId: z.string().describe('The batch.'),
  number: z.int().describe('The number of the batch.'),
  state: payoutState.describe('The state of the batch.'),
  rowState: payoutRowState.describe('What has become of it there; `removed` was taken out.'),
  bankReason: bankReasonView.nullable().describe("The bank's reason in words; null if it has given none."),
  preparedBy: z.string().describe('The person who has prepared the batch.'),
  createdAt: timestampOut.describe('When.'),
  approvedBy: z
    .array(z.string())
    .describe(
      'The people who have approved what the batch contains, in their order: those whose approvals count.',
    ),
  exportedBy: z.string().nullable().describe('The person who has exported it; null before that.'),
  exportedAt: timestampOut.nullable().describe('When.'),
  fileName: z.string().nullable().describe('The name of the file for the bank.'),
  lineId: z.string().nullable().describe('The line of a statement that has paid it.'),
});

export const listPayoutsOf = operation({
  name: 'listPayoutsOf',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the batches that a withdrawal or a refund was put into, the newest first',
  input: fields({ transactionId: idText.describe('The withdrawal, or the refund.') }),
  output: z.array(payoutOfView),
  cost: (items) => costOfItems(items.length),
  run: ({ dependencies }, { transactionId }) => readPayoutsOf(dependencies, transactionId),
});

/** Reads the batches that a withdrawal or a refund was put into, newest first. */
export async function readPayoutsOf(dependencies: Context['dependencies'], id: string) {
  const found = await dependencies.db.read('findPayoutsOf', id);
  const actors = found.flatMap(({ batch, approvals, exporter }) => [
    makerOf(batch),
    ...approvals.map(approverOf),
    ...(exporter ? [exporter] : []),
  ]);
  const nameOf = await readNames(dependencies, actors);
  return found.map(({ batch, row, approvals, exporter, exportedAtMs, fileName }) => ({
    payoutId: batch.id,
    number: batch.number,
    state: batch.state,
    rowState: shownState(row, exporter !== null),
    bankReason: viewReasons(row.bankReasons),
    preparedBy: nameOf(makerOf(batch)),
    createdAt: formatTimestamp(batch.createdAtMs),
    approvedBy: approvals.map((one) => nameOf(approverOf(one))),
    exportedBy: exporter && nameOf(exporter),
    exportedAt: exportedAtMs === null ? null : formatTimestamp(exportedAtMs),
    fileName,
    lineId: row.lineId,
  }));
}

type OfRow = Parameters<typeof factsOf>[0];

function shownState(row: OfRow, isInFile: boolean): z.infer<typeof payoutRowState> {
  if (row.state === 'out') return 'removed';
  return isInFile ? stateOf(factsOf(row)) : 'waiting';
}
