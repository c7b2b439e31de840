import { expect } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import type { TransactionDraft } from '../../src/domain/transaction.ts';
import type { Actor, TransitionCommand } from '../../src/domain/transition.ts';
import type { CreationOutcome, TransitionOutcome } from '../../src/operations/transactions/store.ts';
import { type Json, VALID_IBAN } from '../harness.ts';
import { DEMO_BANK } from './entities.ts';
import type { Asked, Subject, Subjects } from './fault-cases.ts';
import type { Stage } from './fault-fixtures.ts';
import { changeStored, draftOf, HOUR_MS, storeDeposits, storeWithdrawals } from './manual-service.ts';

/** How many ask at once. */
export const GROUP = 20;
const HALF = GROUP / 2;

type Change = TransitionCommand['kind'];

const OPERATOR: Actor = { kind: 'operator', clientId: null };

function askToCreate({ appContext, database }: Stage, draft: TransactionDraft): Asked {
  const ids = database
    .prepare('select id from transactions where client_id = ? and process_id = ?')
    .pluck()
    .bind(draft.clientId, draft.processId);
  return {
    ask: () => appContext.dependencies.transactions.create(draft, DEMO_BANK),
    isDone: () => ids.all().length === 1,
    expectTold(told, wasDone) {
      const alreadyPending = wasDone && draft.type === 'deposit';
      expect(told).toMatchObject({ kind: 'stored', isNew: !wasDone, alreadyPending });
      expect((told as CreationOutcome & { kind: 'stored' }).transaction.id).toBe(ids.get());
    },
  };
}

const creates: Subject = {
  async prepare(stage) {
    const [one, other] = stage.merchants;
    const iban = { accountName: 'Test User', iban: VALID_IBAN, ibanNormalized: VALID_IBAN };
    return Array.from({ length: HALF }, (_, index): TransactionDraft[] => [
      { ...draftOf(one, `asked-${index}`), type: 'deposit' },
      { ...draftOf(other, `asked-${index}`), type: 'withdrawal', ...iban },
    ])
      .flat()
      .map((draft) => askToCreate(stage, draft));
  },
};

/** Pending transactions of both merchants. @returns their ids. */
export async function storePending({ appContext, merchants }: Stage, count = GROUP): Promise<string[]> {
  const [one, other] = merchants;
  return [
    ...(await storeDeposits(appContext, one, Math.ceil(count / 2))),
    ...(await storeWithdrawals(appContext, other, Math.floor(count / 2))),
  ];
}

/** The change that a transaction must have had before it can have another one. */
const BEFORE: Partial<Record<Change, 'settle' | 'reject'>> = { reverse: 'settle', correct: 'reject' };

function commandOf(kind: Change, { clock }: Stage): TransitionCommand {
  const sequence = BEFORE[kind] ? 2 : 1;
  if (kind === 'expire') return { kind, steadyNowMs: clock.nowMs() + HOUR_MS };
  if (kind === 'cancel') return { kind, by: 'client' };
  return { kind, sequence };
}

function askToChange(stage: Stage, transactionId: string, kind: Change): Asked {
  const before = BEFORE[kind] ? 2 : 1;
  const sequence = stage.database
    .prepare('select sequence from transactions where id = ?')
    .pluck()
    .bind(transactionId);
  const request = { transactionId, command: commandOf(kind, stage), actor: OPERATOR };
  const isRepeatable = kind === 'cancel' || kind === 'expire';
  return {
    ask: () => stage.appContext.dependencies.transactions.transition(request),
    isDone() {
      expect([before, before + 1]).toContain(sequence.get());
      return sequence.get() === before + 1;
    },
    expectTold(told, wasDone) {
      const outcome = told as TransitionOutcome;
      if (wasDone && !isRepeatable)
        expect(outcome).toMatchObject({
          kind: 'refused',
          refusal: { type: 'error_stale_sequence', sequence: before + 1, seen: before },
        });
      else
        expect(outcome).toMatchObject({
          kind: 'stored',
          isChanged: !wasDone,
          transaction: { id: transactionId, sequence: before + 1 },
        });
    },
  };
}

/** A group of changes; of these kinds in turn. */
function changesOf(...kinds: readonly Change[]): Subject {
  return {
    async prepare(stage) {
      const { appContext, merchants } = stage;
      // Only deposits expire.
      const ids = kinds.includes('expire')
        ? await storeDeposits(appContext, merchants[0], GROUP)
        : await storePending(stage);
      const wanted = ids.map((id, index) => ({ id, kind: kinds[index % kinds.length] as Change }));
      await Promise.all(
        wanted.map(async ({ id, kind }) => {
          const before = BEFORE[kind];
          if (before) await changeStored(appContext, id, { kind: before, sequence: 1 });
        }),
      );
      return wanted.map(({ id, kind }) => askToChange(stage, id, kind));
    },
  };
}

const marking: Subject = {
  async prepare(stage) {
    const [id = ''] = await storeDeposits(stage.appContext, stage.merchants[0], 1);
    const sentAt = stage.database
      .prepare('select sent_at_ms from transactions where id = ?')
      .pluck()
      .bind(id);
    let firstMs: unknown;
    return [
      {
        ask() {
          firstMs ??= sentAt.get() ?? undefined;
          stage.clock.advance(1000);
          return stage.appContext.dependencies.transactions.markSent(id);
        },
        isDone: () => sentAt.get() !== null,
        expectTold(told, wasDone) {
          expect((told as Json).sentAtMs).toBe(wasDone ? firstMs : stage.clock.nowMs());
          expect(sentAt.get()).toBe((told as Json).sentAtMs);
        },
      },
    ];
  },
};

export const transactionSubjects = {
  createTransactions: { 'deposits and withdrawals': creates },
  applyTransitions: {
    settles: changesOf('settle'),
    'every kind of change': changesOf('settle', 'reject', 'reverse', 'correct', 'cancel', 'expire'),
  },
  markSent: { 'one deposit': marking },
} as const satisfies Partial<Record<CommandName, Subjects>>;
