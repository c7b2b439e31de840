import { z } from 'zod';
import { maskIban } from '../audit/domain/audit.ts';
import { fieldError } from '../kernel/errors.ts';
import { normalizeIban } from '../kernel/iban.ts';
import { minorToAmount } from '../kernel/money.ts';
import { fault } from '../kernel/problems.ts';
import { DECIDED } from '../operations/error-table.ts';
import {
  amount,
  amountOut,
  fields,
  flag,
  formatTimestamp,
  iban,
  nameText,
  oneOf,
  text,
  timestampOut,
  viewType,
} from '../operations/fields.ts';
import { lineId } from '../operations/ids.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { OPERATORS, STAFF } from '../operations/permissions.ts';
import { lineRefusalError } from '../reconciliation/refusals.ts';
import { personOf } from './domain/batch.ts';
import { REFUND_STATES, type Refund } from './domain/refund.ts';
import { MAX_REASON_CHARACTERS } from './limits.ts';
import { payoutOfView, readPayoutsOf } from './payable.ts';
import type { GiveBackRefusal } from './refund-store.ts';

/** Money of a line that is given back, with the payout that pays it. */
const refundView = viewType('Refund', 'Money of a line that is given back.', {
  refundId: z.string().describe('The id of the refund: batches name it by this.'),
  lineId,
  amount: amountOut.describe('What is given back.'),
  currency: z.string().describe('The currency, as a code of ISO 4217.'),
  accountName: z.string().describe('The holder of the account that gets it.'),
  iban: z.string().describe('That account; its middle is left out for viewers.'),
  isChangedPayee: z.boolean().describe('Whether the desk named the payee, instead of the bank line.'),
  state: oneOf(REFUND_STATES, 'RefundState').describe(
    'A refund is `open` until a booked debit has `paid` it, or the decision about its line is undone. `returned` was paid, and the money came back.',
  ),
  reason: z.string().describe('The reason that this person gave.'),
  createdBy: z.string().describe('That person.'),
  createdAt: timestampOut.describe('When.'),
  payouts: z.array(payoutOfView).describe('The batches that it was put into, the newest first.'),
});

export const giveBackStatementLine = operation({
  name: 'giveBackStatementLine',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Refund the money of a line to its payer',
  description:
    'The refund is then paid by a batch, as withdrawals are: another person has to approve it. Until a batch has it, undoing the decision about the line cancels it.',
  refusals: [...DECIDED, 'error_final_amount_unusual'],
  input: fields({
    lineId,
    amount: amount
      .optional()
      .describe(
        'By default the whole line, less what was charged when it came back before. Of a smaller amount, the rest stays here.',
      ),
    iban: iban.optional().describe('The account that gets it; by default that of the payer in the line.'),
    accountName: nameText
      .optional()
      .describe('The holder of that account; by default the payer of the line.'),
    reason: text(MAX_REASON_CHARACTERS).describe('Why, in up to 500 characters.'),
    acceptDifference: flag
      .optional()
      .describe('Whether the money is there although a debit, or another line, puts it in doubt.'),
  }),
  output: refundView,
  example: { iban: 'NO9386011117947', accountName: 'Ada Yılmaz', reason: 'It was paid twice' },
  async run(context, { lineId: id, amount: amountMinor, iban: given, ...request }) {
    const { dependencies, principal, meta } = context;
    const { db, runtime } = dependencies;
    const outcome = await db.run('giveBack', {
      ids: [runtime.newId(), runtime.newId(), runtime.newId()],
      lineId: id,
      amountMinor,
      payee: {
        accountName: request.accountName,
        iban: given === undefined ? undefined : normalizeIban(given),
      },
      reason: request.reason,
      acceptDifference: request.acceptDifference,
      person: personOf(principal.client),
      name: principal.client.name,
      clientId: principal.client.id,
      ...meta,
    });
    if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
    return viewRefund(context, outcome.refund);
  },
});

export const listRefunds = operation({
  name: 'listRefunds',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the last five refunds of a line, newest first',
  input: fields({ lineId }),
  output: z.array(refundView),
  cost: (items) => costOfItems(items.length),
  async run(context, { lineId: id }) {
    const refunds = await context.dependencies.db.read('findRefundsOfLine', id);
    return Promise.all(refunds.map((refund) => viewRefund(context, refund)));
  },
});

async function viewRefund(
  { dependencies, principal }: Context,
  refund: Refund,
): Promise<z.infer<typeof refundView>> {
  const { db } = dependencies;
  const payee = (await db.read('findPayees', [refund.id])).get(refund.id);
  const ibanText = payee?.iban ?? '';
  return {
    refundId: refund.id,
    lineId: refund.lineId,
    amount: minorToAmount(refund.amountMinor),
    currency: refund.currency,
    accountName: payee?.accountName ?? '',
    iban: principal.role === 'viewer' ? maskIban(ibanText) : ibanText,
    isChangedPayee: payee?.isChanged ?? false,
    state: refund.state,
    reason: refund.reason,
    createdBy: refund.createdBy,
    createdAt: formatTimestamp(refund.createdAtMs),
    payouts: await readPayoutsOf(dependencies, refund.id),
  };
}

const LACKS = {
  iban: 'is needed: the line shows no IBAN of the payer. Ask the payer for one.',
  accountName: 'is needed: the line shows no name of the payer.',
} as const;

function refusalError(refusal: GiveBackRefusal) {
  switch (refusal.type) {
    case 'nothing-to-give-back':
      return fieldError('lineId', fault('not_given_back'));
    case 'refund-too-large': {
      const maximum = minorToAmount(refusal.maximumMinor);
      return fieldError(
        'amount',
        fault('too_large', { maximum }, `must be at most what is left of the line, ${maximum}.`),
      );
    }
    case 'payee-missing':
      return fieldError(refusal.field, fault('required', LACKS[refusal.field]));
    case 'payee-blacklisted':
      return fieldError('iban', payeeBlacklisted());
    default:
      return lineRefusalError(refusal);
  }
}

/** Returns the fault for a payee on the blacklist. */
export const payeeBlacklisted = () =>
  fault('blacklisted', 'belongs to a payee on the blacklist, who is not paid.');
