import { z } from 'zod';
import { ServiceError, validationError } from '../../domain/errors.ts';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { auditOrigin } from '../audit/origin.ts';
import { amount, fields, flag, idText, text } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { changeView, findLastChanges } from './changes.ts';
import { type ClaimOutcome, MAX_NOTES, type NoteOutcome, type UndoOutcome } from './desk-store.ts';
import { transactionNotFound } from './transactions.ts';
import { actorOf, holdSeconds, namedRefusal, pay, target } from './transitions.ts';
import { type TransactionDetail, transactionDetail, viewDetail } from './views.ts';

const MAX_SETTLED = 200;
const MAX_NOTE_CHARACTERS = 1000;

/** Undoes the last transition while its callback is held back. The client is told of neither. */
export const undoTransition = define({
  name: 'undoTransition',
  kind: 'command',
  isIdempotent: true,
  input: fields(target),
  output: transactionDetail,
  async run(context, { transactionId, sequence }) {
    const audit = auditOrigin(context, 'undoTransition');
    const request = { ...named(transactionId), sequence, actor: actorOf(context), audit };
    return viewOutcome(context, await context.dependencies.transactions.undo(request));
  },
});

/** Claims a pending withdrawal for paying it, or keeps the claim for longer. */
export const claimWithdrawal = define({
  name: 'claimWithdrawal',
  kind: 'command',
  input: fields({
    transactionId: idText,
    /** Whether to take it from an operator who is paying it. */
    takeOver: flag.optional(),
  }),
  output: transactionDetail,
  async run(context, { transactionId, takeOver = false }) {
    const { dependencies, principal } = context;
    const audit = auditOrigin(context, 'claimWithdrawal');
    const owner = { ...named(transactionId), holderId: principal.client.id, audit };
    return viewOutcome(context, await dependencies.transactions.claim(owner, takeOver));
  },
});

/** Ends the caller's claim of a withdrawal. */
export const releaseWithdrawal = define({
  name: 'releaseWithdrawal',
  kind: 'command',
  input: fields({ transactionId: idText }),
  output: transactionDetail,
  async run(context, { transactionId }) {
    const { dependencies, principal } = context;
    const audit = auditOrigin(context, 'releaseWithdrawal');
    const owner = { ...named(transactionId), holderId: principal.client.id, audit };
    return viewOutcome(context, await dependencies.transactions.release(owner));
  },
});

/** Adds a note for other operators to a transaction. */
export const addNote = define({
  name: 'addNote',
  kind: 'command',
  input: fields({ transactionId: idText, text: text(MAX_NOTE_CHARACTERS) }),
  output: transactionDetail,
  async run(context, { transactionId, text }) {
    const { dependencies, principal } = context;
    const audit = auditOrigin(context, 'addNote');
    const note = { ...named(transactionId), authorId: principal.client.id, text, audit };
    return viewOutcome(context, await dependencies.transactions.addNote(note));
  },
});

/** One transaction to settle. */
export const settleItem = z.object({
  ...target,
  finalAmount: amount.nullable().optional(),
  acceptDifference: flag.nullable().optional(),
});

/** Why a transaction was not settled. */
export const settleError = z.object({
  type: z.string(),
  message: z.string(),
  /** What has happened to the transaction since; null if nothing has. */
  lastChange: changeView.nullable(),
});

/** What became of one transaction. */
export const settleResult = z.object({
  transactionId: z.string(),
  transaction: transactionDetail.nullable(),
  error: settleError.nullable(),
});

/** Settles several transactions. Each has its own sequence, and one that is refused does not stop the others. */
export const settleTransactions = define({
  name: 'settleTransactions',
  kind: 'command',
  isIdempotent: true,
  input: fields({ items: z.array(settleItem).min(1).max(MAX_SETTLED), holdSeconds }),
  output: z.array(settleResult),
  cost: (items) => costOfItems(items.length),
  async run(context, { items, holdSeconds }) {
    // They arrive together and share a commit.
    const results = await Promise.all(
      items.map(({ finalAmount, acceptDifference, ...item }) =>
        settleOne(context, {
          ...{ ...item, holdSeconds, kind: 'settle' as const, operation: 'settleTransactions' as const },
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

/** @throws ServiceError error_transaction_not_found for a malformed id, which names no transaction. */
function named(transactionId: string): { readonly transactionId: string } {
  if (!TRANSACTION_ID.test(transactionId)) throw transactionNotFound();
  return { transactionId };
}

async function viewOutcome(
  context: Context,
  outcome: UndoOutcome | ClaimOutcome | NoteOutcome,
): Promise<TransactionDetail> {
  if (outcome.kind === 'missing') throw transactionNotFound();
  if (outcome.kind === 'refused') throw await namedRefusal(context, outcome.refusal);
  if (outcome.kind === 'full') {
    const message = `text cannot be added: the transaction has ${MAX_NOTES} notes, the most it may have.`;
    throw validationError([{ path: 'text', message }]);
  }
  const transaction: Transaction = outcome.transaction;
  return viewDetail(context, transaction);
}
