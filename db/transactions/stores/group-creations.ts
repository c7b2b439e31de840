import type { Runtime } from '../../../src/operations/runtime.ts';
import { type CreationInput, newTransaction } from '../../../src/transactions/domain/creation.ts';
import type { CreationOutcome } from '../../../src/transactions/store.ts';
import type { Engine } from '../../engine.ts';
import type { CreateResult } from '../commands/create-transactions.ts';
import { GroupCommit, grouping, type Traced, traceOf } from './group-commit.ts';
import { runCreations } from './unknown-commits.ts';

export interface TransactionStoreOptions {
  /** The most creates, or the most transitions, in one commit. */
  readonly maxGroupSize: number;
  /** The most pending deposits of one client; 0 for no limit. */
  readonly maxOpenDeposits: number;
  /** The time that a new deposit may be pending. */
  readonly depositTtlMs: number;
  /** The time that a deposit may be pending after its payer reported the money as sent. */
  readonly sentTtlMs: number;
  /** ISO 4217 code of every amount. */
  readonly currency: string;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
}

/** Commits creates that arrive together in one group. */
export function groupCreations(
  engine: Engine,
  runtime: Runtime,
  { maxGroupSize, maxOpenDeposits, depositTtlMs, sentTtlMs, currency, timeZone }: TransactionStoreOptions,
): GroupCommit<CreationInput & Traced, CreationOutcome> {
  return new GroupCommit<CreationInput & Traced, CreationOutcome>({
    ...grouping(maxGroupSize),
    partOf,
    async commit(requests) {
      const expiresAtMs = runtime.steadyNowMs() + depositTtlMs;
      const terms = { nowMs: runtime.nowMs(), expiresAtMs, currency, timeZone, maxOpenDeposits };
      const longestPendingMs = depositTtlMs + sentTtlMs;
      const input = { ...terms, longestPendingMs, requests };
      const results = await runCreations(engine, input, { trace: traceOf(requests) });
      const toOutcome = (result: CreateResult, request: CreationInput): CreationOutcome => {
        if (result.kind === 'refused') return result;
        if (result.kind === 'found') {
          // A create finds its own transaction only if the answer to its commit was lost.
          const isNew = result.transaction.id === request.id;
          return { ...result, kind: 'stored', isNew, alreadyPending: result.alreadyPending && !isNew };
        }
        const { reference, account } = result;
        const transaction = newTransaction(Object.assign({}, request, { reference }), terms, account);
        return { kind: 'stored', transaction, alreadyPending: false, isNew: true };
      };
      return requests.map((request, index) => toOutcome(results[index] as CreateResult, request));
    },
  });
}

/** The accounts of a bank may be locked. Withdrawals and tests have none. */
function partOf({ draft }: CreationInput): string {
  return draft.type === 'deposit' && !draft.isTest ? draft.bankId : '';
}
