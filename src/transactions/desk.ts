import { fieldError } from '../kernel/errors.ts';
import { TRANSACTION_ID } from '../kernel/ids.ts';
import { fault } from '../kernel/problems.ts';
import { CREDITED, DECIDED, FOUND } from '../operations/error-table.ts';
import { fields, idText, text } from '../operations/fields.ts';
import { transactionId } from '../operations/ids.ts';
import { type Context, operation } from '../operations/operation.ts';
import type { ClaimOutcome, NoteOutcome, UndoOutcome } from './desk-store.ts';
import { viewDetail } from './details.ts';
import { MAX_NOTE_CHARACTERS, MAX_NOTES } from './limits.ts';
import { namedRefusal } from './named-refusal.ts';
import { actorOf } from './run-transition.ts';
import { targetOf } from './scope.ts';
import { transactionNotFound } from './transactions.ts';
import { deskCommand, target } from './transitions.ts';
import type { TransactionDetail } from './views.ts';

export const undoTransition = operation({
  ...deskCommand,
  name: 'undoTransition',
  summary: 'Undo a planned decision',
  description:
    'The planned decision does not happen. Only the key that decided can undo it, with the sequence that it decided on.',
  refusals: [...DECIDED, 'error_undo_too_late'],
  input: fields(target),
  example: { sequence: 1 },
  async run(context, { transactionId, sequence }) {
    const audit = context.meta.audit;
    const request = { ...named(context, transactionId), sequence, actor: actorOf(context), audit };
    return viewOutcome(context, await context.dependencies.db.run('undoTransition', request));
  },
});

export const claimWithdrawal = operation({
  ...deskCommand,
  name: 'claimWithdrawal',
  summary: 'Claim a pending withdrawal for paying it',
  description:
    'To take over from another operator, even one whose claim has ended, name them with takeOverFrom.',
  refusals: [...CREDITED, 'error_payout_by_batch_only'],
  input: fields({
    transactionId,
    takeOverFrom: idText
      .optional()
      .describe(
        'The `holderAppKey` that was seen: takes the claim over from this operator, and from no other. Needed also when that claim has ended, since its holder may have paid.',
      ),
  }),
  async run(context, { transactionId, takeOverFrom }) {
    const { clients, claimTtlMs: ttlMs } = context.dependencies;
    const from = takeOverFrom === undefined ? undefined : await clients.findByAppKey(takeOverFrom);
    // The command line holds claims under a name that is no key.
    const takeOverFromId = from?.id ?? takeOverFrom ?? null;
    const request = { ...holding(context, transactionId), takeOverFromId, ttlMs };
    return viewOutcome(context, await context.dependencies.db.run('claimWithdrawal', request));
  },
});

export const markWithdrawalSent = operation({
  ...deskCommand,
  name: 'markWithdrawalSent',
  summary: 'Say that you have sent a withdrawal to the bank',
  description: 'Your claim then no longer ends by itself.',
  refusals: [...DECIDED, 'error_not_claimed'],
  isIdempotent: true,
  input: fields({ transactionId }),
  async run(context, { transactionId }) {
    const request = holding(context, transactionId);
    return viewOutcome(context, await context.dependencies.db.run('markWithdrawalSent', request));
  },
});

export const clearBlacklistMark = operation({
  ...deskCommand,
  name: 'clearBlacklistMark',
  summary: 'Let a transaction continue that the blacklist has stopped',
  description:
    'Entries that are added later stop it again. While a decision about it is planned, this is refused.',
  refusals: [...FOUND, 'error_transition_not_allowed', 'error_in_payout'],
  input: fields({
    transactionId,
    reason: text(MAX_NOTE_CHARACTERS).describe('Why, as a note of up to 1,000 characters.'),
  }),
  example: { reason: 'Another person of the same name' },
  async run(context, { transactionId, reason }) {
    const clearance = { ...named(context, transactionId), clearedBy: context.principal.client.id, reason };
    return viewOutcome(
      context,
      await context.dependencies.db.run('clearTransaction', { ...clearance, ...context.meta }),
    );
  },
});

export const releaseWithdrawal = operation({
  ...deskCommand,
  name: 'releaseWithdrawal',
  summary: 'End your claim of a withdrawal',
  refusals: DECIDED,
  input: fields({ transactionId }),
  async run(context, { transactionId }) {
    const request = holding(context, transactionId);
    return viewOutcome(context, await context.dependencies.db.run('releaseWithdrawal', request));
  },
});

export const addNote = operation({
  ...deskCommand,
  name: 'addNote',
  summary: 'Add a note to a transaction',
  refusals: FOUND,
  input: fields({
    transactionId,
    text: text(MAX_NOTE_CHARACTERS).describe('The words, up to 1,000 characters.'),
  }),
  example: { text: 'The payer has called.' },
  async run(context, { transactionId, text }) {
    const note = { ...named(context, transactionId), authorId: context.principal.client.id, text };
    return viewOutcome(context, await context.dependencies.db.run('addNote', { ...note, ...context.meta }));
  },
});

/** An operator's request about their own claim. */
function holding(context: Context, transactionId: string) {
  return { ...named(context, transactionId), holderId: context.principal.client.id, ...context.meta };
}

/** @throws ServiceError error_transaction_not_found for a malformed id, which names no transaction. */
function named(context: Context, transactionId: string): ReturnType<typeof targetOf> {
  if (!TRANSACTION_ID.test(transactionId)) throw transactionNotFound();
  return targetOf(context, transactionId);
}

async function viewOutcome(
  context: Context,
  outcome: UndoOutcome | ClaimOutcome | NoteOutcome,
): Promise<TransactionDetail> {
  if (outcome.kind === 'missing') throw transactionNotFound();
  if (outcome.kind === 'refused') throw await namedRefusal(context, outcome.refusal);
  if (outcome.kind === 'full') {
    const message = `cannot be added: the transaction has ${MAX_NOTES} notes, the most it may have.`;
    throw fieldError('text', fault('full', { maximum: MAX_NOTES }, message));
  }
  return viewDetail(context, outcome.transaction);
}
