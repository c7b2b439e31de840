import { expect } from 'vitest';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import type { Scenario, TestRequest } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';

/** A scenario with one request. */
export function withOneRequest(prepare: (fixture: Fixture) => TestRequest | Promise<TestRequest>): Scenario {
  return { prepare: async (fixture) => [await prepare(fixture)] };
}

/** A request of a person. */
export interface PersonRequest
  extends Pick<TestRequest, 'isDone'>,
    Partial<Pick<TestRequest, 'expectResult'>> {
  send(audit: AuditOrigin): Promise<unknown>;
  /** Whether a repeat changes something again. */
  readonly isRepeatable?: boolean;
}

let made = 0;

/** A request of a person. Its row in the audit log exists exactly if its change does. */
export function audited({ clock, database }: Fixture, request: PersonRequest): TestRequest {
  made += 1;
  const requestId = `request-${made}`;
  const rows = database.prepare('select count(*) from audit where request_id = ?').pluck().bind(requestId);
  return {
    expectResult: () => {},
    ...request,
    send: () =>
      request.send({
        occurredAtMs: clock.nowMs(),
        actorKind: 'key',
        actor: 'a-person',
        address: '192.0.2.1',
        operation: 'tested',
        requestId,
      }),
    isDone() {
      const isDone = request.isDone();
      if (isDone && request.isRepeatable) expect(rows.get()).toBeGreaterThanOrEqual(1);
      else expect(rows.get()).toBe(isDone ? 1 : 0);
      return isDone;
    },
  };
}

/** A scenario with one request of a person. */
export function ofOnePerson(prepare: (fixture: Fixture) => Promise<PersonRequest> | PersonRequest): Scenario {
  return { prepare: async (fixture) => [audited(fixture, await prepare(fixture))] };
}

/** Returns a function that runs a query and checks whether its value is 1. */
export function finds({ database }: Fixture, sql: string, ...values: readonly unknown[]): () => boolean {
  const found = database
    .prepare(sql)
    .pluck()
    .bind(...values);
  return () => found.get() === 1;
}
