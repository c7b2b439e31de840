import { expect } from 'vitest';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import type { Scenario, TestRequest } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';

interface AuditedCommand {
  send(audit: AuditOrigin): Promise<unknown>;
  /** Whether its change is stored. */
  isChanged(): boolean;
  /** Whether a repeat changes something again. */
  readonly isRepeatable?: boolean;
}

let made = 0;

/** A request of a person. Its row in the audit log exists exactly if its change does. */
export function audited({ clock, database }: Fixture, command: AuditedCommand): TestRequest {
  made += 1;
  const requestId = `request-${made}`;
  const rows = database.prepare('select count(*) from audit where request_id = ?').pluck().bind(requestId);
  return {
    send: () =>
      command.send({
        occurredAtMs: clock.nowMs(),
        actorKind: 'key',
        actor: 'a-person',
        address: '192.0.2.1',
        operation: 'tested',
        requestId,
      }),
    isDone() {
      const isChanged = command.isChanged();
      if (isChanged && command.isRepeatable) expect(rows.get()).toBeGreaterThanOrEqual(1);
      else expect(rows.get()).toBe(isChanged ? 1 : 0);
      return isChanged;
    },
    expectResult: () => {},
  };
}

/** A scenario with one request of a person. */
export function ofOnePerson(
  prepare: (fixture: Fixture) => Promise<AuditedCommand> | AuditedCommand,
): Scenario {
  return { prepare: async (fixture) => [audited(fixture, await prepare(fixture))] };
}
