import { z } from 'zod';
import { ServiceError } from '../kernel/errors.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fieldProblemView, viewProblems } from '../operations/field-problems.ts';
import { fields, graphqlTypes, listOf, objectOf, viewType } from '../operations/fields.ts';
import { transactionId } from '../operations/ids.ts';
import { type Context, operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { changeView, findLastChanges } from './changes.ts';
import { MAX_SETTLED } from './limits.ts';
import { pay } from './run-transition.ts';
import { acceptDifference, finalAmount, happensNow, holdSeconds, target } from './transitions.ts';
import { transactionDetail } from './views.ts';

/** One transaction to settle. */
const settleItem = objectOf('an object with transactionId and sequence', {
  ...target,
  finalAmount,
  acceptDifference,
}).register(graphqlTypes, { name: 'SettleItem' });

const settleItems = listOf(settleItem, { of: 'transactions', min: 1, max: MAX_SETTLED }).describe(
  'The deposits, each with the sequence that was seen.',
);

/** Why a transaction was not settled. */
const settleError = viewType('SettleError', 'Why a transaction was not settled.', {
  type: z.string().describe('The type of the failure.'),
  message: z.string().describe('A sentence that says what to do.'),
  fields: z.array(fieldProblemView).describe('Each field that is wrong; empty if none is.'),
  lastChange: changeView.nullable().describe('What has changed the transaction since; null if nothing has.'),
});

/** The outcome for one transaction. */
const settleResult = viewType(
  'SettleResult',
  'What became of one transaction: either the transaction or the error is null.',
  {
    transactionId,
    transaction: transactionDetail.nullable().describe('The transaction; null if it was not settled.'),
    error: settleError.nullable().describe('Why it was not settled; null if it was.'),
  },
);

export const settleTransactions = operation({
  name: 'settleTransactions',
  kind: 'command',
  roles: OPERATORS,
  modes: 'both',
  summary: 'Settle up to 200 deposits',
  description: 'A refused one does not stop the others. Withdrawals are refused.',
  isIdempotent: happensNow,
  input: fields({ items: settleItems, holdSeconds }),
  output: z.array(settleResult),
  example: { items: [{ transactionId: EXAMPLE_IDS.transactionId, sequence: 1 }], holdSeconds: 8 },
  // Each item is a separate transition; the request itself has paid for one.
  cost: (results) => results.length - 1,
  async run(context, { items, holdSeconds }) {
    // They arrive together and share a commit.
    const results = await Promise.all(
      items.map((item) => settleOne(context, { ...item, holdSeconds, kind: 'settle', isOneOfMany: true })),
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
    const { type, message, details } = error;
    const refused = { type, message, fields: viewProblems(details.fields), lastChange: null };
    return { transactionId, transaction: null, error: refused };
  }
}

/** Adds to the refusals who last changed the transactions, and how. */
async function nameChanges(context: Context, results: SettleResult[]): Promise<SettleResult[]> {
  const refused = results.filter(({ error }) => error !== null).map(({ transactionId }) => transactionId);
  const changes = await findLastChanges(context, refused);
  return results.map(({ error, ...result }) => ({
    ...result,
    error: error && { ...error, lastChange: changes.get(result.transactionId) ?? null },
  }));
}
