import { ServiceError } from '../kernel/errors.ts';
import { fields, oneOf } from '../operations/fields.ts';
import { type Context, operation } from '../operations/operation.ts';
import { PAYERS, type Payer } from '../operations/permissions.ts';
import { applyTestDecision } from '../sandbox/transitions.ts';
import type { Deposit, Transaction } from '../transactions/domain/transaction.ts';
import { refusalError } from '../transactions/refusals.ts';
import { paymentNotFound } from './link.ts';
import { findPart, type PaymentView, paymentView, viewPayment } from './view.ts';

/** The fields that all operations about the payment of a link share. */
const ofLink = { roles: PAYERS, modes: 'both', input: fields({}), output: paymentView } as const;

export const getPayment = operation({
  ...ofLink,
  name: 'getPayment',
  kind: 'query',
  summary: 'Read the payment of the link',
  run: async (context) => viewPayment(context, await findDeposit(context)),
});

export const markPaymentSent = operation({
  ...ofLink,
  name: 'markPaymentSent',
  kind: 'command',
  summary: 'Report the money as sent',
  description: 'Only the first report counts.',
  isIdempotent: true,
  async run(context) {
    const { dependencies, principal } = context;
    const audit = context.meta.audit;
    const deposit = depositOf(await dependencies.transactions.markSent(principal.depositId, audit));
    if (deposit.sentAtMs === null)
      throw new ServiceError(
        'error_transition_not_allowed',
        `The payment is ${(await viewPayment(context, deposit)).status} and no longer expected.`,
      );
    return viewPayment(context, deposit);
  },
});

export const cancelPayment = operation({
  ...ofLink,
  name: 'cancelPayment',
  kind: 'command',
  summary: 'Cancel the payment of the link',
  isIdempotent: true,
  async run(context) {
    // A line that comes at this moment is then late: the desk decides about it.
    if (await findPart(context.dependencies, await findDeposit(context)))
      throw new ServiceError(
        'error_transition_not_allowed',
        'Money has already come for this payment. Ask the merchant if you no longer want it.',
      );
    const outcome = await context.dependencies.transactions.transition({
      transactionId: context.principal.depositId,
      isTest: context.principal.isTest,
      command: { kind: 'cancel', by: 'payer' },
      actor: { kind: 'payer', clientId: null },
      ...context.meta,
    });
    if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
    return viewPayment(context, depositOf(outcome.kind === 'stored' ? outcome.transaction : undefined));
  },
});

export const decideTestPayment = operation({
  ...ofLink,
  name: 'decideTestPayment',
  kind: 'command',
  summary: 'Decide about the payment of a test key, instead of the desk',
  description: 'A real payment is never decided by its payer.',
  input: fields({ decision: oneOf(['settle', 'reject', 'expire']).describe('What happens to the payment.') }),
  example: { decision: 'settle' },
  async run(context, { decision }) {
    const [known] = await context.dependencies.db.read('findTransactions', [context.principal.depositId]);
    const deposit = depositOf(known);
    if (!deposit.isTest)
      throw new ServiceError('not_authorized', 'Only the payment of a test key can be decided on its page.');
    await applyTestDecision(context, deposit, {
      decision: { kind: decision },
      actor: { kind: 'test', clientId: null },
    });
    return viewPayment(context, await findDeposit(context));
  },
});

export const subscribeToPayment = operation({
  ...ofLink,
  name: 'subscribeToPayment',
  kind: 'subscription',
  summary: 'Stream the payment of the link',
  description: 'Its present state comes first, then every change.',
  async run(context, _input, signal) {
    const { depositId } = context.principal;
    // Subscribing before the first read leaves no gap between the two.
    const updates = context.dependencies.bus.subscribe(`payment ${depositId}`, signal, {
      transactionId: depositId,
      matches: (_deposit, audience) => audience === 'all',
    });
    return streamPayment(context, updates);
  },
});

async function* streamPayment(
  context: Context<Payer>,
  updates: AsyncIterable<Transaction>,
): AsyncGenerator<PaymentView> {
  yield viewPayment(context, await findDeposit(context));
  // Read the deposit again, because it may have changed since the update.
  for await (const _update of updates) yield viewPayment(context, await findDeposit(context));
}

async function findDeposit(context: Context<Payer>): Promise<Deposit> {
  const { principal, dependencies } = context;
  return depositOf(await dependencies.db.read('findTransaction', principal.depositId));
}

function depositOf(transaction: Transaction | undefined): Deposit {
  if (transaction?.type !== 'deposit') throw paymentNotFound();
  return transaction;
}
