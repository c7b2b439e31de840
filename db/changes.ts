import type { CallbackTrace } from '../src/callbacks/outbox.ts';
import type { LineOutcome } from '../src/reconciliation/line-store.ts';
import type { Change, ChangeReceiver } from '../src/transactions/change.ts';
import type { TransitionOutcome } from '../src/transactions/store.ts';
import type { CommandTrace, Engine } from './engine.ts';
import { couldBeCommitted } from './engines/database-errors.ts';
import type { CommandInput, CommandName, CommandOutput } from './names.ts';

type ChangesOf<N extends CommandName> = (
  output: CommandOutput<N>,
  input: CommandInput<N>,
) => readonly Change[];

/** The result of a command that changes at most one transaction, in a way that only the desk sees. */
type DeskOutcome =
  | { readonly kind: 'stored'; readonly transaction: { readonly id: string }; readonly isChanged?: boolean }
  | { readonly kind: 'refused' | 'missing' | 'full' };

const ofDesk = (outcome: DeskOutcome): readonly Change[] =>
  outcome.kind === 'stored' && outcome.isChanged !== false
    ? [{ id: outcome.transaction.id, audience: 'desk' }]
    : [];

interface PayoutChange {
  readonly kind: string;
  /** Of withdrawals, and of refunds, which nobody subscribes to. */
  readonly movedIds?: readonly string[] | undefined;
}

const ofPayout = ({ movedIds = [] }: PayoutChange): readonly Change[] =>
  movedIds.map((id) => ({ id, audience: 'desk' }));

interface Transition {
  readonly eventId?: string | undefined;
  readonly traceparent?: string | undefined;
}

function ofTransition(
  outcome: TransitionOutcome,
  { eventId = '', traceparent }: Transition = {},
): readonly Change[] {
  if (outcome.kind !== 'stored' || !outcome.isChanged) return [];
  const { id } = outcome.transaction;
  return outcome.isPlanned
    ? [{ id, audience: 'desk' }]
    : [{ id, audience: 'all', event: { id: eventId, traceparent } }];
}

function ofLines(outcome: LineOutcome, { eventId, traceparent }: Transition): readonly Change[] {
  if (outcome.kind !== 'stored' || !outcome.transaction) return [];
  const { transaction, isPlanned } = outcome;
  return ofTransition({ kind: 'stored', transaction, isPlanned, isChanged: true }, { eventId, traceparent });
}

/** What the commands change that subscribers see. The others change nothing of that kind. */
const CHANGES: { readonly [N in CommandName]?: ChangesOf<N> } = {
  createTransactions: (results, { requests }) =>
    results.flatMap((result, index): Change[] => {
      const id = requests[index]?.id ?? '';
      return result.kind === 'created' ? [{ id, audience: 'all' }] : [];
    }),
  applyTransitions: (outcomes, { requests }) =>
    outcomes.flatMap((outcome, index) => ofTransition(outcome, requests[index])),
  matchLines: ({ outcomes }) => outcomes.flatMap((outcome) => ofTransition(outcome)),
  confirmLines: ofLines,
  putLineAway: ofLines,
  undoLine: ofLines,
  markSent: ({ transaction, isChanged }) =>
    transaction && isChanged ? [{ id: transaction.id, audience: 'all' }] : [],
  runPlans: (outcomes) =>
    outcomes.flatMap((outcome): readonly Change[] => {
      if (!outcome?.transaction) return [];
      const { id } = outcome.transaction;
      if (!outcome.hasHappened) return [{ id, audience: 'desk' }];
      const { eventId, traceparent } = outcome;
      return [{ id, audience: 'all', event: { id: eventId, traceparent } }];
    }),
  undoTransition: ofDesk,
  claimWithdrawal: ofDesk,
  releaseWithdrawal: ofDesk,
  markWithdrawalSent: ofDesk,
  addNote: ofDesk,
  clearTransaction: ofDesk,
  preparePayout: ofPayout,
  addToPayout: ofPayout,
  removeFromPayout: ofPayout,
  rejectPayout: ofPayout,
  importPayoutReport: ofPayout,
  recordAttempts: (_, { records }) =>
    records.flatMap(({ attempt, outcome }): Change[] =>
      outcome.state === 'failed' ? [{ id: attempt.transactionId, audience: 'desk' }] : [],
    ),
};

/** The transactions that a run of a command has created or changed. */
export function changesOf<N extends CommandName>(
  name: N,
  output: CommandOutput<N>,
  input: CommandInput<N>,
): readonly Change[] {
  return CHANGES[name]?.(output, input) ?? [];
}

/** The commands that make cached clients and banks stale. */
const DIRECTORY_COMMANDS: ReadonlySet<CommandName> = new Set([
  'createClient',
  'updateClient',
  'rotateSecret',
  'createBank',
  'updateBank',
]);

interface Publishing extends ChangeReceiver {
  /** Wakes the sender of callbacks. `traces` are those of the new callbacks that belong to a trace. */
  readonly wake: (traces: readonly CallbackTrace[]) => void;
}

/**
 * Publishes the changes of commands and wakes the sender of callbacks; no other code does. If several processes share
 * the database, the server announces the changes of every commit to all of them instead.
 */
export function publishChanges(engine: Engine, { announce, endAll, wake }: Publishing): Engine {
  engine.changes?.connect({ announce, endAll });
  return {
    ...engine,
    changes: engine.changes ?? { connect() {}, announce: async (changes) => announce(changes) },
    async run<N extends CommandName>(
      name: N,
      input: CommandInput<N>,
      trace?: CommandTrace,
    ): Promise<CommandOutput<N>> {
      const output = await engine.run(name, input, trace).catch((error: unknown) => {
        // It may have been committed, and nobody will announce its changes: streams end, and their readers list again.
        if (!engine.changes && couldBeCommitted(error)) endAll();
        throw error;
      });
      if (DIRECTORY_COMMANDS.has(name)) engine.directoryChanged();
      const changes = changesOf(name, output, input);
      if (changes.length === 0) return output;
      if (!engine.changes) announce(changes);
      const events = changes.flatMap(({ event }) => event ?? []);
      if (events.length > 0) wake(events.flatMap(traceOf));
      return output;
    },
  };
}

function traceOf({ id, traceparent }: NonNullable<Change['event']>): readonly CallbackTrace[] {
  return traceparent === undefined ? [] : [{ eventId: id, traceparent }];
}
