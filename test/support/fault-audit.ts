import { expect } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import type { AuditOrigin } from '../../src/domain/audit.ts';
import { UNUSED_ACCOUNT } from '../../src/domain/bank.ts';
import type { Actor } from '../../src/domain/transition.ts';
import { type ClientRecord, PLAIN_PAGE } from '../../src/operations/admin/directory.ts';
import { DEMO_BANK_ID } from '../harness.ts';
import { createAccount, createBank, createClient, newIban } from './entities.ts';
import type { Scenario, Scenarios, TestRequest } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { storePending } from './fault-transactions.ts';
import { applyTransition, storeDeposits } from './manual-clock-service.ts';

const OPERATOR: Actor = { kind: 'operator', clientId: null };
const GROUP = 6;

interface AuditedCommand {
  send(audit: AuditOrigin): Promise<unknown>;
  /** Whether its change is stored. */
  isChanged(): boolean;
  /** Whether a repeat changes something again. */
  readonly isRepeatable?: boolean;
}

let made = 0;

/** A request of a person. Its row in the audit log exists exactly if its change does. */
function audited({ clock, database }: Fixture, command: AuditedCommand): TestRequest {
  made += 1;
  const requestId = `request-${made}`;
  const rows = database.prepare('select count(*) from audit where request_id = ?').pluck().bind(requestId);
  return {
    send: () =>
      command.send({
        ...{ occurredAtMs: clock.nowMs(), actorKind: 'key', actor: 'a-person', address: '192.0.2.1' },
        ...{ operation: 'tested', requestId },
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

function ofOne(prepare: (fixture: Fixture) => Promise<AuditedCommand> | AuditedCommand): Scenario {
  return { prepare: async (fixture) => [audited(fixture, await prepare(fixture))] };
}

/** Returns a function that runs a query and tells whether its value is 1. */
function finds({ database }: Fixture, sql: string, ...values: readonly unknown[]): () => boolean {
  const found = database
    .prepare(sql)
    .pluck()
    .bind(...values);
  return () => found.get() === 1;
}

const transitions: Scenario = {
  async prepare(fixture) {
    const { transactions } = fixture.appContext.dependencies;
    const kinds = ['settle', 'reject', 'cancel'] as const;
    const ids = await storePending(fixture, GROUP);
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

const marking = ofOne(async (fixture) => {
  const [id = ''] = await storeDeposits(fixture.appContext, fixture.merchants[0], 1);
  return {
    send: (audit) => fixture.appContext.dependencies.transactions.markSent(id, audit),
    isChanged: finds(fixture, 'select sent_at_ms is not null from transactions where id = ?', id),
  };
});

const creatingClient = ofOne((fixture) => {
  const { clients, runtime } = fixture.appContext.dependencies;
  const client: ClientRecord = {
    ...{ id: runtime.newId(), createdAtMs: 0, appKey: `app-${newIban()}`, name: 'New', role: 'merchant' },
    ...{ callbackUrl: null, ipAllowlist: [], requiresTimedSign: false, disabledAtMs: null, ...PLAIN_PAGE },
  };
  return {
    send: (audit) => clients.create(client, 'a-secret', audit),
    isChanged: finds(fixture, 'select count(*) from clients where id = ?', client.id),
  };
});

const updatingClient = ofOne(async (fixture) => {
  const { appKey } = await createClient(fixture.appContext);
  return {
    send: (audit) =>
      fixture.appContext.dependencies.clients.update(appKey, { requiresTimedSign: true }, audit),
    isChanged: finds(fixture, 'select requires_timed_sign from clients where app_key = ?', appKey),
  };
});

const rotating = ofOne(async (fixture) => {
  const { id, appKey } = await createClient(fixture.appContext);
  const rotation = { secret: 'another', nowMs: fixture.clock.nowMs(), previousEndsAtMs: 9 };
  return {
    send: (audit) => fixture.appContext.dependencies.clients.rotateSecret(appKey, rotation, audit),
    isChanged: finds(fixture, 'select count(*) = 2 from client_secrets where client_id = ?', id),
    isRepeatable: true,
  };
});

const creatingBank = ofOne(({ appContext, ...fixture }) => {
  const id = appContext.dependencies.runtime.newId();
  const bank = { id, name: 'New', active: true, deposit: null, withdrawal: null, createdAtMs: 0 };
  return {
    send: (audit) => appContext.dependencies.bankAdmin!.create(bank, audit),
    isChanged: finds({ appContext, ...fixture }, 'select count(*) from banks where id = ?', id),
  };
});

const updatingBank = ofOne(async (fixture) => {
  const { id } = await createBank(fixture.appContext, { withAccount: false });
  return {
    send: (audit) => fixture.appContext.dependencies.bankAdmin!.update(id, { active: false }, audit),
    isChanged: finds(fixture, 'select not active from banks where id = ?', id),
  };
});

const creatingAccount = ofOne((fixture) => {
  const { accounts, runtime } = fixture.appContext.dependencies;
  const account = {
    ...{ id: runtime.newId(), bankId: DEMO_BANK_ID, accountName: 'New', iban: newIban(), createdAtMs: 0 },
    ...{ dailyLimitMinor: null, active: true, ...UNUSED_ACCOUNT },
  };
  return {
    send: (audit) => accounts.create(account, audit),
    isChanged: finds(fixture, 'select count(*) from bank_accounts where id = ?', account.id),
  };
});

const updatingAccount = ofOne(async (fixture) => {
  const { id } = await createAccount(fixture.appContext, { bankId: 'a-bank' });
  return {
    send: (audit) => fixture.appContext.dependencies.accounts.update(id, { active: false }, audit),
    isChanged: finds(fixture, 'select not active from bank_accounts where id = ?', id),
  };
});

function newEntry({ appContext }: Fixture) {
  const id = appContext.dependencies.runtime.newId();
  return { id, clientId: null, kind: 'userId', value: newIban(), reason: null, createdAtMs: 0 } as const;
}

const addingEntry = ofOne((fixture) => {
  const entry = newEntry(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.blacklist.add(entry, audit),
    isChanged: finds(fixture, 'select count(*) from blacklist where id = ?', entry.id),
  };
});

const removingEntry = ofOne(async (fixture) => {
  const { blacklist } = fixture.appContext.dependencies;
  const { id } = await blacklist.add(newEntry(fixture));
  return {
    send: (audit) => blacklist.remove(id, audit),
    isChanged: finds(fixture, 'select count(*) = 0 from blacklist where id = ?', id),
  };
});

const savingTemplate = ofOne((fixture) => {
  const { reasonTemplates, runtime } = fixture.appContext.dependencies;
  fixture.database.exec('delete from reason_templates');
  const template = { id: runtime.newId(), kind: 'reject', text: 'No money came', seenBy: 'payer' } as const;
  return {
    send: (audit) => reasonTemplates.save(template, { isNew: true, audit }),
    isChanged: finds(fixture, 'select count(*) from reason_templates where id = ?', template.id),
  };
});

const removingTemplate = ofOne(async (fixture) => {
  const { reasonTemplates, runtime } = fixture.appContext.dependencies;
  fixture.database.exec('delete from reason_templates');
  const template = { id: runtime.newId(), kind: 'reject', text: 'No money came', seenBy: 'payer' } as const;
  await reasonTemplates.save(template, { isNew: true });
  return {
    send: (audit) => reasonTemplates.remove(template.id, audit),
    isChanged: finds(fixture, 'select count(*) = 0 from reason_templates where id = ?', template.id),
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

const redelivering = ofOne(async (fixture) => {
  const eventId = await storeGivenUp(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.callbacks.redeliver(eventId, audit),
    isChanged: finds(fixture, "select state = 'pending' from callbacks where event_id = ?", eventId),
    isRepeatable: true,
  };
});

const redeliveringFailed = ofOne(async (fixture) => {
  const eventId = await storeGivenUp(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.callbacks.redeliverFailed(fixture.merchants[0], audit),
    isChanged: finds(fixture, "select state = 'pending' from callbacks where event_id = ?", eventId),
  };
});

const signingIn = ofOne((fixture) => {
  const appKey = `person-${newIban()}`;
  return {
    send: (audit) => fixture.appContext.dependencies.audit.recordSignIn(appKey, audit),
    isChanged: finds(fixture, 'select count(*) > 0 from audit where target_id = ?', appKey),
    isRepeatable: true,
  };
});

export const auditScenarios = {
  applyTransitions: { 'of people': transitions },
  markSent: { 'by a payer': marking },
  createClient: { 'by an admin': creatingClient },
  updateClient: { 'by an admin': updatingClient },
  rotateSecret: { 'by an admin': rotating },
  createBank: { 'by an admin': creatingBank },
  updateBank: { 'by an admin': updatingBank },
  createAccount: { 'by an admin': creatingAccount },
  updateAccount: { 'by an admin': updatingAccount },
  addToBlacklist: { 'by an admin': addingEntry },
  removeFromBlacklist: { 'by an admin': removingEntry },
  saveReasonTemplate: { 'by an admin': savingTemplate },
  removeReasonTemplate: { 'by an admin': removingTemplate },
  redeliverCallback: { 'by an operator': redelivering },
  redeliverFailedCallbacks: { 'by an operator': redeliveringFailed },
  recordSignIn: { 'to the console': signingIn },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
