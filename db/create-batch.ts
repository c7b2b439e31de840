import { noAccountAvailable, utcDay } from '../src/domain/bank.ts';
import { ServiceError } from '../src/domain/errors.ts';
import {
  blacklistKeys,
  type CreationFacts,
  decideCreation,
  type Transaction,
  type TransactionDraft,
} from '../src/domain/transaction.ts';
import type { CreationOutcome, Runtime } from '../src/operations/ports.ts';
import { AccountBook } from './account-book.ts';
import type { DatabaseTransaction } from './dialect.ts';
import { padToPowerOfTwo, prepareQuery } from './prepared.ts';
import { findByProcessIds, findPendingDeposits, insertTransactions } from './transactions.ts';

export interface CreationRequest {
  readonly draft: TransactionDraft;
  /** Why the bank cannot take it; a repeat of a stored transaction is answered all the same. */
  readonly refusal: ServiceError | undefined;
}

/** A second look settles everything on one connection; more are for rows that other processes write meanwhile. */
const MAX_ROUNDS = 5;

/**
 * Stores the drafts that arrived together, inside one transaction. The first round inserts whatever nothing is
 * known against; only what was not inserted is looked up, decided and, where it may be, tried again.
 * @returns one outcome for each request, in their order.
 */
export async function createBatch(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  runtime: Runtime,
): Promise<CreationOutcome[]> {
  const nowMs = runtime.nowMs();
  const drafts = requests.map((request) => request.draft);
  const depositBanks = drafts.filter((draft) => draft.type === 'deposit').map((draft) => draft.bankId);
  const book = await AccountBook.open(trx, depositBanks, utcDay(nowMs));
  const isBlacklisted = await findBlacklisted(trx, drafts);
  const outcomes = new Map<CreationRequest, CreationOutcome>();
  let open = requests;

  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    const factsOf = round === 0 ? undefined : await findExisting(trx, open);
    const candidates = new Map<CreationRequest, Transaction>();
    for (const request of open) {
      const blacklisted = isBlacklisted(request.draft);
      const refused = factsOf
        ? decide(request, { ...factsOf(request.draft), blacklisted })
        : blacklisted || request.refusal !== undefined;
      if (typeof refused === 'object') outcomes.set(request, refused);
      if (refused) continue;
      const transaction = complete(request.draft, book, runtime, nowMs);
      if (transaction) candidates.set(request, transaction);
      else if (factsOf) outcomes.set(request, { kind: 'refused', error: noAccountAvailable() });
    }
    const inserted = await insertTransactions(trx, [...candidates.values()]);
    for (const [request, transaction] of candidates) {
      if (!inserted.has(transaction.id)) continue;
      if (transaction.type === 'deposit') book.confirm(transaction);
      outcomes.set(request, { kind: 'stored', transaction, alreadyPending: false });
    }
    book.settle();
    open = open.filter((request) => !outcomes.has(request));
  }

  await book.save(trx);
  return requests.map((request) => outcomes.get(request) ?? { kind: 'refused', error: contended() });
}

/** What is already known to answer the request with; undefined when it is to be created. */
function decide({ draft, refusal }: CreationRequest, facts: CreationFacts): CreationOutcome | undefined {
  const decision = decideCreation(draft, facts, refusal);
  if (decision.kind === 'create') return undefined;
  if (decision.kind === 'refuse') return { kind: 'refused', error: decision.error };
  return { kind: 'stored', transaction: decision.transaction, alreadyPending: decision.alreadyPending };
}

/** The draft as it would be stored now; undefined when no account has room for the deposit. */
function complete(
  draft: TransactionDraft,
  book: AccountBook,
  runtime: Runtime,
  nowMs: number,
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
  const account = book.choose(draft.bankId, draft.amountMinor);
  if (!account) return undefined;
  const assignment = {
    bankAccountId: account.id,
    bankAccountName: account.accountName,
    bankAccountIban: account.iban,
    payToken: runtime.newToken(),
  };
  return Object.assign(lifecycle, draft, assignment);
}

type ExistingFacts = Omit<CreationFacts, 'blacklisted'>;

/** Reads what the requests may run into: the same process id, and a pending deposit of the same user. */
async function findExisting(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<(draft: TransactionDraft) => ExistingFacts> {
  const drafts = requests.map((request) => request.draft);
  const byProcess = new Map<string, Transaction>();
  const byUser = new Map<string, Transaction>();
  for (const clientId of new Set(drafts.map((draft) => draft.clientId))) {
    const own = drafts.filter((draft) => draft.clientId === clientId);
    const processIds = [...new Set(own.map((draft) => draft.processId))];
    for (const found of await findByProcessIds(trx, clientId, processIds))
      byProcess.set(JSON.stringify([clientId, found.processId]), found);
    const userIds = [
      ...new Set(own.filter((draft) => draft.type === 'deposit').map((draft) => draft.userId)),
    ];
    if (userIds.length === 0) continue;
    for (const found of await findPendingDeposits(trx, clientId, userIds))
      byUser.set(JSON.stringify([clientId, found.userId]), found);
  }
  return (draft) => ({
    sameProcess: byProcess.get(JSON.stringify([draft.clientId, draft.processId])),
    pendingOfUser: byUser.get(JSON.stringify([draft.clientId, draft.userId])),
  });
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
    {
      retryAfterSeconds: 1,
    },
  );
}
