import type { RemoteBanks } from '../banks/remote.ts';
import type { CallbackTrace } from '../callbacks/outbox.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Audience } from '../operations/transactions/change-transport.ts';

/** The facts that a worker needs before it starts, in its environment. */
export interface WorkerSettings {
  /** Its number in the log: 1, 2, 3, … A worker that replaces another one has its number. */
  readonly number: number;
  /** The number of workers. */
  readonly count: number;
  /** The port to listen on; undefined while PORT is 0 and no worker listens yet. */
  readonly port: number | undefined;
  /** The socket of the thread that writes; undefined if each process has connections of its own. */
  readonly socketPath: string | undefined;
  /** The time of the primary's steady clock when the clock of all processes of the machine (`hrtime`) was 0. */
  readonly steadyZeroMs: number;
}

export type Published = readonly [transaction: Transaction, audience: Audience];

/** Points of the rate limit that a worker may use up by itself. */
export interface Lease {
  readonly points: number;
  /** The time for which they count, or after which there are new ones. */
  readonly msLeft: number;
}

/** The state of things that the primary alone keeps. */
export interface PrimaryState {
  readonly banks: RemoteBanks | undefined;
}

/** The questions of a worker, with their answers. */
export interface Questions {
  hello: { readonly question: null; readonly answer: PrimaryState };
  lease: { readonly question: { readonly key: string; readonly points: number }; readonly answer: Lease };
  /** Counts a wrong guess. The answer is the time to wait before the next one; 0 for none. */
  guess: { readonly question: { readonly address: string }; readonly answer: number };
  /** Tells whether the worker has subscribers. It is answered once all others know. */
  listen: { readonly question: boolean; readonly answer: null };
}

export type Question = keyof Questions;

/** The counts of a process, as plain data; see src/metrics. */
export type MetricsSnapshot = readonly { readonly name: string; readonly type: string }[];

export type ToPrimary =
  | { readonly kind: 'listening'; readonly url: string }
  /** The worker cannot start, and so could no other one. */
  | { readonly kind: 'refused'; readonly message: string }
  /** There may be new callbacks in the outbox. */
  | { readonly kind: 'callbacks'; readonly traces: readonly CallbackTrace[] }
  /** The answer to `measure`. */
  | { readonly kind: 'measured'; readonly id: number; readonly snapshot: MetricsSnapshot }
  | { readonly kind: 'published'; readonly items: readonly Published[] }
  | { readonly kind: 'heard'; readonly id: number }
  | { readonly kind: 'owe'; readonly key: string; readonly points: number }
  | { readonly kind: 'ask'; readonly id: number; readonly name: Question; readonly question: unknown };

export type ToWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'published'; readonly items: readonly Published[] }
  /** Another worker died. What it published last may be lost. */
  | { readonly kind: 'gap' }
  /** Whether others have subscribers. It is confirmed by `heard`. */
  | { readonly kind: 'hear'; readonly id: number; readonly isHeard: boolean }
  | { readonly kind: 'banks'; readonly banks: RemoteBanks }
  /** Asks for what the worker has counted. */
  | { readonly kind: 'measure'; readonly id: number }
  | { readonly kind: 'stop' };
