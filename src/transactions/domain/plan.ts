import type { AmountLimits } from '../../banks/domain/bank.ts';
import { MAX_CLOCK_PAUSE_MS } from '../../kernel/clock.ts';
import type { Transaction } from './transaction.ts';
import {
  type Actor,
  staleSequence,
  TRANSITIONS,
  type TransitionCommand,
  type TransitionRefusal,
} from './transition.ts';

/** The longest time for which a decision is planned before it happens. */
export const MAX_HOLD_SECONDS = 30;
const MAX_HOLD_MS = MAX_HOLD_SECONDS * 1000;

/** The lines of bank statements that an operator has confirmed for a transaction, with the terms of the confirm. */
export interface PlannedLines {
  readonly lineIds: readonly string[];
  /** The ids of the decisions, one for each line. */
  readonly decisionIds: readonly string[];
  readonly sequence: number;
  readonly reason?: string | undefined;
  readonly acceptDifference?: boolean | undefined;
  readonly limits?: AmountLimits | undefined;
}

/** An operator's decision that takes effect when it is due, unless it is undone. A transaction has at most one. */
export interface Plan {
  readonly transactionId: string;
  /** The client of the transaction. */
  readonly clientId: string;
  readonly command: TransitionCommand;
  /** Undefined if no bank line is its reason. */
  readonly lines: PlannedLines | undefined;
  readonly actor: Actor;
  /** The id of the event that it will make. */
  readonly eventId: string;
  /** By the steady clock. Claims are judged as of this time. */
  readonly plannedAtMs: number;
  /** By the steady clock. */
  readonly dueAtMs: number;
}

export type PlannedRefusal = Extract<TransitionRefusal, { type: 'planned' }>;

/** The refusal of any other change to a transaction that has a plan. */
export function refusePlanned(
  { transactionId, dueAtMs }: Pick<Plan, 'transactionId' | 'dueAtMs'>,
  steadyNowMs: number,
): PlannedRefusal {
  const secondsLeft = Math.min(MAX_HOLD_SECONDS, Math.max(1, Math.ceil((dueAtMs - steadyNowMs) / 1000)));
  return { type: 'planned', transactionId, secondsLeft };
}

/** The due times, by the steady clock, of plans that still wait. The clock of the process that planned may be ahead. */
export function waitingTimes(steadyNowMs: number): { readonly afterMs: number; readonly untilMs: number } {
  return { afterMs: steadyNowMs, untilMs: steadyNowMs + MAX_HOLD_MS + MAX_CLOCK_PAUSE_MS };
}

/** Whether a plan is due. It is also due if no process can have planned it: then the clock was set back. */
export function isDue({ dueAtMs }: Pick<Plan, 'dueAtMs'>, steadyNowMs: number): boolean {
  const { afterMs, untilMs } = waitingTimes(steadyNowMs);
  return dueAtMs <= afterMs || dueAtMs > untilMs;
}

/** The status that a plan will give its transaction. */
export function plannedStatus({ command }: Pick<Plan, 'command'>): Transaction['status'] {
  return TRANSITIONS[command.kind].to;
}

/** Whether the same key repeats what it has already planned. */
export function isSamePlan(
  plan: Pick<Plan, 'actor' | 'command'>,
  { actor, command }: Pick<Plan, 'actor' | 'command'>,
): boolean {
  return plan.actor.clientId === actor.clientId && printCommand(plan.command) === printCommand(command);
}

/** Prints a command as JSON. It begins with the kind; what is undefined is left out. */
export function printCommand({ kind, ...terms }: TransitionCommand): string {
  return JSON.stringify({ kind, ...sorted(terms) });
}

function sorted(terms: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(terms).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The reason why no plan is undone, as facts. */
export type UndoRefusal =
  | Extract<TransitionRefusal, { type: 'error_stale_sequence' }>
  /** What was planned has happened. */
  | { readonly type: 'error_undo_too_late'; readonly transactionId: string }
  | { readonly type: 'undo-of-another'; readonly transactionId: string }
  | { readonly type: 'undo-of-nothing'; readonly transactionId: string };

/** Decides whether a plan is undone. @returns undefined when it is. */
export function refuseUndo(
  transaction: Transaction,
  plan: Pick<Plan, 'actor'> | undefined,
  { sequence, actor }: { readonly sequence: number; readonly actor: Actor },
): UndoRefusal | undefined {
  const { id: transactionId } = transaction;
  if (!plan && sequence === transaction.sequence - 1) return { type: 'error_undo_too_late', transactionId };
  if (sequence !== transaction.sequence) return staleSequence(transaction, sequence);
  if (!plan) return { type: 'undo-of-nothing', transactionId };
  if (plan.actor.clientId !== actor.clientId) return { type: 'undo-of-another', transactionId };
  return undefined;
}
