import type { CommandName } from '../../db/names.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import type { Dependencies } from '../../src/operations/dependencies.ts';
import type { Actor } from '../../src/transactions/domain/transition.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { ofOnePerson, withOneRequest } from './fault-requests.ts';
import { storeDeposits, storeWithdrawals } from './manual-clock-service.ts';

/** The times of a command that is run now. */
export const clocksOf = ({ runtime }: Pick<Dependencies, 'runtime'>) => ({
  nowMs: runtime.nowMs(),
  steadyNowMs: runtime.steadyNowMs(),
});

const HOLD_MS = 8000;

/** Every key belongs to a client, and each client can stand for a person here. */
function personOf({ merchants }: Fixture): Actor {
  return { kind: 'operator', clientId: merchants[1].id };
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

const undoing = ofOnePerson(async (fixture) => {
  const [transactionId = ''] = await storePlanned(fixture, 1);
  const { db } = fixture.appContext.dependencies;
  const undo = { transactionId, sequence: 1, actor: personOf(fixture) };
  return (audit) => db.run('undoTransition', { ...undo, audit });
});

const running = withOneRequest(async (fixture) => {
  await storePlanned(fixture, 1);
  fixture.clock.advance(HOLD_MS);
  return () => fixture.appContext.dependencies.transactions.runDuePlans();
});

type ClaimChange = 'claimed' | 'taken over' | 'released' | 'sent';

/** One request about a claim. The clock stands still, so a repeat changes nothing. */
function aboutClaim(change: ClaimChange): Scenario {
  return ofOnePerson(async ({ appContext, merchants }) => {
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
    const requests = {
      claimed: (audit: AuditOrigin) => claim({ ...owner, audit }),
      'taken over': (audit: AuditOrigin) => claim({ ...owner, audit }, other.holderId),
      released: (audit: AuditOrigin) =>
        db.run('releaseWithdrawal', { ...owner, audit, ...clocksOf(dependencies) }),
      sent: (audit: AuditOrigin) =>
        db.run('markWithdrawalSent', { ...owner, audit, ...clocksOf(dependencies) }),
    };
    return requests[change];
  });
}

/** A repeat is another note. */
const noting = ofOnePerson(async ({ appContext, merchants }) => {
  const { dependencies } = appContext;
  const [transactionId = ''] = await storeDeposits(appContext, merchants[0], 1);
  const note = { transactionId, authorId: merchants[1].id, text: 'Ask the bank' };
  return {
    send: (audit) => dependencies.db.run('addNote', { ...clocksOf(dependencies), ...note, audit }),
    isRepeatable: true,
  };
});

const clearing = ofOnePerson(async ({ appContext, merchants, clock }) => {
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
  const times = { nowMs: clock.nowMs(), steadyNowMs: clock.nowMs() };
  const clearance = { transactionId, clearedBy: merchants[1].id, reason: 'Another one', ...times };
  return {
    send: (audit) => db.run('clearTransaction', { ...clearance, audit }),
    afterwards: removeAll,
  };
});

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
