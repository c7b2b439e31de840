import type { AuditOrigin } from '../../audit/domain/audit.ts';
import {
  assignAccount,
  type BankAccount,
  type BankFact,
  type BankRefusal,
  bankRefusal,
  chooseAccount,
} from '../../banks/domain/bank.ts';
import { dayIn } from '../../kernel/time-zone.ts';
import { FORGOTTEN, type Transaction, type TransactionDraft, UNCLAIMED } from './transaction.ts';

const NEVER_FORGOTTEN = ['type', 'bankId', 'amountMinor', 'userId'] as const;
const NAMES = ['userName', 'name'] as const;
const OF_WITHDRAWAL = ['accountName', 'iban'] as const;

/** A field of a create, as clients name it. */
type ContentField =
  | Exclude<(typeof NEVER_FORGOTTEN)[number], 'amountMinor'>
  | (typeof NAMES)[number]
  | (typeof OF_WITHDRAWAL)[number]
  | 'amount'
  | 'returnUrl';

/**
 * Compares a request with a stored transaction. Of a forgotten person the names and the IBAN cannot be compared: nothing
 * is kept of them, not even a digest, from which they could be guessed.
 * @returns the first field that differs; undefined if the request repeats the stored one.
 */
function differingField(stored: Transaction, draft: TransactionDraft): ContentField | undefined {
  const isForgotten = stored.convertedName === FORGOTTEN;
  const common = isForgotten ? NEVER_FORGOTTEN : ([...NEVER_FORGOTTEN, ...NAMES] as const);
  const differing = common.find((key) => stored[key] !== draft[key]);
  if (differing !== undefined) return differing === 'amountMinor' ? 'amount' : differing;
  if (isForgotten) return undefined;
  if (stored.type === 'withdrawal' && draft.type === 'withdrawal')
    return OF_WITHDRAWAL.find((key) => stored[key] !== draft[key]);
  if (stored.type === 'deposit' && draft.type === 'deposit')
    return stored.returnUrl === (draft.returnUrl ?? null) ? undefined : 'returnUrl';
  return undefined;
}

/** An operator who creates a transaction for its merchant. */
export interface OnBehalf {
  /** See `personOf` of payouts. */
  readonly person: string;
  /** The key of the operator. */
  readonly clientId: string;
  readonly audit: AuditOrigin;
}

/** A request to create, with its looked-up bank and its generated values. */
export interface CreationInput {
  readonly draft: TransactionDraft;
  readonly bank: BankFact;
  /** The id of the transaction if one is created. */
  readonly id: string;
  /** The secret half of a deposit's payment link; empty for a withdrawal. */
  readonly payToken: string;
  /** Undefined for a merchant that creates for itself. */
  readonly onBehalf?: OnBehalf | undefined;
}

/** The values that all transactions of one commit share. */
export interface CreationTerms {
  readonly nowMs: number;
  /** The time when a new deposit expires, by the steady clock. */
  readonly expiresAtMs: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
  /** How many deposits of one client may be pending; 0 for no limit. */
  readonly maxOpenDeposits: number;
}

/** The facts that decide a request, read in the database transaction that stores its result. */
interface CreationFacts {
  readonly sameProcess: Transaction | undefined;
  readonly pendingOfUser: Transaction | undefined;
  readonly blacklisted: boolean;
  /** The number of pending deposits of the client. */
  readonly openDeposits: number;
  /** The active accounts of the bank, with their use so far. */
  readonly accounts: readonly BankAccount[];
}

/** The part of a bank account that a deposit shows. */
export type AssignedAccount = Pick<BankAccount, 'id' | 'accountName' | 'iban'>;

/** The reason why nothing is created, as facts. */
export type CreationRefusal =
  | BankRefusal
  /** The processId belongs to a transaction with other content. */
  | {
      readonly type: 'error_process_id_conflict';
      readonly transactionId: string;
      /** The first field that differs. */
      readonly field: ContentField;
    }
  | { readonly type: 'error_transaction_blacklisted' }
  /** The client has as many pending deposits as it may. */
  | { readonly type: 'error_rate_limited'; readonly maxOpenDeposits: number }
  /** The daily limits of the bank's accounts do not allow the deposit. */
  | { readonly type: 'error_no_account_available' };

export type CreationDecision =
  /** `account` is the assigned account after the assignment; undefined for a withdrawal and for a test. */
  | { readonly kind: 'create'; readonly transaction: Transaction; readonly account: BankAccount | undefined }
  | { readonly kind: 'return'; readonly transaction: Transaction; readonly alreadyPending: boolean }
  | { readonly kind: 'refuse'; readonly refusal: CreationRefusal };

/**
 * Decides a create request. A known `processId` decides first, so that a repeat returns the stored transaction
 * whatever has changed since then. The blacklist, the bank and its limits, the user's pending deposit, the limit on
 * open deposits, and the choice of an account follow in this order.
 */
export function decideCreation(
  request: CreationInput,
  facts: CreationFacts,
  terms: CreationTerms,
): CreationDecision {
  const { draft } = request;
  const { sameProcess, pendingOfUser } = facts;
  if (sameProcess) {
    const field = differingField(sameProcess, draft);
    return field === undefined
      ? { kind: 'return', transaction: sameProcess, alreadyPending: isPendingDeposit(sameProcess) }
      : refuse({ type: 'error_process_id_conflict', transactionId: sameProcess.id, field });
  }
  if (facts.blacklisted) return refuse({ type: 'error_transaction_blacklisted' });
  const refusal = bankRefusal(request.bank, draft);
  if (refusal) return refuse(refusal);
  if (draft.type === 'withdrawal')
    return { kind: 'create', transaction: newTransaction(request, terms, undefined), account: undefined };
  if (pendingOfUser) return { kind: 'return', transaction: pendingOfUser, alreadyPending: true };
  const { maxOpenDeposits } = terms;
  if (maxOpenDeposits > 0 && facts.openDeposits >= maxOpenDeposits)
    return refuse({ type: 'error_rate_limited', maxOpenDeposits });
  if (draft.isTest)
    return { kind: 'create', transaction: newTransaction(request, terms, undefined), account: undefined };
  const account = allocateAccount(facts.accounts, draft.amountMinor, dayIn(terms.timeZone, terms.nowMs));
  if (!account) return refuse({ type: 'error_no_account_available' });
  return { kind: 'create', transaction: newTransaction(request, terms, account), account };
}

function refuse(refusal: CreationRefusal): CreationDecision {
  return { kind: 'refuse', refusal };
}

function isPendingDeposit(transaction: Transaction): boolean {
  return transaction.type === 'deposit' && transaction.status === 'pending';
}

/** Chooses an account and assigns the deposit to it. @returns the account after that. */
function allocateAccount(
  accounts: readonly BankAccount[],
  amountMinor: number,
  today: number,
): BankAccount | undefined {
  const chosen = chooseAccount(accounts, amountMinor, today);
  if (!chosen) return undefined;
  const order = 1 + accounts.reduce((latest, account) => Math.max(latest, account.assignedOrder), 0);
  return assignAccount(chosen, { amountMinor, order });
}

/**
 * The account of test deposits. No bank takes a transfer to it: check digits of an IBAN are 02 to 98 (ISO 13616), so that
 * an IBAN with 00 is never right. It has the length of a Turkish one.
 */
const TEST_ACCOUNT: AssignedAccount = {
  id: '',
  accountName: 'TEST - SEND NO MONEY',
  iban: `TR00${'0'.repeat(22)}`,
};

/**
 * Builds the transaction of a request that was decided to be created. Only a deposit has an account, and a reference,
 * once it has a number.
 */
export function newTransaction(
  {
    draft,
    bank,
    id,
    payToken,
    reference = null,
  }: CreationInput & { readonly reference?: string | null | undefined },
  { nowMs, expiresAtMs, currency }: CreationTerms,
  account: AssignedAccount | undefined,
): Transaction {
  const isTest = draft.isTest ?? false;
  // Object.assign, since spreading this many fields costs V8 as much as the rest of a create.
  const common = {
    id,
    isTest,
    clientId: draft.clientId,
    processId: draft.processId,
    bankId: draft.bankId,
    bankName: typeof bank === 'string' ? '' : bank.name,
    currency,
    amountMinor: draft.amountMinor,
    finalAmountMinor: null,
    userId: draft.userId,
    userName: draft.userName,
    name: draft.name,
    convertedName: draft.convertedName,
    status: 'pending',
    statusReason: null,
    endedAs: null,
    sequence: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  } as const;
  if (draft.type === 'withdrawal') {
    const { type, accountName, iban, ibanNormalized } = draft;
    return Object.assign(common, { type, accountName, iban, ibanNormalized }, UNCLAIMED);
  }
  const assigned = isTest ? TEST_ACCOUNT : account;
  return Object.assign(common, {
    type: draft.type,
    returnUrl: draft.returnUrl ?? null,
    bankAccountId: assigned?.id ?? '',
    bankAccountName: assigned?.accountName ?? '',
    bankAccountIban: assigned?.iban ?? '',
    payToken,
    reference,
    expiresAtMs,
    sentAtMs: null,
  });
}
