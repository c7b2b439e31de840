import { expect, test } from 'vitest';
import { TRANSITIONS, type TransitionKind } from '../../src/transactions/domain/transition.ts';
import { type Credentials, call, DEPOSIT, depositFields, MERCHANT, OPERATOR } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { createRandom } from '../support/random.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { type Call, type Outcome, SURFACES } from '../support/surfaces.ts';

const RACERS = 48;
const ROUNDS = 6;
const SEED = 20_261_120;

type Change = Exclude<keyof typeof TRANSITIONS, 'expire'>;

const OPERATIONS = {
  settle: 'settleTransaction',
  reject: 'rejectTransaction',
  cancel: 'cancelTransaction',
  reverse: 'reverseTransaction',
  correct: 'correctTransaction',
} as const satisfies Record<Change, Call['operation']>;

const service = useService();

/** The transitions that start in this status. */
function changesFrom(status: string): Change[] {
  const kinds = Object.keys(OPERATIONS) as Change[];
  return kinds.filter((kind) => TRANSITIONS[kind].from === status);
}

function inputOf(kind: Change, transactionId: string, sequence: number): Input {
  if (kind === 'cancel') return { transactionId, sequence };
  return { transactionId, sequence, reason: `requested ${kind}` };
}

interface Racer {
  readonly kind: Change;
  readonly as: Credentials;
  readonly outcome: Outcome;
}

/** Sends all transitions concurrently with the same sequence, rotating over the surfaces. The merchant cancels. */
function race(calls: readonly (readonly [Change, Input])[], operators: readonly Credentials[]) {
  const sent = calls.map(async ([kind, input], index): Promise<Racer> => {
    const as = kind === 'cancel' ? MERCHANT : operators[index % operators.length]!;
    const surface = SURFACES[index % SURFACES.length]!;
    return { kind, as, outcome: await surface.run(service(), { operation: OPERATIONS[kind], input, as }) };
  });
  return Promise.all(sent);
}

async function operators(): Promise<Credentials[]> {
  const made = Array.from({ length: 5 }, () => createClient(service(), { role: 'operator' }));
  return [OPERATOR, ...(await Promise.all(made))];
}

async function eventsOf(transactionId: string) {
  const page = await service().dependencies.db.query('listEvents', {
    filter: { transactionId },
    page: { limit: 100 },
  });
  return page!.items.map(({ event }) => event);
}

/** Asserts that one kind of call of one key wins, and that all others report the new sequence. @returns the winner. */
function expectOneWinner(racers: readonly Racer[], sequence: number): Racer {
  const [winner] = racers.filter(({ outcome }) => outcome.data);
  expect(winner!.outcome.data).toMatchObject({
    sequence: sequence + 1,
    status: TRANSITIONS[winner!.kind].to,
  });
  for (const { kind, as, outcome } of racers) {
    if (kind === winner!.kind && as === winner!.as) {
      expect(outcome.data, outcome.text).toEqual(winner!.outcome.data);
      continue;
    }
    expect(outcome, outcome.text).toMatchObject({ status: 409, error: { type: 'error_stale_sequence' } });
    expect(outcome.error!.fields).toEqual(['sequence']);
    expect(outcome.error!.message).toContain(
      `is ${winner!.outcome.data.status} with sequence ${sequence + 1};`,
    );
    expect(outcome.text).toContain(`sequence is ${sequence + 1} by now.`);
  }
  return winner!;
}

/** Asserts that each event starts in the status in which the previous one ended. */
async function expectChain(transactionId: string, kinds: readonly Change[]): Promise<void> {
  const events = await eventsOf(transactionId);
  expect(events.map((event) => event.kind)).toEqual(kinds);
  expect(events.map((event) => event.sequence)).toEqual(kinds.map((_, index) => index + 2));
  for (const [index, event] of events.entries()) {
    expect(event.from).toBe(index === 0 ? 'pending' : events[index - 1]!.to);
    expect([event.from, event.to]).toEqual(Object.values(TRANSITIONS[event.kind as TransitionKind]));
  }
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  const stored = await service().dependencies.db.read('findTransaction', transactionId);
  const last = events.at(-1)!;
  expect(stored).toMatchObject({ sequence: last.sequence, status: last.to, statusReason: last.reason });
}

async function create(): Promise<string> {
  return expectData(await call(service(), DEPOSIT, { body: depositFields() })).transactionId;
}

test('of many operators with the same sequence one wins in every round, and the events form one chain', async () => {
  const random = createRandom(SEED);
  const all = await operators();
  for (let times = 0; times < 3; times += 1) {
    const transactionId = await create();
    const kinds: Change[] = [];
    let status = 'pending';
    for (let sequence = 1; sequence <= ROUNDS; sequence += 1) {
      const possible = changesFrom(status);
      const calls = Array.from({ length: RACERS }, () => {
        const kind = random.pick(possible);
        return [kind, inputOf(kind, transactionId, sequence)] as const;
      });
      const winner = expectOneWinner(await race(calls, all), sequence);
      kinds.push(winner.kind);
      status = winner.outcome.data.status;
    }
    await expectChain(transactionId, kinds);
  }
});

test('another sequence is refused in every status but to who repeats, also a future one', async () => {
  const transactionId = await create();
  const all = await operators();
  expectOneWinner(await race([['settle', inputOf('settle', transactionId, 1)]], all), 1);
  const kinds: Change[] = ['reject', 'reverse', 'correct', 'cancel'];
  const stale = [1, 3, 999_999].flatMap((sequence) =>
    kinds.map((kind) => [kind, inputOf(kind, transactionId, sequence)] as const),
  );
  for (const { outcome } of await race(stale, all)) {
    expect(outcome.error?.type, outcome.text).toBe('error_stale_sequence');
    expect(outcome.text).toContain('sequence is 2 by now.');
  }
  await expectChain(transactionId, ['settle']);
});

test('of cancels without a sequence and settlements one wins, and the events form one chain', async () => {
  const all = await operators();
  for (let times = 0; times < 8; times += 1) {
    const transactionId = await create();
    const calls = Array.from({ length: RACERS / 4 }, (_, index): readonly [Change, Input] =>
      index % 2 === times % 2
        ? ['cancel', { transactionId }]
        : ['settle', inputOf('settle', transactionId, 1)],
    );
    const racers = await race(calls, all);
    const kind = (await eventsOf(transactionId))[0]!.kind === 'settle' ? 'settle' : 'cancel';
    // A repeated cancel returns the cancelled transaction, so all cancels get the same response.
    const refusal = { settle: 'error_stale_sequence', cancel: 'error_transition_not_allowed' };
    const settler = racers.find(({ kind, outcome }) => kind === 'settle' && outcome.data)?.as;
    for (const racer of racers) {
      const won = racer.kind === kind && (kind === 'cancel' || racer.as === settler);
      if (won && kind === 'settle') expect(racer.outcome.data).toMatchObject({ sequence: 2 });
      if (won && kind === 'cancel') expect(racer.outcome.data).toMatchObject({ sequence: 2 });
      if (!won) expect(racer.outcome.error?.type).toBe(refusal[racer.kind as 'settle' | 'cancel']);
    }
    await expectChain(transactionId, [kind]);
  }
});
