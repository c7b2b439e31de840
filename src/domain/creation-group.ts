import type { BankAccount } from './bank.ts';
import {
  type BlacklistKind,
  blacklistKeys,
  type CreationDecision,
  type CreationRequest,
  type CreationTerms,
  decideCreation,
} from './creation.ts';
import type { Transaction, TransactionDraft } from './transaction.ts';

/** An entry of the blacklist; an empty `clientId` is for every client. */
export interface BlacklistKey {
  readonly clientId: string;
  readonly kind: BlacklistKind;
  readonly value: string;
}

/** What a group of create requests may run into, as it is stored. */
export interface GroupFacts {
  /** Those with a processId of the group, and the pending deposits of its users. */
  readonly transactions: readonly Transaction[];
  readonly blacklist: readonly BlacklistKey[];
  /** The active accounts of the banks that the group names. */
  readonly accounts: readonly BankAccount[];
}

export interface GroupDecision {
  /** One for each request, in their order. */
  readonly decisions: readonly CreationDecision[];
  readonly created: readonly Transaction[];
  /** The accounts that were assigned, as they stand after that. */
  readonly assigned: readonly BankAccount[];
}

/** Decides requests that are stored together as if they had been stored one after another. */
export function decideCreations(
  requests: readonly CreationRequest[],
  facts: GroupFacts,
  terms: CreationTerms,
): GroupDecision {
  const conflicts = new ConflictIndex(facts.transactions);
  const accounts = new AccountAllocator(facts.accounts);
  const isBlacklisted = createBlacklistCheck(facts.blacklist);
  const created: Transaction[] = [];
  const decisions = requests.map((request) => {
    const { draft } = request;
    const decision = decideCreation(
      request,
      {
        sameProcess: conflicts.withProcessId(draft),
        pendingOfUser: conflicts.pendingOfUser(draft),
        blacklisted: isBlacklisted(draft),
        accounts: accounts.ofBank(draft.bankId),
      },
      terms,
    );
    if (decision.kind === 'create') {
      created.push(decision.transaction);
      conflicts.add(decision.transaction);
      if (decision.account) accounts.assign(decision.account);
    }
    return decision;
  });
  return { decisions, created, assigned: accounts.assigned() };
}

/** The transactions that a request may run into: those that are stored, and those of the group itself. */
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

/** Ids of clients are made by the service and hold no space. */
function keyOf(clientId: string, id: string): string {
  return `${clientId} ${id}`;
}

/** The accounts while deposits are assigned to them, each counting what was before it. */
class AccountAllocator {
  readonly #byBank = new Map<string, BankAccount[]>();
  readonly #assigned = new Map<string, BankAccount>();

  constructor(accounts: readonly BankAccount[]) {
    for (const account of accounts) {
      const ofBank = this.#byBank.get(account.bankId);
      if (ofBank) ofBank.push(account);
      else this.#byBank.set(account.bankId, [account]);
    }
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

function createBlacklistCheck(blacklist: readonly BlacklistKey[]): (draft: TransactionDraft) => boolean {
  if (blacklist.length === 0) return () => false;
  const entries = new Set(
    blacklist.map(({ clientId, kind, value }) => JSON.stringify([clientId, kind, value])),
  );
  return (draft) =>
    blacklistKeys(draft).some(([kind, value]) =>
      ['', draft.clientId].some((clientId) => entries.has(JSON.stringify([clientId, kind, value]))),
    );
}
