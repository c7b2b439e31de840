import { describe, expect, test } from 'vitest';
import { depositFields, type Json, withdrawalFields } from '../harness.ts';
import { openCommitted } from '../support/committed-rows.ts';
import type { Input } from '../support/graphql-calls.ts';
import { useService } from '../support/shared-service.ts';
import { type Outcome, SURFACES } from '../support/surfaces.ts';

const REQUESTS = 60;

const service = useService();

/** Sends all inputs concurrently, rotating over the surfaces. */
function race(operation: 'createDeposit' | 'createWithdrawal', inputs: readonly Input[]): Promise<Outcome[]> {
  const sent = inputs.map((input, index) =>
    SURFACES[index % SURFACES.length]!.run(service(), { operation, input }),
  );
  return Promise.all(sent);
}

async function storedWith(processId: unknown): Promise<{ id: string; amount_minor: number }[]> {
  await using committed = openCommitted(service().databasePath);
  return (await committed.withProcessId(String(processId))).map(({ id, amount_minor }) => ({
    id,
    amount_minor,
  }));
}

const withNumber = (fields: Record<string, string>): Input => ({ ...fields, amount: 500 });

describe.each([
  ['createDeposit', () => withNumber(depositFields())],
  ['createWithdrawal', () => withNumber(withdrawalFields())],
] as const)('%s with one processId raced over all surfaces', (operation, makeInput) => {
  test('creates one transaction, which all calls return', async () => {
    const input = makeInput();
    const outcomes = await race(operation, new Array<Input>(REQUESTS).fill(input));
    const [row, ...more] = await storedWith(input.processId);
    expect(more).toEqual([]);
    const ids = outcomes.map(({ data, text }) => data?.transactionId ?? text);
    expect([...new Set(ids)]).toEqual([row!.id]);
    // One response reports a new transaction, all others an existing one.
    const made = outcomes.filter(({ data }) => !data.alreadyPending);
    expect(made).toHaveLength(operation === 'createDeposit' ? 1 : REQUESTS);
  });

  test('with different contents has one winner, and all others get a conflict that names it', async () => {
    const input = makeInput();
    const inputs = Array.from({ length: REQUESTS }, (_, index) => ({ ...input, amount: 500 + index }));
    const outcomes = await race(operation, inputs);
    const [row, ...more] = await storedWith(input.processId);
    expect(more).toEqual([]);
    const winner = outcomes.findIndex(({ data }) => data);
    expect(row).toEqual({ id: outcomes[winner]!.data.transactionId, amount_minor: 50_000 + 100 * winner });
    const others = outcomes.filter((_, index) => index !== winner);
    expect(others.map(({ status, error }) => [status, error?.type])).toEqual(
      others.map(() => [409, 'error_process_id_conflict']),
    );
    for (const { error } of others) expect(error!.message).toContain(row!.id);
  });

  test('with five contents in rotation, the calls with the stored content succeed', async () => {
    const input = makeInput();
    const inputs = Array.from({ length: REQUESTS }, (_, index) => ({ ...input, amount: 500 + (index % 5) }));
    const outcomes = await race(operation, inputs);
    const [row, ...more] = await storedWith(input.processId);
    expect(more).toEqual([]);
    const responded = outcomes.map(
      ({ status, data, error }: Outcome): Json => data?.transactionId ?? [status, error?.type],
    );
    expect(responded).toEqual(
      inputs.map(({ amount }) =>
        amount * 100 === row!.amount_minor ? row!.id : [409, 'error_process_id_conflict'],
      ),
    );
  });
});
