import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import type { Actor } from '../../src/transactions/domain/transition.ts';
import { clocksOf } from './clocks.ts';
import type { Scenario, Scenarios, TestRequest } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { storeDeposits, storeWithdrawals } from './manual-clock-service.ts';

const HOLD_MS = 8000;

/** Every key belongs to a client, and each client can stand for a person here. */
function personOf({ merchants }: Fixture): Actor {
  return { kind: 'operator', clientId: merchants[1].id };
}

let made = 0;

function newAudit({ clock }: Fixture): AuditOrigin {
  made += 1;
  return {
    occurredAtMs: clock.nowMs(),
    actorKind: 'key',
    actor: 'a-person',
    address: '192.0.2.1',
    operation: 'tested',
    requestId: `desk-${made}`,
  };
}

function rowsOf({ database }: Fixture, audit: AuditOrigin): () => unknown {
  const rows = database.prepare('select count(*) from audit where request_id = ?').pluck();
  return () => rows.get(audit.requestId);
}

/** Plans settles. @returns the ids of the transactions. */
export async function storePlanned(fixture: Fixture, count: number): Promise<string[]> {
  const { appContext, merchants } = fixture;
  const ids = await storeDeposits(appContext, merchants[0], count);
  await Promise.all(
    ids.map((transactionId) =>
      appContext.dependencies.transactions.transition({
        transactionId,
        command: { kind: 'settle', sequence: 1 },
        actor: personOf(fixture),
        holdMs: HOLD_MS,
      }),
    ),
  );
  return ids;
}

const undoing: Scenario = {
  async prepare(fixture) {
    const [transactionId = ''] = await storePlanned(fixture, 1);
    const { database, appContext } = fixture;
    const audit = newAudit(fixture);
    const rows = rowsOf(fixture, audit);
    const plans = database.prepare('select count(*) from planned_transitions').pluck();
    const request: TestRequest = {
      send: () =>
        appContext.dependencies.db.run('undoTransition', {
          transactionId,
          sequence: 1,
          actor: personOf(fixture),
          audit,
        }),
      isDone() {
        const isDone = plans.get() === 0;
        expect(rows()).toBe(isDone ? 1 : 0);
        return isDone;
      },
      expectResult(result, wasDone) {
        if (wasDone) expect(result).toMatchObject({ kind: 'refused', refusal: { type: 'undo-of-nothing' } });
        else
          expect(result).toMatchObject({ kind: 'stored', transaction: { status: 'pending', sequence: 1 } });
      },
    };
    return [request];
  },
};

const running: Scenario = {
  async prepare(fixture) {
    const { appContext, clock, database } = fixture;
    await storePlanned(fixture, 1);
    clock.advance(HOLD_MS);
    const plans = database.prepare('select count(*) from planned_transitions').pluck();
    const events = database.prepare("select count(*) from events where kind = 'settle'").pluck();
    const due = database.prepare('select count(*) from callbacks where due_at_ms is not null').pluck();
    const request: TestRequest = {
      send: () => appContext.dependencies.transactions.runDuePlans(),
      isDone() {
        const isDone = plans.get() === 0;
        expect([plans.get(), events.get(), due.get()]).toEqual(isDone ? [0, 1, 1] : [1, 0, 0]);
        return isDone;
      },
      expectResult: () => {},
    };
    return [request];
  },
};

type ClaimChange = 'claimed' | 'taken over' | 'released' | 'sent';

/** One request about a claim. Its row in the audit log exists exactly if its change does. */
function aboutClaim(change: ClaimChange): Scenario {
  return {
    async prepare(fixture) {
      const { appContext, merchants, database } = fixture;
      const { dependencies } = appContext;
      const { db, claimTtlMs: ttlMs } = dependencies;
      const claim = (
        request: { holderId: string; transactionId: string; audit?: AuditOrigin },
        takeOverFromId: string | null = null,
      ) => db.run('claimWithdrawal', { ...request, takeOverFromId, ttlMs, ...clocksOf(dependencies) });
      const [transactionId = ''] = await storeWithdrawals(appContext, merchants[0], 1);
      const owner = { transactionId, holderId: merchants[1].id };
      const other = { transactionId, holderId: merchants[0].id };
      if (change === 'released' || change === 'sent') await claim(owner);
      if (change === 'taken over') await claim(other);
      const audit = newAudit(fixture);
      const rows = rowsOf(fixture, audit);
      const stored = database
        .prepare(
          'select claim_holder_id, claim_ends_at_ms, sent_to_bank_at_ms from transactions where id = ?',
        )
        .bind(transactionId);
      const before = stored.get();
      const requests = {
        claimed: () => claim({ ...owner, audit }),
        'taken over': () => claim({ ...owner, audit }, other.holderId),
        released: () => db.run('releaseWithdrawal', { ...owner, audit, ...clocksOf(dependencies) }),
        sent: () => db.run('markWithdrawalSent', { ...owner, audit, ...clocksOf(dependencies) }),
      };
      const request: TestRequest = {
        send: requests[change],
        isDone() {
          const isDone = !isDeepStrictEqual(stored.get(), before);
          // The clock stands still, so a repeat changes nothing.
          expect(rows()).toBe(isDone ? 1 : 0);
          return isDone;
        },
        expectResult: (result) => expect(result).toMatchObject({ kind: 'stored' }),
      };
      return [request];
    },
  };
}

const noting: Scenario = {
  async prepare(fixture) {
    const { appContext, merchants, database } = fixture;
    const [transactionId = ''] = await storeDeposits(appContext, merchants[0], 1);
    const audit = newAudit(fixture);
    const rows = rowsOf(fixture, audit);
    const notes = database.prepare('select count(*) from notes').pluck();
    const request: TestRequest = {
      send: () =>
        appContext.dependencies.db.run('addNote', {
          ...clocksOf(appContext.dependencies),
          transactionId,
          authorId: merchants[1].id,
          text: 'Ask the bank',
          audit,
        }),
      isDone() {
        // A repeat is another note.
        expect(notes.get()).toBe(rows());
        return Number(rows()) > 0;
      },
      expectResult: (result) => expect(result).toMatchObject({ kind: 'stored' }),
    };
    return [request];
  },
};

const clearing: Scenario = {
  async prepare(fixture) {
    const { appContext, merchants, database, clock } = fixture;
    const { db, runtime } = appContext.dependencies;
    // An entry of an earlier run would refuse the create.
    const removeAll = async () => {
      for (const { id } of await db.query('listBlacklist', { limit: 100 }))
        await db.run('removeFromBlacklist', { entryId: id });
    };
    await removeAll();
    const [transactionId = ''] = await storeDeposits(appContext, merchants[0], 1);
    const { userId = '' } = (await db.read('findTransaction', transactionId)) ?? {};
    const entry = { kind: 'userId', value: userId, clientId: null, reason: null } as const;
    await db.run('addToBlacklist', { entry: { ...entry, id: runtime.newId(), createdAtMs: clock.nowMs() } });
    const audit = newAudit(fixture);
    const rows = rowsOf(fixture, audit);
    const notes = database
      .prepare('select count(*) from notes where transaction_id = ?')
      .pluck()
      .bind(transactionId);
    const clearances = database.prepare('select count(*) from blacklist_clearances').pluck();
    const request: TestRequest = {
      send: () =>
        db.run('clearTransaction', {
          nowMs: clock.nowMs(),
          steadyNowMs: clock.nowMs(),
          transactionId,
          clearedBy: merchants[1].id,
          reason: 'Another one',
          audit,
        }),
      isDone() {
        const isDone = clearances.get() === 1;
        expect([notes.get(), rows()]).toEqual(isDone ? [1, 1] : [0, 0]);
        return isDone;
      },
      expectResult: (result) => expect(result).toMatchObject({ kind: 'stored' }),
      afterwards: removeAll,
    };
    return [request];
  },
};

export const deskScenarios = {
  undoTransition: { 'of a planned settle': undoing },
  runPlans: { 'that is due': running },
  claimWithdrawal: {
    'that nobody is paying': aboutClaim('claimed'),
    'that another one is paying': aboutClaim('taken over'),
  },
  releaseWithdrawal: { 'of its holder': aboutClaim('released') },
  markWithdrawalSent: { 'by its holder': aboutClaim('sent') },
  clearTransaction: { 'of one entry': clearing },
  addNote: { 'to a deposit': noting },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
