import type { AuditOrigin } from '../audit/domain/audit.ts';
import { TRANSACTION_ID } from '../kernel/ids.ts';
import type { Dependencies } from './dependencies.ts';
import type { Caller } from './permissions.ts';

/** The origin of a call of an operation, for the audit log. */
export type Origin =
  | {
      readonly kind: 'request';
      readonly address: string;
      readonly requestId: string;
      /** The trace that it belongs to, see traceparent.ts. */
      readonly traceparent?: string | undefined;
    }
  /** `user` is the user of the operating system. */
  | { readonly kind: 'commandLine'; readonly user: string };

/**
 * Who runs an operation, when, and in which trace. It is made once for each call and passed to every command. A stream
 * runs longer, so it must read the clock for the present time.
 */
export interface Meta {
  readonly audit: AuditOrigin;
  /** The trace of the request, see traceparent.ts. */
  readonly traceparent?: string | undefined;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** The time by the clock that all processes of the database share. */
  readonly steadyNowMs: number;
}

interface Running {
  readonly principal: Caller;
  readonly origin: Origin;
  readonly dependencies: Pick<Dependencies, 'runtime'>;
}

export function metaOf({ principal, origin, dependencies: { runtime } }: Running, operation: string): Meta {
  const times = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
  const occurredAtMs = times.nowMs;
  if (origin.kind === 'commandLine')
    return { ...times, audit: { ...commandLineOrigin(origin.user, operation), occurredAtMs } };
  const { address, requestId, traceparent } = origin;
  const actor =
    principal.role === 'payer'
      ? ({ actorKind: 'payer', actor: null } as const)
      : ({ actorKind: 'key', actor: principal.client.appKey } as const);
  return { ...times, audit: { occurredAtMs, ...actor, address, operation, requestId }, traceparent };
}

/** The commands of the command line that are not operations, but change something or copy everything. */
export type DatabaseCommand = 'migrate' | 'resealSecrets' | 'backup' | 'restore' | 'afterRestore' | 'move';

/** Names a command of the command line. */
export function commandLineOrigin(user: string, operation: string): Omit<AuditOrigin, 'occurredAtMs'> {
  return { actorKind: 'commandLine', actor: user, address: null, operation, requestId: null };
}

/** The transaction that a request is about, for its line in the log. */
export interface Subject {
  transactionId?: string;
  processId?: string;
}

/** The spelling of order ids. Any other text could hold a person's data by mistake. */
const PLAIN_NAME = /^[\w.:/#-]{1,64}$/;
const LIKE_IBAN = /[A-Z]{2}[-.]?\d{2}(?:[-.]?[A-Z0-9]){11,30}/i;
const LIKE_SECRET = /[\w/-]{40,}/;

/**
 * Records the ids in the valid input or the output of an operation. The first ids of a request are kept. A processId
 * that looks like an IBAN, a secret or a sentence is left out: no log holds these.
 */
export function noteSubject(subject: Subject | undefined, value: unknown): void {
  if (!subject || typeof value !== 'object' || value === null) return;
  const { transactionId, processId } = value as Readonly<Record<string, unknown>>;
  if (!subject.transactionId && typeof transactionId === 'string' && TRANSACTION_ID.test(transactionId))
    subject.transactionId = transactionId;
  if (!subject.processId && typeof processId === 'string' && isPlain(processId))
    subject.processId = processId;
}

function isPlain(processId: string): boolean {
  return PLAIN_NAME.test(processId) && !LIKE_IBAN.test(processId) && !LIKE_SECRET.test(processId);
}
