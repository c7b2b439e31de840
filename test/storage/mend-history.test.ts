import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mendHistory, type Standing, type StoredEvent } from '../../db/commands/repair/mend-history.ts';
import type { TransactionStatus } from '../../src/domain/transaction.ts';
import { TRANSITION_KINDS, TRANSITIONS } from '../../src/domain/transition.ts';

/** The events of a transaction to which these kinds happened, one after another. */
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
    isKnown: false,
  }));
}

const row = (status: TransactionStatus, sequence: number, changes: Partial<Standing> = {}): Standing => ({
  status,
  sequence,
  reason: 'own',
  finalAmountMinor: 7,
  sinceMs: 99,
  ...changes,
});

const kindsOf = (mended: ReturnType<typeof mendHistory>) => mended?.events.map(({ kind }) => kind);

describe('a row that is ahead of its events', () => {
  test.each([
    ['successful', 2, [], ['settle']],
    ['unsuccessful', 2, [], ['reject']],
    ['successful', 3, [], ['reject', 'correct']],
    ['unsuccessful', 3, ['settle'], ['settle', 'reverse']],
    ['successful', 4, ['settle'], ['settle', 'reverse', 'correct']],
    // No way is so long: one change is written, and the sequence follows it.
    ['unsuccessful', 4, ['settle'], ['settle', 'reverse']],
    ['successful', 2_000_000, [], ['settle']],
    // Its status is that of its last event: nothing is missing but the sequence is wrong.
    ['successful', 3, ['settle'], ['settle']],
    ['pending', 3, ['settle'], ['settle']],
    ['pending', 3, [], []],
    ['pending', 0, [], []],
  ] as const)('%s with sequence %d behind %j has %j', (status, sequence, before, after) => {
    const mended = mendHistory(row(status, sequence), eventsOf(...before));
    expect(kindsOf(mended)).toEqual(after);
    expect(mended?.row.sequence).toBe(after.length + 1);
  });

  test.each([
    ['expired', 'expire'],
    ['cancelled_by_payer', 'cancel'],
    ['cancelled_by_client', 'cancel'],
    ['wrong sender', 'reject'],
  ])('with the reason %s was changed by %s', (reason, kind) => {
    expect(kindsOf(mendHistory(row('unsuccessful', 2, { reason }), []))).toEqual([kind]);
  });

  test('gets an event that says what it says itself', () => {
    const mended = mendHistory(row('successful', 2), []);
    const standing = { status: 'successful', sequence: 2, reason: 'own', finalAmountMinor: 7, sinceMs: 99 };
    expect(mended).toMatchObject({
      row: standing,
      events: [{ ...standing, from: 'pending', id: undefined }],
    });
  });
});

describe('an event that the row has not reached', () => {
  const [settle, reverse, correct] = eventsOf('settle', 'reverse', 'correct') as [
    StoredEvent,
    StoredEvent,
    StoredEvent,
  ];

  test('goes if nobody knows it', () => {
    const pending = row('pending', 1, { reason: null, finalAmountMinor: null });
    expect(mendHistory(pending, [settle])).toEqual({ row: pending, events: [] });
  });

  test('is what the row becomes if somebody does, and all before it', () => {
    const mended = mendHistory(row('pending', 1), [settle, { ...reverse, isKnown: true }, correct]);
    expect(kindsOf(mended)).toEqual(['settle', 'reverse']);
    expect(mended?.row).toMatchObject({
      status: 'unsuccessful',
      sequence: 3,
      reason: 'reason 3',
      sinceMs: 3000,
    });
  });

  test('is what the row becomes if the row has its status already', () => {
    expect(kindsOf(mendHistory(row('successful', 1), [settle]))).toEqual(['settle']);
  });
});

describe('what no rule decides', () => {
  const [settle, reverse, correct] = eventsOf('settle', 'reverse', 'correct') as [
    StoredEvent,
    StoredEvent,
    StoredEvent,
  ];

  test.each([
    ['an event that leads back to pending', [{ ...settle, status: 'pending' as const }]],
    ['two events that lead to the same', [settle, { ...reverse, status: 'successful' as const }]],
    ['a gap between two that nothing can fill', [settle, { ...correct, status: 'unsuccessful' as const }]],
    ['an event before the first that was sent', [{ ...settle, sequence: 1, isKnown: true }]],
  ])('is left: %s', (_title, events) => {
    const last = events.at(-1)!;
    expect(mendHistory(row(last.status, Math.max(2, last.sequence)), events)).toBeUndefined();
  });
});

test('whatever is lost of a history, what comes out is one', () => {
  const length = fc.integer({ min: 0, max: 6 });
  const lost = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 });
  const first = fc.constantFrom('settle' as const, 'expire' as const);
  fc.assert(
    fc.property(length, lost, first, fc.nat(7), fc.nat(63), (events, isLost, kind, sequence, known) => {
      const kinds = Array.from({ length: events }, (_, index) =>
        index === 0 ? kind : (index % 2 === 0) === (kind === 'settle') ? 'correct' : 'reverse',
      );
      const all = eventsOf(...kinds).map((event, index) => ({
        ...event,
        isKnown: (known & (1 << index)) > 0,
      }));
      const stored = all.filter((_, index) => !isLost[index]);
      const reached = all.find((event) => event.sequence === sequence)?.status ?? 'pending';
      const mended = mendHistory(row(reached, sequence), stored)!;
      let status: TransactionStatus = 'pending';
      for (const [index, event] of mended.events.entries()) {
        expect(TRANSITION_KINDS).toContain(event.kind);
        expect(event).toMatchObject({
          sequence: index + 2,
          from: status,
          status: TRANSITIONS[event.kind].to,
        });
        expect(TRANSITIONS[event.kind].from).toBe(status);
        status = event.status;
      }
      expect(mended.row).toMatchObject({ status, sequence: mended.events.length + 1 });
      const ids = new Set(mended.events.map(({ id }) => id));
      for (const event of stored)
        if (event.isKnown || event.sequence <= sequence) expect(ids).toContain(event.id);
      // Once mended there is nothing left to mend.
      const again = mended.events.map((event) => ({ ...event, id: event.id ?? 'new', isKnown: false }));
      expect(mendHistory(mended.row, again)?.events).toMatchObject(
        mended.events.map(({ kind, sequence: at }) => ({ kind, sequence: at })),
      );
    }),
  );
});
