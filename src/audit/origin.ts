import type { Context } from '../operations/operation.ts';
import type { Caller } from '../operations/permissions.ts';
import type { AuditOrigin } from './domain/audit.ts';

/** Names the running command for the audit log. */
export function auditOrigin(
  { principal, origin, dependencies }: Context<Caller>,
  operation: string,
): AuditOrigin {
  const occurredAtMs = dependencies.runtime.nowMs();
  if (origin.kind === 'commandLine') return { ...commandLineOrigin(origin.user, operation), occurredAtMs };
  const { address, requestId } = origin;
  const actor =
    principal.role === 'payer'
      ? ({ actorKind: 'payer', actor: null } as const)
      : ({ actorKind: 'key', actor: principal.client.appKey } as const);
  return { occurredAtMs, ...actor, address, operation, requestId };
}

/** The commands of the command line that are no operations, and change something or copy everything. */
export type DatabaseCommand = 'migrate' | 'resealSecrets' | 'backup' | 'restore' | 'move';

/** Names a command of the command line. */
export function commandLineOrigin(user: string, operation: string): Omit<AuditOrigin, 'occurredAtMs'> {
  return { actorKind: 'commandLine', actor: user, address: null, operation, requestId: null };
}
