import type { CommandName } from '../../db/commands.ts';
import { newIban } from './entities.ts';
import { ofOnePerson } from './fault-audited.ts';
import { storeAttempted } from './fault-callbacks.ts';
import type { Scenarios } from './fault-cases.ts';
import { finds } from './fault-requests.ts';

const forgetting = ofOnePerson(async (fixture) => {
  const { appContext, database, merchants } = fixture;
  const [{ id: clientId, appKey }] = merchants;
  await storeAttempted(fixture, { state: 'delivered' });
  database.exec(`update transactions set user_id = 'one user' where client_id = '${clientId}'`);
  const person = { clientId, appKey, userId: 'one user', limit: 100 };
  const named = `select count(*) = 0 from transactions where user_id = 'one user' and name <> '[forgotten]'`;
  return {
    send: (audit) => appContext.engine.run('forgetPerson', { ...person, audit }),
    isChanged: finds(fixture, named),
  };
});

const finishingReseal = ofOnePerson(({ appContext, ...fixture }) => {
  fixture.database.exec("update metadata set value = 'old' where key = 'master_key_id'");
  const secretIds = fixture.database.prepare('select id from client_secrets').pluck().all() as string[];
  const isNew = "select value = 'new' from metadata where key = 'master_key_id'";
  return {
    send: (audit) => appContext.engine.run('finishReseal', { keyId: 'new', secretIds, audit }),
    isChanged: finds({ appContext, ...fixture }, isNew),
  };
});

const copying = ofOnePerson((fixture) => {
  const file = `/backups/${newIban()}.db`;
  const contents = { transactions: 1, newestAtMs: 0 };
  return {
    send: (audit) => fixture.appContext.engine.run('recordCopy', { audit, kind: 'backup', file, contents }),
    isChanged: finds(fixture, "select count(*) > 0 from audit where after_json like '%' || ? || '%'", file),
    isRepeatable: true,
  };
});

const moving = ofOnePerson((fixture) => {
  const mark = JSON.stringify({ move: newIban() });
  return {
    send: (audit) => fixture.appContext.engine.run('recordMove', { audit, mark, values: { to: mark } }),
    isChanged: finds(fixture, "select count(*) > 0 from metadata where key = 'move' and value = ?", mark),
    isRepeatable: true,
  };
});

/** Commands of people on the whole database. */
export const databaseScenarios = {
  forgetPerson: { 'by an admin': forgetting },
  finishReseal: { 'by a person': finishingReseal },
  recordMove: { 'of the database': moving },
  recordCopy: { 'of the database': copying },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
