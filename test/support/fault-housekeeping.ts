import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import { createClient } from './entities.ts';
import { COUNT, storeAttempted } from './fault-callbacks.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, ofOnePerson, withOneRequest } from './fault-requests.ts';

function dropping(
  table: 'callbacks' | 'callback_attempts',
  step: (fixture: Fixture, cutoffMs: number) => Promise<unknown>,
): Scenario {
  return {
    async prepare(fixture) {
      const { clock, database } = fixture;
      await storeAttempted(fixture, { state: 'delivered' });
      clock.advance(1000);
      const rows = database.prepare(`select count(*) from ${table}`).pluck();
      return [
        {
          send: () => step(fixture, clock.nowMs()),
          isDone() {
            expect([0, COUNT]).toContain(rows.get());
            return rows.get() === 0;
          },
          expectResult: (result, wasDone) =>
            expect(result).toEqual({ dropped: wasDone ? 0 : COUNT, next: null }),
        },
      ];
    },
  };
}

const droppingAttempts = dropping('callback_attempts', ({ appContext }, cutoffMs) =>
  appContext.engine.run('dropOldAttempts', { cutoffMs, after: 0, limit: 100 }),
);
const droppingCallbacks = dropping('callbacks', ({ appContext }, cutoffMs) =>
  appContext.engine.run('dropOldCallbacks', { cutoffMs, after: '', limit: 100 }),
);

/** Ended transactions of one user, with what a receiver answered and what operators wrote about them. */
const forgetting = ofOnePerson(async (fixture) => {
  const { appContext, database, merchants } = fixture;
  const [{ id: clientId }] = merchants;
  await storeAttempted(fixture, { state: 'delivered' });
  database.exec(`
      update transactions set user_id = 'one user' where client_id = '${clientId}';
      update callback_attempts set answer = 'an answer' where client_id = '${clientId}';
      update events set reason = 'some words', internal_reason = 'some words' where client_id = '${clientId}';
      update transactions set status_reason = 'some words' where user_id = 'one user';
      insert into notes (transaction_id, author_client_id, text, created_at_ms)
        select id, client_id, 'some words', 0 from transactions where user_id = 'one user'`);
  const named = database.prepare(
    "select count(*) from transactions where user_id = 'one user' and name <> '[forgotten]'",
  );
  const answered = database.prepare('select count(*) from callback_attempts where answer is not null');
  const written = [
    "transactions where status_reason = 'some words'",
    "events where reason = 'some words'",
    "events where internal_reason = 'some words'",
    "notes where text = 'some words'",
  ].map((rows) => database.prepare(`select count(*) from ${rows}`).pluck());
  return {
    send: (audit) =>
      appContext.engine.run('forgetPerson', {
        audit,
        clientId,
        appKey: 'a client',
        userId: 'one user',
        limit: 100,
      }),
    isDone() {
      expect([0, COUNT / 2]).toContain(named.pluck().get());
      expect(answered.pluck().get()).toBe(named.pluck().get());
      for (const rows of written) expect(rows.get()).toBe(named.pluck().get());
      return named.pluck().get() === 0;
    },
    expectResult(result, wasDone) {
      const count = wasDone ? 0 : COUNT / 2;
      expect(result).toEqual({ looked: count, changed: count });
    },
  };
});

const resealing = withOneRequest(async (fixture) => {
  const { appContext, database } = fixture;
  const { id: clientId } = await createClient(appContext);
  const stored = database.prepare(
    'select id, sealed_secret as before from client_secrets where client_id = ?',
  );
  const { id, before } = stored.get(clientId) as { id: string; before: string };
  const after = appContext.secrets.ring.seal('another-secret', clientId);
  return {
    send: () => appContext.engine.run('resealSecrets', { secrets: [{ id, before, after }] }),
    isDone: finds(
      fixture,
      'select count(*) from client_secrets where id = ? and sealed_secret = ?',
      id,
      after,
    ),
    expectResult: (result, wasDone) => expect(result).toBe(wasDone ? 0 : 1),
  };
});

const finishingReseal = ofOnePerson((fixture) => {
  const { appContext, database } = fixture;
  database.exec(`
    update metadata set value = 'old' where key = 'master_key_id';
    insert into metadata values ('master_key_id_next', 'new')
      on conflict (key) do update set value = excluded.value`);
  const secretIds = database.prepare('select id from client_secrets').pluck().all() as string[];
  const facts = database.prepare(
    "select key, value from metadata where key like 'master_key_id%' order by key",
  );
  return {
    send: (audit) => appContext.engine.run('finishReseal', { keyId: 'new', secretIds, audit }),
    isDone() {
      const isNew = { key: 'master_key_id', value: 'new' };
      const old = [
        { key: 'master_key_id', value: 'old' },
        { key: 'master_key_id_next', value: 'new' },
      ];
      expect([[isNew], old]).toContainEqual(facts.all());
      return facts.all().length === 1;
    },
    expectResult: (result) => expect(result).toBe(true),
  };
});

export const housekeepingScenarios = {
  dropOldAttempts: { 'that are old': droppingAttempts },
  dropOldCallbacks: { 'that are old': droppingCallbacks },
  forgetPerson: { 'with ended transactions': forgetting },
  resealSecrets: { 'one secret': resealing },
  finishReseal: { 'of every client': finishingReseal },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
