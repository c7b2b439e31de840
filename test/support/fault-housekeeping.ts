import type { CommandName } from '../../db/names.ts';
import { createClient } from './entities.ts';
import { storeAttempted } from './fault-callbacks.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { ofOnePerson, withOneRequest } from './fault-requests.ts';

/** Callbacks that were delivered, all before the cutoff of a step. */
function dropping(step: (fixture: Fixture, cutoffMs: number) => Promise<unknown>): Scenario {
  return withOneRequest(async (fixture) => {
    await storeAttempted(fixture, { state: 'delivered' });
    fixture.clock.advance(1000);
    return () => step(fixture, fixture.clock.nowMs());
  });
}

const droppingAttempts = dropping(({ appContext }, cutoffMs) =>
  appContext.engine.run('dropOldAttempts', { cutoffMs, after: 0, limit: 100, nowMs: cutoffMs }),
);
const droppingCallbacks = dropping(({ appContext }, cutoffMs) =>
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
  const input = { clientId, appKey: 'a client', userId: 'one user', limit: 100 };
  return (audit) => appContext.engine.run('forgetPerson', { ...input, audit });
});

const resealing = withOneRequest(async (fixture) => {
  const { appContext, database } = fixture;
  const { id: clientId } = await createClient(appContext);
  const stored = database.prepare(
    'select id, sealed_secret as before from client_secrets where client_id = ?',
  );
  const { id, before } = stored.get(clientId) as { id: string; before: string };
  const after = appContext.secrets.ring.seal('another-secret', clientId);
  return () => appContext.engine.run('resealSecrets', { secrets: [{ id, before, after }] });
});

const finishingReseal = ofOnePerson((fixture) => {
  const { appContext, database } = fixture;
  database.exec(`
    update metadata set value = 'old' where key = 'master_key_id';
    insert into metadata values ('master_key_id_next', 'new')
      on conflict (key) do update set value = excluded.value`);
  const secretIds = database.prepare('select id from client_secrets').pluck().all() as string[];
  return (audit) => appContext.engine.run('finishReseal', { keyId: 'new', secretIds, audit });
});

export const housekeepingScenarios = {
  dropOldAttempts: { 'that are old': droppingAttempts },
  dropOldCallbacks: { 'that are old': droppingCallbacks },
  forgetPerson: { 'with ended transactions': forgetting },
  resealSecrets: { 'one secret': resealing },
  finishReseal: { 'of every client': finishingReseal },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
