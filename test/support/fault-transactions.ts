import { expect } from 'vitest';
import type { CommandName } from '../../db/names.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import type { TransactionDraft } from '../../src/transactions/domain/transaction.ts';
import type { Actor, TransitionCommand } from '../../src/transactions/domain/transition.ts';
import type { CreationOrigin, CreationOutcome, TransitionOutcome } from '../../src/transactions/store.ts';
import { VALID_IBAN } from '../harness.ts';
import { DEMO_BANK } from './entities.ts';
import { RUNS_ALL_FAULTS, type Scenario, type Scenarios, type TestRequest } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { audited, finds, ofOnePerson } from './fault-requests.ts';
import {
  applyTransition,
  draftOf,
  HOUR_MS,
  storeDeposits,
  storeWithdrawals,
} from './manual-clock-service.ts';

/** The number of requests that are sent at once: in the short form one of each kind, and two more. */
const GROUP = RUNS_ALL_FAULTS ? 20 : 8;
const HALF = GROUP / 2;

type Kind = TransitionCommand['kind'];

const OPERATOR: Actor = { kind: 'operator', clientId: null };

function creation(fixture: Fixture, draft: TransactionDraft): TestRequest {
  const { appContext, database } = fixture;
  const ids = database
    .prepare('select id from transactions where client_id = ? and process_id = ?')
    .pluck()
    .bind(draft.clientId, draft.processId);
  const send = (origin: CreationOrigin) =>
    appContext.dependencies.transactions.create(draft, DEMO_BANK, origin);
  const shared = {
    isDone: () => ids.all().length === 1,
    expectResult(result: unknown, wasDone: boolean) {
      const alreadyPending = wasDone && draft.type === 'deposit';
      expect(result).toMatchObject({ kind: 'stored', isNew: !wasDone, alreadyPending });
      expect((result as CreationOutcome & { kind: 'stored' }).transaction.id).toBe(ids.get());
    },
  };
  return draft.type === 'deposit'
    ? { ...shared, send: () => send({}) }
    : audited(fixture, { ...shared, ...ofOperator(fixture, shared.isDone, send) });
}

/** A create of an operator. Who has named the payee is stored with it. */
function ofOperator(
  { database, approver }: Fixture,
  isDone: () => boolean,
  send: (origin: CreationOrigin) => Promise<unknown>,
) {
  const sources = database
    .prepare('select count(*) from payee_sources as n join transactions as t on t.id = n.source_id')
    .pluck();
  const withdrawals = database.prepare("select count(*) from transactions where type = 'withdrawal'").pluck();
  return {
    send: (audit: AuditOrigin) => send({ onBehalf: { person: 'an operator', clientId: approver.id, audit } }),
    isDone() {
      expect(sources.get()).toBe(withdrawals.get());
      return isDone();
    },
  };
}

const creating: Scenario = {
  async prepare(fixture) {
    const [one, other] = fixture.merchants;
    const iban = { accountName: 'Test User', iban: VALID_IBAN, ibanNormalized: VALID_IBAN };
    return Array.from({ length: HALF }, (_, index): TransactionDraft[] => [
      { ...draftOf(one, `process-${index}`), type: 'deposit' },
      { ...draftOf(other, `process-${index}`), type: 'withdrawal', ...iban },
    ])
      .flat()
      .map((draft) => creation(fixture, draft));
  },
};

/** Stores pending transactions of both merchants. @returns their ids. */
export async function storePending({ appContext, merchants }: Fixture, count = GROUP): Promise<string[]> {
  const [one, other] = merchants;
  return [
    ...(await storeDeposits(appContext, one, Math.ceil(count / 2))),
    ...(await storeWithdrawals(appContext, other, Math.floor(count / 2))),
  ];
}

/** The transition that must come before another one. */
const BEFORE: Partial<Record<Kind, 'settle' | 'reject'>> = { reverse: 'settle', correct: 'reject' };

function commandOf(kind: Kind, { clock }: Fixture): TransitionCommand {
  const sequence = BEFORE[kind] ? 2 : 1;
  if (kind === 'expire') return { kind, steadyNowMs: clock.nowMs() + HOUR_MS };
  if (kind === 'cancel') return { kind, by: 'client' };
  return { kind, sequence, isByLine: true };
}

function transition(fixture: Fixture, transactionId: string, kind: Kind): TestRequest {
  const before = BEFORE[kind] ? 2 : 1;
  const sequence = fixture.database
    .prepare('select sequence from transactions where id = ?')
    .pluck()
    .bind(transactionId);
  const request = { transactionId, command: commandOf(kind, fixture), actor: OPERATOR };
  return {
    send: () => fixture.appContext.dependencies.transactions.transition(request),
    isDone() {
      expect([before, before + 1]).toContain(sequence.get());
      return sequence.get() === before + 1;
    },
    expectResult(result, wasDone) {
      const outcome = result as TransitionOutcome;
      expect(outcome).toMatchObject({
        kind: 'stored',
        isChanged: !wasDone,
        transaction: { id: transactionId, sequence: before + 1 },
      });
    },
  };
}

/** A group of transitions that takes these kinds in turn. */
function transitionsOf(...kinds: readonly Kind[]): Scenario {
  return {
    async prepare(fixture) {
      const { appContext, merchants } = fixture;
      // Only deposits expire.
      const ids = kinds.includes('expire')
        ? await storeDeposits(appContext, merchants[0], GROUP)
        : await storePending(fixture);
      const wanted = ids.map((id, index) => ({ id, kind: kinds[index % kinds.length] as Kind }));
      await Promise.all(
        wanted.map(async ({ id, kind }) => {
          const before = BEFORE[kind];
          if (before) await applyTransition(appContext, id, { kind: before, sequence: 1 });
        }),
      );
      return wanted.map(({ id, kind }) => transition(fixture, id, kind));
    },
  };
}

/** A group of transitions, each with its row in the audit log. */
const ofPeople: Scenario = {
  async prepare(fixture) {
    const { transactions } = fixture.appContext.dependencies;
    const kinds = ['settle', 'reject', 'cancel'] as const;
    const ids = await storeDeposits(fixture.appContext, fixture.merchants[0], 6);
    return ids.map((transactionId, index) => {
      const kind = kinds[index % kinds.length] ?? 'settle';
      const command = kind === 'cancel' ? ({ kind, by: 'client' } as const) : { kind, sequence: 1 };
      return audited(fixture, {
        send: (audit) => transactions.transition({ transactionId, command, actor: OPERATOR, audit }),
        isDone: finds(fixture, 'select sequence = 2 from transactions where id = ?', transactionId),
      });
    });
  },
};

const marking = ofOnePerson(async ({ appContext, merchants }) => {
  const [id = ''] = await storeDeposits(appContext, merchants[0], 1);
  return (audit) => appContext.dependencies.transactions.markSent(id, audit);
});

export const transactionScenarios = {
  createTransactions: { 'deposits and withdrawals': creating },
  applyTransitions: {
    'settle alone': transitionsOf('settle'),
    'of people': ofPeople,
    'every kind': transitionsOf('settle', 'reject', 'reverse', 'correct', 'cancel', 'expire'),
  },
  markSent: { 'one deposit': marking },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
