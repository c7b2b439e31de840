import { noAccountAvailable, utcDay } from '../src/domain/bank.ts';
import { blacklistKeys, decideCreation } from '../src/domain/creation.ts';
import { ServiceError } from '../src/domain/errors.ts';
import type { Transaction, TransactionDraft } from '../src/domain/transaction.ts';
import type { CreationOutcome, Runtime } from '../src/operations/ports.ts';
import { AccountBook, findAccounts } from './account-book.ts';
import type { DatabaseTransaction } from './dialect.ts';
import { findKnown, KnownTransactions } from './known-transactions.ts';
import { padToPowerOfTwo, prepareQuery } from './prepared.ts';
import { countCreated } from './statistics.ts';
import { deleteTransactions, insertTransactions } from './transactions.ts';

export interface CreationRequest {
  readonly draft: TransactionDraft;
  /** Why the bank cannot take it; a repeat of a stored transaction is answered all the same. */
  readonly refusal: ServiceError | undefined;
}

/** The second attempt settles everything on one connection; more are for rows that others write meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * Stores the drafts that arrived together, inside one transaction, with the outcomes they would have had one
 * after another. The first attempt looks nothing up: it stands only if all of them could be stored.
 * @returns one outcome for each request, in their order.
 * @throws ServiceError error_unavailable when other processes got in between again and again.
 */
export async function createBatch(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  { runtime, depositTtlMs }: Pick<Circumstances, 'runtime' | 'depositTtlMs'>,
): Promise<CreationOutcome[]> {
  const nowMs = runtime.nowMs();
  const drafts = requests.map((request) => request.draft);
  // Sent off together, here and below: each wait for the writing thread would cost as much as its work.
  const [accounts, isBlacklisted] = await Promise.all([
    findAccounts(trx, drafts),
    findBlacklisted(trx, drafts),
  ]);

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const plan: Plan = {
      known: attempt === 0 ? new KnownTransactions() : await findKnown(trx, drafts),
      book: new AccountBook(accounts, utcDay(nowMs)),
      created: [],
    };
    const circumstances = { isBlacklisted, runtime, nowMs, depositTtlMs };
    const outcomes = requests.map((request) => settle(request, plan, circumstances));
    if (attempt === 0 && plan.created.length < requests.length) continue;
    if (!(await insertAllOrNone(trx, plan.created))) continue;
    await Promise.all([plan.book.save(trx), countCreated(trx, plan.created)]);
    return outcomes;
  }
  throw contended();
}

/** What becomes of a group, as far as it is settled. */
interface Plan {
  readonly known: KnownTransactions;
  readonly book: AccountBook;
  readonly created: Transaction[];
}

interface Circumstances {
  readonly isBlacklisted: (draft: TransactionDraft) => boolean;
  readonly runtime: Runtime;
  readonly nowMs: number;
  readonly depositTtlMs: number;
}

/** Settles one request in the light of those before it, and adds what it creates to the plan. */
function settle(
  { draft, refusal }: CreationRequest,
  plan: Plan,
  circumstances: Circumstances,
): CreationOutcome {
  const facts = { ...plan.known.factsFor(draft), blacklisted: circumstances.isBlacklisted(draft) };
  const decision = decideCreation(draft, facts, refusal);
  if (decision.kind === 'refuse') return { kind: 'refused', error: decision.error };
  if (decision.kind === 'return') {
    const { transaction, alreadyPending } = decision;
    return { kind: 'stored', transaction, alreadyPending, isNew: false };
  }
  const transaction = complete(draft, plan.book, circumstances);
  if (!transaction) return { kind: 'refused', error: noAccountAvailable() };
  plan.known.add(transaction);
  plan.created.push(transaction);
  return { kind: 'stored', transaction, alreadyPending: false, isNew: true };
}

/** @returns false, with nothing inserted, when one of them breaks a unique index. */
async function insertAllOrNone(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<boolean> {
  const inserted = await insertTransactions(trx, transactions);
  if (inserted.length === transactions.length) return true;
  // Dearer than a savepoint, but only when it is needed, which is seldom. Only what was inserted: a row that was
  // there before may have one of the ids.
  await deleteTransactions(trx, inserted);
  return false;
}

/** The draft as it would be stored now; undefined when no account has room for the deposit. */
function complete(
  draft: TransactionDraft,
  book: AccountBook,
  { runtime, nowMs, depositTtlMs }: Circumstances,
): Transaction | undefined {
  const lifecycle = {
    id: runtime.newId(),
    status: 'pending',
    statusReason: null,
    finalAmountMinor: null,
    sequence: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  } as const;
  // Object.assign, since spreading this many fields costs V8 as much as the rest of a create.
  if (draft.type === 'withdrawal') return Object.assign(lifecycle, draft);
  const account = book.assign(draft.bankId, draft.amountMinor);
  if (!account) return undefined;
  const assignment = {
    bankAccountId: account.id,
    bankAccountName: account.accountName,
    bankAccountIban: account.iban,
    payToken: runtime.newToken(),
    expiresAtMs: runtime.steadyNowMs() + depositTtlMs,
    sentAtMs: null,
  };
  return Object.assign(lifecycle, draft, assignment);
}

const selectBlacklist = prepareQuery((trx, size) =>
  trx
    .selectFrom('blacklist')
    .select(['client_id', 'kind', 'value'])
    .where('value', 'in', new Array<string>(size).fill('')),
);

async function findBlacklisted(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
): Promise<(draft: TransactionDraft) => boolean> {
  const values = new Set<string>();
  for (const draft of drafts) for (const [, value] of blacklistKeys(draft)) values.add(value);
  const parameters = padToPowerOfTwo([...values]);
  const { rows } = await selectBlacklist.run(trx, parameters.length, parameters);
  const entries = new Set(rows.map((row) => JSON.stringify([row.client_id, row.kind, row.value])));
  if (entries.size === 0) return () => false;
  return (draft) =>
    blacklistKeys(draft).some(([kind, value]) =>
      ['', draft.clientId].some((clientId) => entries.has(JSON.stringify([clientId, kind, value]))),
    );
}

function contended(): ServiceError {
  return new ServiceError(
    'error_unavailable',
    'Too many requests raced for the same transaction. Try again.',
    { retryAfterSeconds: 1 },
  );
}
