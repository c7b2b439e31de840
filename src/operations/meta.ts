import type { AuditOrigin } from '../audit/domain/audit.ts';
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
