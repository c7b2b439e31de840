import { type BlacklistKey, createBlacklistSearch } from '../../admin/domain/blacklist.ts';
import type { BankAccount } from '../../banks/domain/bank.ts';
import { groupBy } from '../../kernel/group-by.ts';
import { type CreationDecision, type CreationInput, type CreationTerms, decideCreation } from './creation.ts';
import type { Transaction, TransactionDraft } from './transaction.ts';

/** The stored facts that decide a group of create requests. */
export interface GroupFacts {
  /** The transactions with a processId of the group, and the pending deposits of its users. */
  readonly transactions: readonly Transaction[];
  readonly blacklist: readonly BlacklistKey[];
  /** The numbers of pending deposits, by client; it has none for a client without. */
  readonly openDeposits: ReadonlyMap<string, number>;
  /** The active accounts of the group's banks. */
  readonly accounts: readonly BankAccount[];
}

export interface GroupDecision {
  /** One for each request, in the order of the requests. */
  readonly decisions: readonly CreationDecision[];
  readonly created: readonly Transaction[];
  /** The assigned accounts, after their assignments. */
  readonly assigned: readonly BankAccount[];
}

/** Decides requests of one commit as if each was stored before the next one is decided. */
export function decideCreations(
  requests: readonly CreationInput[],
  facts: GroupFacts,
  terms: CreationTerms,
): GroupDecision {
  const conflicts = new ConflictIndex(facts.transactions);
  const accounts = new AccountAllocator(facts.accounts);
  const entriesOn = createBlacklistSearch(facts.blacklist);
  const openDeposits = new Map(facts.openDeposits);
  const created: Transaction[] = [];
  const decisions = requests.map((request) => {
    const { draft } = request;
    const decision = decideCreation(
      request,
      {
        sameProcess: conflicts.withProcessId(draft),
        pendingOfUser: conflicts.pendingOfUser(draft),
        blacklisted: entriesOn(draft).length > 0,
        openDeposits: openDeposits.get(draft.clientId) ?? 0,
        accounts: accounts.ofBank(draft.bankId),
      },
      terms,
    );
    if (decision.kind === 'create') {
      created.push(decision.transaction);
      conflicts.add(decision.transaction);
      if (draft.type === 'deposit')
        openDeposits.set(draft.clientId, 1 + (openDeposits.get(draft.clientId) ?? 0));
      if (decision.account) accounts.assign(decision.account);
    }
    return decision;
  });
  return { decisions, created, assigned: accounts.assigned() };
}

/** Indexes the transactions that a request may conflict with: stored ones, and others of its group. */
class ConflictIndex {
  readonly #byProcess = new Map<string, Transaction>();
  readonly #pendingByUser = new Map<string, Transaction>();

  constructor(transactions: readonly Transaction[]) {
    for (const transaction of transactions) this.add(transaction);
  }

  add(transaction: Transaction): void {
    const { clientId, processId, userId, type, status } = transaction;
    this.#byProcess.set(keyOf(clientId, processId), transaction);
    if (type === 'deposit' && status === 'pending')
      this.#pendingByUser.set(keyOf(clientId, userId), transaction);
  }

  withProcessId({ clientId, processId }: TransactionDraft): Transaction | undefined {
    return this.#byProcess.get(keyOf(clientId, processId));
  }

  pendingOfUser({ clientId, userId }: TransactionDraft): Transaction | undefined {
    return this.#pendingByUser.get(keyOf(clientId, userId));
  }
}

/** A space separates unambiguously: the service makes client ids, and they contain none. */
function keyOf(clientId: string, id: string): string {
  return `${clientId} ${id}`;
}

/** Assigns accounts to the deposits of a group, so that each assignment counts for the next. */
class AccountAllocator {
  readonly #byBank: Map<string, BankAccount[]>;
  readonly #assigned = new Map<string, BankAccount>();

  constructor(accounts: readonly BankAccount[]) {
    this.#byBank = groupBy(accounts, ({ bankId }) => bankId);
  }

  ofBank(bankId: string): readonly BankAccount[] {
    return this.#byBank.get(bankId) ?? [];
  }

  assign(account: BankAccount): void {
    const ofBank = this.#byBank.get(account.bankId) ?? [];
    const index = ofBank.findIndex(({ id }) => id === account.id);
    ofBank[index] = account;
    this.#assigned.set(account.id, account);
  }

  assigned(): BankAccount[] {
    return [...this.#assigned.values()];
  }
}
