import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repairHistory, type StoredEvent, type TransactionState } from '../../db/commands/repair/history.ts';
import type { TransactionStatus } from '../../src/domain/transaction.ts';
import { TRANSITION_KINDS, TRANSITIONS, type TransitionKind } from '../../src/domain/transition.ts';

/** The events of a transaction with these transitions, one after another. */
function eventsOf(...kinds: readonly (keyof typeof TRANSITIONS)[]): StoredEvent[] {
  return kinds.map((kind, index) => ({
    id: `event ${index + 2}`,
    kind,
    from: TRANSITIONS[kind].from,
    status: TRANSITIONS[kind].to,
    sequence: index + 2,
    reason: `reason ${index + 2}`,
    finalAmountMinor: 50 + index,
    sinceMs: 1000 * (index + 2),
    mayBeReceived: false,
  }));
}

const row = (
  status: TransactionStatus,
  sequence: number,
  changes: Partial<TransactionState> = {},
): TransactionState => ({
  status,
  sequence,
  reason: 'own',
  finalAmountMinor: 7,
  sinceMs: 99,
  ...changes,
});

const kindsOf = (repaired: ReturnType<typeof repairHistory>) => repaired?.events.map(({ kind }) => kind);

describe('a row that is ahead of its events', () => {
  test.each([
    ['successful', 2, [], ['settle']],
    ['unsuccessful', 2, [], ['reject']],
    ['successful', 3, [], ['reject', 'correct']],
    ['unsuccessful', 3, ['settle'], ['settle', 'reverse']],
    ['successful', 4, ['settle'], ['settle', 'reverse', 'correct']],
    // Transitions cannot lead there: one event is added, and the sequence follows it.
    ['unsuccessful', 4, ['settle'], ['settle', 'reverse']],
    ['successful', 2_000_000, [], ['settle']],
    // Its status is that of its last event: no event is missing, only the sequence is wrong.
    ['successful', 3, ['settle'], ['settle']],
    ['pending', 3, ['settle'], ['settle']],
    ['pending', 3, [], []],
    ['pending', 0, [], []],
  ] as const)('%s with sequence %d after %j: the events become %j', (status, sequence, before, after) => {
    const repaired = repairHistory(row(status, sequence), eventsOf(...before));
    expect(kindsOf(repaired)).toEqual(after);
    expect(repaired?.row.sequence).toBe(after.length + 1);
  });

  test.each([
    ['expired', 'expire'],
    ['cancelled_by_payer', 'cancel'],
    ['cancelled_by_client', 'cancel'],
    ['wrong sender', 'reject'],
  ])('with the reason %s gets the event %s', (reason, kind) => {
    expect(kindsOf(repairHistory(row('unsuccessful', 2, { reason }), []))).toEqual([kind]);
  });

  test('gets an event with its own values', () => {
    const repaired = repairHistory(row('successful', 2), []);
    const state = { status: 'successful', sequence: 2, reason: 'own', finalAmountMinor: 7, sinceMs: 99 };
    expect(repaired).toMatchObject({
      row: state,
      events: [{ ...state, from: 'pending', id: undefined }],
    });
  });
});

describe('an event that the row has not reached', () => {
  const [settle, reverse, correct] = eventsOf('settle', 'reverse', 'correct') as [
    StoredEvent,
    StoredEvent,
    StoredEvent,
  ];

  test('is removed if no client may have received it', () => {
    const pending = row('pending', 1, { reason: null, finalAmountMinor: null });
    expect(repairHistory(pending, [settle])).toEqual({ row: pending, events: [] });
  });

  test('is applied to the row, with all before it, if its client may have received it', () => {
    const repaired = repairHistory(row('pending', 1), [settle, { ...reverse, mayBeReceived: true }, correct]);
    expect(kindsOf(repaired)).toEqual(['settle', 'reverse']);
    expect(repaired?.row).toMatchObject({
      status: 'unsuccessful',
      sequence: 3,
      reason: 'reason 3',
      sinceMs: 3000,
    });
  });

  test('is applied to the row if the row has its status already', () => {
    expect(kindsOf(repairHistory(row('successful', 1), [settle]))).toEqual(['settle']);
  });
});

describe('a history that no rule decides', () => {
  const [settle, reverse, correct] = eventsOf('settle', 'reverse', 'correct') as [
    StoredEvent,
    StoredEvent,
    StoredEvent,
  ];

  test.each([
    ['an event that leads back to pending', [{ ...settle, status: 'pending' as const }]],
    [
      'two events in a row that lead to the same status',
      [settle, { ...reverse, status: 'successful' as const }],
    ],
    [
      'a gap between two events that no transition can fill',
      [settle, { ...correct, status: 'unsuccessful' as const }],
    ],
    ['an event with sequence 1 that was sent', [{ ...settle, sequence: 1, mayBeReceived: true }]],
  ])('stays as it is: %s', (_title, events) => {
    const last = events.at(-1)!;
    expect(repairHistory(row(last.status, Math.max(2, last.sequence)), events)).toBeUndefined();
  });
});

test('whatever events are lost, the repaired history is valid', () => {
  const length = fc.integer({ min: 0, max: 6 });
  const lost = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 });
  const first = fc.constantFrom('settle' as const, 'expire' as const);
  fc.assert(
    fc.property(length, lost, first, fc.nat(7), fc.nat(63), (events, isLost, kind, sequence, received) => {
      const kinds = Array.from({ length: events }, (_, index) =>
        index === 0 ? kind : (index % 2 === 0) === (kind === 'settle') ? 'correct' : 'reverse',
      );
      const all = eventsOf(...kinds).map((event, index) => ({
        ...event,
        mayBeReceived: (received & (1 << index)) > 0,
      }));
      const stored = all.filter((_, index) => !isLost[index]);
      const reached = all.find((event) => event.sequence === sequence)?.status ?? 'pending';
      const repaired = repairHistory(row(reached, sequence), stored)!;
      let status: TransactionStatus = 'pending';
      for (const [index, event] of repaired.events.entries()) {
        expect(TRANSITION_KINDS).toContain(event.kind);
        expect(event).toMatchObject({
          sequence: index + 2,
          from: status,
          status: TRANSITIONS[event.kind as TransitionKind].to,
        });
        expect(TRANSITIONS[event.kind as TransitionKind].from).toBe(status);
        status = event.status;
      }
      expect(repaired.row).toMatchObject({ status, sequence: repaired.events.length + 1 });
      const ids = new Set(repaired.events.map(({ id }) => id));
      for (const event of stored)
        if (event.mayBeReceived || event.sequence <= sequence) expect(ids).toContain(event.id);
      // A second repair changes nothing.
      const again = repaired.events.map((event) => ({
        ...event,
        id: event.id ?? 'new',
        mayBeReceived: false,
      }));
      expect(repairHistory(repaired.row, again)?.events).toMatchObject(
        repaired.events.map(({ kind, sequence: at }) => ({ kind, sequence: at })),
      );
    }),
  );
});
