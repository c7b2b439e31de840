import type { CommandName } from '../../db/commands.ts';
import type { Actor } from '../../src/transactions/domain/transition.ts';
import { newIban } from './entities.ts';
import { audited, ofOnePerson } from './fault-audited.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds } from './fault-requests.ts';
import { storePending } from './fault-transactions.ts';
import { applyTransition, storeDeposits } from './manual-clock-service.ts';

const OPERATOR: Actor = { kind: 'operator', clientId: null };
const GROUP = 6;

const transitions: Scenario = {
  async prepare(fixture) {
    const { transactions } = fixture.appContext.dependencies;
    const kinds = ['settle', 'reject', 'cancel'] as const;
    const ids = await storeDeposits(fixture.appContext, fixture.merchants[0], GROUP);
    return ids.map((transactionId, index) => {
      const kind = kinds[index % kinds.length] ?? 'settle';
      const command = kind === 'cancel' ? ({ kind, by: 'client' } as const) : { kind, sequence: 1 };
      return audited(fixture, {
        send: (audit) => transactions.transition({ transactionId, command, actor: OPERATOR, audit }),
        isChanged: finds(fixture, 'select sequence = 2 from transactions where id = ?', transactionId),
      });
    });
  },
};

const marking = ofOnePerson(async (fixture) => {
  const [id = ''] = await storeDeposits(fixture.appContext, fixture.merchants[0], 1);
  return {
    send: (audit) => fixture.appContext.dependencies.transactions.markSent(id, audit),
    isChanged: finds(fixture, 'select sent_at_ms is not null from transactions where id = ?', id),
  };
});

/** Stores a settled transaction whose callback was given up. @returns the id of its event. */
async function storeGivenUp(fixture: Fixture): Promise<string> {
  const [id = ''] = await storePending(fixture, 1);
  await applyTransition(fixture.appContext, id, { kind: 'settle', sequence: 1 });
  fixture.database.exec("update callbacks set state = 'failed', due_at_ms = null");
  fixture.database.exec(`
    insert into callback_attempts (event_id, transaction_id, client_id, started_at_ms, duration_ms)
    select event_id, transaction_id, client_id, 1, 1 from callbacks`);
  return String(fixture.database.prepare('select event_id from callbacks').pluck().get());
}

const redelivering = ofOnePerson(async (fixture) => {
  const eventId = await storeGivenUp(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.callbacks.redeliver(eventId, audit),
    isChanged: finds(fixture, "select state = 'pending' from callbacks where event_id = ?", eventId),
    isRepeatable: true,
  };
});

const redeliveringFailed = ofOnePerson(async (fixture) => {
  const eventId = await storeGivenUp(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.callbacks.redeliverFailed(fixture.merchants[0], audit),
    isChanged: finds(fixture, "select state = 'pending' from callbacks where event_id = ?", eventId),
  };
});

const signingIn = ofOnePerson((fixture) => {
  const appKey = `person-${newIban()}`;
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('recordSignIn', { appKey, audit }),
    isChanged: finds(fixture, 'select count(*) > 0 from audit where target_id = ?', appKey),
    isRepeatable: true,
  };
});

export const auditScenarios = {
  applyTransitions: { 'of people': transitions },
  markSent: { 'by a payer': marking },
  redeliverCallback: { 'by an operator': redelivering },
  redeliverFailedCallbacks: { 'by an operator': redeliveringFailed },
  recordSignIn: { 'to the console': signingIn },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
