import { z } from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import { amount, fields, flag, typeProblem } from '../fields.ts';
import { type Context, define } from '../operation.ts';
import { changeView, findLastChanges } from './changes.ts';
import { holdSeconds, pay, target } from './transitions.ts';
import { transactionDetail } from './views.ts';

const MAX_SETTLED = 200;

/** One transaction to settle. */
export const settleItem = z.object(
  {
    ...target,
    finalAmount: amount.nullable().optional(),
    acceptDifference: flag.nullable().optional(),
  },
  { error: typeProblem('an object with transactionId and sequence') },
);

const settleItems = z
  .array(settleItem, { error: typeProblem('a list of transactions') })
  .min(1, 'must hold at least one transaction.')
  .max(MAX_SETTLED, `must hold at most ${MAX_SETTLED} transactions.`);

/** Why a transaction was not settled. */
export const settleError = z.object({
  type: z.string(),
  message: z.string(),
  /** The changes of the transaction since; null if there are none. */
  lastChange: changeView.nullable(),
});

/** The outcome for one transaction. */
export const settleResult = z.object({
  transactionId: z.string(),
  transaction: transactionDetail.nullable(),
  error: settleError.nullable(),
});

/**
 * Settles several deposits. Each has its own sequence, and one that is refused does not stop the others. Withdrawals are
 * refused: each is settled by who has paid it.
 */
export const settleTransactions = define({
  name: 'settleTransactions',
  kind: 'command',
  isIdempotent: true,
  input: fields({ items: settleItems, holdSeconds }),
  output: z.array(settleResult),
  // Each is a transition of its own; the request has paid for one.
  cost: (results) => results.length - 1,
  async run(context, { items, holdSeconds }) {
    // They arrive together and share a commit.
    const results = await Promise.all(
      items.map(({ finalAmount, acceptDifference, ...item }) =>
        settleOne(context, {
          ...{ ...item, holdSeconds, kind: 'settle' as const, operation: 'settleTransactions' as const },
          isOneOfMany: true,
          finalAmount: finalAmount ?? undefined,
          acceptDifference: acceptDifference ?? undefined,
        }),
      ),
    );
    return nameChanges(context, results);
  },
});

type SettleResult = z.infer<typeof settleResult>;

async function settleOne(context: Context, input: Parameters<typeof pay>[1]): Promise<SettleResult> {
  const { transactionId } = input;
  try {
    return { transactionId, transaction: await pay(context, input), error: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { type, message } = error;
    return { transactionId, transaction: null, error: { type, message, lastChange: null } };
  }
}

/** Adds who has changed the refused transactions, and how. */
async function nameChanges(context: Context, results: SettleResult[]): Promise<SettleResult[]> {
  const refused = results.filter(({ error }) => error !== null).map(({ transactionId }) => transactionId);
  const changes = await findLastChanges(context, refused);
  return results.map(({ error, ...result }) => ({
    ...result,
    error: error && { ...error, lastChange: changes.get(result.transactionId) ?? null },
  }));
}
