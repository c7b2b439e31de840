import { ServiceError } from '../../domain/errors.ts';
import type { Deposit, Transaction } from '../../domain/transaction.ts';
import { auditOrigin } from '../audit/origin.ts';
import { fields, oneOf, parameters } from '../fields.ts';
import { type Context, define, traceOf } from '../operation.ts';
import type { Payer } from '../permissions.ts';
import { applyTestDecision } from '../sandbox/transitions.ts';
import { refusalError } from '../transactions/refusals.ts';
import { findVisible } from '../transactions/visible.ts';
import { paymentNotFound } from './link.ts';
import { type PaymentView, paymentView, viewPayment } from './view.ts';

/** Reads the payment of the link. */
export const getPayment = define({
  name: 'getPayment',
  kind: 'query',
  input: parameters({}),
  output: paymentView,
  run: async (context) => viewPayment(context, await findDeposit(context)),
});

/** Records that the payer reports the money as sent. Only the first report counts. */
export const markPaymentSent = define({
  name: 'markPaymentSent',
  kind: 'command',
  isIdempotent: true,
  input: fields({}),
  output: paymentView,
  async run(context) {
    const { dependencies, principal } = context;
    const audit = auditOrigin(context, 'markPaymentSent');
    const deposit = depositOf(await dependencies.transactions.markSent(principal.depositId, audit));
    if (deposit.sentAtMs === null)
      throw new ServiceError(
        'error_transition_not_allowed',
        `The payment is ${(await viewPayment(context, deposit)).status} and no longer expected.`,
      );
    return viewPayment(context, deposit);
  },
});

/** Cancels the payment. */
export const cancelPayment = define({
  name: 'cancelPayment',
  kind: 'command',
  isIdempotent: true,
  input: fields({}),
  output: paymentView,
  async run(context) {
    const outcome = await context.dependencies.transactions.transition({
      transactionId: context.principal.depositId,
      isTest: context.principal.isTest,
      command: { kind: 'cancel', by: 'payer' },
      actor: { kind: 'payer', clientId: null },
      audit: auditOrigin(context, 'cancelPayment'),
      traceparent: traceOf(context),
    });
    if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
    return viewPayment(context, depositOf(outcome.kind === 'stored' ? outcome.transaction : undefined));
  },
});

/** Decides about the payment of a test key, in the place of the desk. A real payment is never decided by its payer. */
export const decideTestPayment = define({
  name: 'decideTestPayment',
  kind: 'command',
  input: fields({ decision: oneOf(['settle', 'reject', 'expire']) }),
  output: paymentView,
  async run(context, { decision }) {
    const [known] = await context.dependencies.transactions.findByIds([context.principal.depositId]);
    const deposit = depositOf(known);
    if (!deposit.isTest)
      throw new ServiceError('not_authorized', 'Only the payment of a test key can be decided on its page.');
    await applyTestDecision(context, deposit, {
      decision: { kind: decision },
      actor: { kind: 'test', clientId: null },
      operation: 'decideTestPayment',
    });
    return viewPayment(context, await findDeposit(context));
  },
});

/** Streams the payment: its present state first, then every change. */
export const subscribeToPayment = define({
  name: 'subscribeToPayment',
  kind: 'subscription',
  input: parameters({}),
  output: paymentView,
  async run(context, _input, signal) {
    const { depositId } = context.principal;
    // Subscribing before the first read leaves no gap between the two.
    const updates = context.dependencies.bus.subscribe(
      `payment ${depositId}`,
      signal,
      ({ id }, audience) => id === depositId && audience !== 'desk',
    );
    await context.dependencies.bus.joined();
    return streamPayment(context, updates);
  },
});

async function* streamPayment(
  context: Context<Payer>,
  updates: AsyncIterable<Transaction>,
): AsyncGenerator<PaymentView> {
  yield viewPayment(context, await findDeposit(context));
  // Read the deposit again: by now it may be newer than the update.
  for await (const _update of updates) yield viewPayment(context, await findDeposit(context));
}

async function findDeposit(context: Context<Payer>): Promise<Deposit> {
  const [found] = await findVisible(context, [context.principal.depositId]);
  return depositOf(found);
}

function depositOf(transaction: Transaction | undefined): Deposit {
  if (transaction?.type !== 'deposit') throw paymentNotFound();
  return transaction;
}
