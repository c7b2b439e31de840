import { expect } from 'vitest';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import type { Scenario } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import type { TestRequest } from './fault-oracle.ts';

/** A scenario with one request, or with the function that sends it. */
export function withOneRequest(prepare: (fixture: Fixture) => Awaitable<TestRequest | Send>): Scenario {
  return {
    async prepare(fixture) {
      const request = await prepare(fixture);
      return [typeof request === 'function' ? { send: request } : request];
    },
  };
}

export type Awaitable<T> = T | Promise<T>;
type Send = TestRequest['send'];

/** A request of a person. */
export interface PersonRequest extends Omit<TestRequest, 'send' | 'isAudited'> {
  send(audit: AuditOrigin): Promise<unknown>;
}

let made = 0;

/** The person who sends a request of their own. */
function newAudit({ clock }: Fixture): AuditOrigin {
  made += 1;
  return {
    occurredAtMs: clock.nowMs(),
    actorKind: 'key',
    actor: 'a-person',
    address: '192.0.2.1',
    operation: 'tested',
    requestId: `request-${made}`,
  };
}

/** A request of a person that checks itself. Its row in the audit log exists exactly if its change does. */
export function audited(
  fixture: Fixture,
  request: PersonRequest & Required<Pick<PersonRequest, 'isDone'>>,
): TestRequest {
  const audit = newAudit(fixture);
  const rows = fixture.database
    .prepare('select count(*) from audit where request_id = ?')
    .pluck()
    .bind(audit.requestId);
  return {
    expectResult: () => {},
    ...request,
    send: () => request.send({ ...audit, occurredAtMs: fixture.clock.nowMs() }),
    isDone() {
      const isDone = request.isDone();
      expect(rows.get()).toBe(isDone ? 1 : 0);
      return isDone;
    },
  };
}

/** A scenario with one request of a person, or with the function that sends it. */
export function ofOnePerson(
  prepare: (fixture: Fixture) => Awaitable<PersonRequest | PersonRequest['send']>,
): Scenario {
  return withOneRequest(async (fixture) => {
    const prepared = await prepare(fixture);
    const request: PersonRequest = typeof prepared === 'function' ? { send: prepared } : prepared;
    const { isDone } = request;
    if (isDone) return audited(fixture, { ...request, isDone });
    const audit = newAudit(fixture);
    return { ...request, isAudited: true, send: () => request.send(audit) };
  });
}

/** Returns a function that runs a query and checks whether its value is 1. */
export function finds({ database }: Fixture, sql: string, ...values: readonly unknown[]): () => boolean {
  const found = database
    .prepare(sql)
    .pluck()
    .bind(...values);
  return () => found.get() === 1;
}
