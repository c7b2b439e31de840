import { validationError } from '../../domain/errors.ts';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import { auditOrigin } from '../audit/origin.ts';
import { fields, idText, text } from '../fields.ts';
import { type Context, define } from '../operation.ts';
import { type ClaimOutcome, MAX_NOTES, type NoteOutcome, type UndoOutcome } from './desk-store.ts';
import { viewDetail } from './details.ts';
import { namedRefusal } from './named-refusal.ts';
import { targetOf } from './scope.ts';
import { transactionNotFound } from './transactions.ts';
import { actorOf, target } from './transitions.ts';
import { type TransactionDetail, transactionDetail } from './views.ts';

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
    const request = { ...named(context, transactionId), sequence, actor: actorOf(context), audit };
    return viewOutcome(context, await context.dependencies.transactions.undo(request));
  },
});

/** Claims a pending withdrawal for paying it, or keeps the claim for longer. */
export const claimWithdrawal = define({
  name: 'claimWithdrawal',
  kind: 'command',
  input: fields({
    transactionId: idText,
    /** The appKey of the operator from whom to take it: who was seen paying it, or to have paid it, and nobody else. */
    takeOverFrom: idText.optional(),
  }),
  output: transactionDetail,
  async run(context, { transactionId, takeOverFrom }) {
    const { dependencies, principal } = context;
    const audit = auditOrigin(context, 'claimWithdrawal');
    const owner = { ...named(context, transactionId), holderId: principal.client.id, audit };
    const from =
      takeOverFrom === undefined ? undefined : await dependencies.clients.findByAppKey(takeOverFrom);
    // The command line holds claims under a name that is no key.
    return viewOutcome(
      context,
      await dependencies.transactions.claim(owner, from?.id ?? takeOverFrom ?? null),
    );
  },
});

/** Says that the caller, who has claimed a withdrawal, has sent it to the bank. Its claim then ends no more by itself. */
export const markWithdrawalSent = define({
  name: 'markWithdrawalSent',
  kind: 'command',
  isIdempotent: true,
  input: fields({ transactionId: idText }),
  output: transactionDetail,
  async run(context, { transactionId }) {
    const { dependencies, principal } = context;
    const audit = auditOrigin(context, 'markWithdrawalSent');
    const owner = { ...named(context, transactionId), holderId: principal.client.id, audit };
    return viewOutcome(context, await dependencies.transactions.markSentToBank(owner));
  },
});

/** Lets a transaction go on that the blacklist stops. Entries that are added later stop it again. */
export const clearBlacklistMark = define({
  name: 'clearBlacklistMark',
  kind: 'command',
  isIdempotent: true,
  input: fields({
    transactionId: idText,
    /** Why, as a note for the desk. */
    reason: text(MAX_NOTE_CHARACTERS),
  }),
  output: transactionDetail,
  async run(context, { transactionId, reason }) {
    const { dependencies, principal } = context;
    const audit = auditOrigin(context, 'clearBlacklistMark');
    const clearance = { ...named(context, transactionId), clearedBy: principal.client.id, reason, audit };
    return viewOutcome(context, await dependencies.transactions.clearBlacklist(clearance));
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
    const owner = { ...named(context, transactionId), holderId: principal.client.id, audit };
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
    const note = { ...named(context, transactionId), authorId: principal.client.id, text, audit };
    return viewOutcome(context, await dependencies.transactions.addNote(note));
  },
});

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
    const message = `text cannot be added: the transaction has ${MAX_NOTES} notes, the most it may have.`;
    throw validationError([{ path: 'text', message }]);
  }
  return viewDetail(context, outcome.transaction);
}
