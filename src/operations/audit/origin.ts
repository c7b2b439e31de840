import type { AuditOrigin } from '../../domain/audit.ts';
import type { Context } from '../operation.ts';
import type { Caller, OperationName } from '../permissions.ts';

/** Names the running command for the audit log. */
export function auditOrigin(
  { principal, origin, dependencies }: Context<Caller>,
  operation: OperationName,
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
export function commandLineOrigin(
  user: string,
  operation: OperationName | DatabaseCommand,
): Omit<AuditOrigin, 'occurredAtMs'> {
  return { actorKind: 'commandLine', actor: user, address: null, operation, requestId: null };
}
