import { ServiceError } from './errors.ts';
import type { Transaction, TransactionDraft } from './transaction.ts';

const SAME_CONTENT = ['type', 'bankId', 'amountMinor', 'userId', 'userName', 'name'] as const;

/** Whether a stored transaction is what this request asks for, by the content the client sent. */
export function isSameRequest(stored: Transaction, draft: TransactionDraft): boolean {
  if (!SAME_CONTENT.every((key) => stored[key] === draft[key])) return false;
  if (stored.type === 'withdrawal' && draft.type === 'withdrawal')
    return stored.accountName === draft.accountName && stored.iban === draft.iban;
  return true;
}

/** What already stands in the way of a new transaction, as read in the transaction that would store it. */
export interface CreationFacts {
  readonly sameProcess: Transaction | undefined;
  readonly pendingOfUser: Transaction | undefined;
  readonly blacklisted: boolean;
}

export type CreationDecision =
  | { readonly kind: 'create' }
  | { readonly kind: 'return'; readonly transaction: Transaction; readonly alreadyPending: boolean }
  | { readonly kind: 'refuse'; readonly error: ServiceError };

/**
 * Decides what a create request leads to. A `processId` that was used decides first, so that a repeat
 * is answered with the stored transaction whatever has changed since; `refusal` is what the bank says.
 */
export function decideCreation(
  draft: TransactionDraft,
  facts: CreationFacts,
  refusal?: ServiceError,
): CreationDecision {
  const { sameProcess, pendingOfUser, blacklisted } = facts;
  if (sameProcess) {
    return isSameRequest(sameProcess, draft)
      ? { kind: 'return', transaction: sameProcess, alreadyPending: isPendingDeposit(sameProcess) }
      : { kind: 'refuse', error: processIdConflict(sameProcess) };
  }
  if (blacklisted) return { kind: 'refuse', error: blacklistedError() };
  if (refusal) return { kind: 'refuse', error: refusal };
  if (draft.type === 'deposit' && pendingOfUser)
    return { kind: 'return', transaction: pendingOfUser, alreadyPending: true };
  return { kind: 'create' };
}

function isPendingDeposit(transaction: Transaction): boolean {
  return transaction.type === 'deposit' && transaction.status === 'pending';
}

function processIdConflict(stored: Transaction): ServiceError {
  const message =
    `processId was already used for transaction ${stored.id} with other content. ` +
    'Send a new processId for a new transaction, or the same content to read the stored one.';
  return new ServiceError('error_process_id_conflict', message, {
    fields: [{ path: 'processId', message: `processId belongs to transaction ${stored.id}.` }],
  });
}

function blacklistedError(): ServiceError {
  return new ServiceError(
    'error_transaction_blacklisted',
    'The user, the name or the IBAN of this request is on a blacklist. Ask the operator of the service.',
  );
}

export const BLACKLIST_KINDS = ['userId', 'iban', 'convertedName'] as const;
export type BlacklistKind = (typeof BLACKLIST_KINDS)[number];

/** The blacklist entries that would stop this draft, as kind and value. */
export function blacklistKeys(draft: TransactionDraft): readonly (readonly [BlacklistKind, string])[] {
  const keys: (readonly [BlacklistKind, string])[] = [
    ['userId', draft.userId],
    ['convertedName', draft.convertedName],
  ];
  if (draft.type === 'withdrawal') keys.push(['iban', draft.ibanNormalized]);
  return keys;
}
