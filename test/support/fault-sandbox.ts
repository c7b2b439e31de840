import { expect } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import { ofOnePerson } from './fault-audited.ts';
import type { Scenarios } from './fault-cases.ts';
import { finds, withOneRequest } from './fault-requests.ts';

let ahead = 0;

const advancing = ofOnePerson(({ appContext, database, merchants, ...fixture }) => {
  const [{ id }] = merchants;
  database.exec(`update clients set is_test = 1, clock_ahead_ms = 0 where id = '${id}'`);
  ahead += 1;
  const advanceMs = ahead * 1000;
  return {
    send: (audit) =>
      appContext.dependencies.sandbox.advanceClock(id, { advanceMs, deposits: { ids: [], place: 0 } }, audit),
    isChanged: finds(
      { appContext, database, merchants, ...fixture },
      'select clock_ahead_ms >= ? from clients where id = ?',
      advanceMs,
      id,
    ),
    isRepeatable: true,
  };
});

const asking = ofOnePerson((fixture) => {
  const { appContext, database, merchants } = fixture;
  const [{ id }] = merchants;
  database.exec('delete from callback_failures');
  return {
    send: (audit) => appContext.dependencies.sandbox.askFailures(id, { kind: 'timeout', count: 2 }, audit),
    isChanged: finds(fixture, 'select count(*) > 0 from callback_failures where client_id = ?', id),
    isRepeatable: true,
  };
});

const taking = withOneRequest(async (fixture) => {
  const { appContext, database, merchants } = fixture;
  const [{ id: clientId }] = merchants;
  database.exec('delete from callback_failures');
  await appContext.dependencies.sandbox.askFailures(clientId, { kind: 'duplicate', count: 1 });
  return {
    send: () => appContext.engine.run('takeCallbackFailure', { clientId, eventId: 'an event' }),
    isDone: finds(fixture, 'select count(*) = 0 from callback_failures'),
    expectResult: (result, wasDone) => expect(result).toEqual(wasDone ? undefined : { kind: 'duplicate' }),
  };
});

const delivering = withOneRequest(async (fixture) => {
  const { appContext, database, merchants } = fixture;
  const [{ id: clientId }] = merchants;
  database.exec('delete from callback_failures');
  await appContext.dependencies.sandbox.askFailures(clientId, { kind: 'outOfOrder', count: 1 });
  const delivery = { clientId, eventId: 'an event' };
  await appContext.engine.run('takeCallbackFailure', delivery);
  return {
    send: () => appContext.engine.run('deliverGivenUp', { ...delivery, steadyNowMs: 0 }),
    isDone: finds(fixture, 'select count(*) = 0 from callback_failures'),
    expectResult: (result) => expect(result).toBeUndefined(),
  };
});

export const sandboxScenarios = {
  advanceTestClock: { 'of a test key': advancing },
  askCallbackFailures: { 'of a test key': asking },
  takeCallbackFailure: { 'that was asked for': taking },
  deliverGivenUp: { 'that was asked for': delivering },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
