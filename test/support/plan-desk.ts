import { createClock, type Json, OPERATOR } from '../harness.ts';
import type { TestClient } from './entities.ts';
import { type ManualClockService, SECOND_MS, startWithoutTimers, type Verb } from './manual-clock-service.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { expectData } from './responses.ts';
import { SURFACES } from './surfaces.ts';

export const HOLD_SECONDS = 8;

/** Each transition of an operator, after the others that lead to it. */
export const MOVES: readonly (readonly [Verb, readonly Verb[]])[] = [
  ['settle', []],
  ['reject', []],
  ['cancel', []],
  ['reverse', ['settle']],
  ['correct', ['reject']],
  ['correct', ['settle', 'reverse']],
  ['reverse', ['reject', 'correct']],
  ['reverse', ['settle', 'reverse', 'correct']],
];

/** The fields of a request for a transition. */
export const fieldsOf = (verb: Verb, sequence: number) => ({
  sequence: String(sequence),
  ...(verb === 'settle' || verb === 'correct' ? { finalAmount: '480' } : {}),
  ...(verb === 'settle' ? {} : { reason: `words of the ${verb}` }),
});

/** A service with a merchant, whose transactions an operator plans to change. */
export interface PlanDesk extends AsyncDisposable {
  readonly service: ManualClockService;
  readonly receiver: Receiver;
  readonly merchant: TestClient;
  /** Plans a decision about a transaction. @returns the view of the desk. */
  plan(verb: Verb, transactionId: string, fields: Readonly<Record<string, string>>): Promise<Json>;
  undo(transactionId: string, sequence: number): Promise<Json>;
  /** Advances the time until all plans have run, and their callbacks are sent. */
  runPlans(): Promise<void>;
}

export async function openPlanDesk(startMs?: number): Promise<PlanDesk> {
  const receiver = await startReceiver();
  const service = await startWithoutTimers({ clock: createClock(startMs) });
  return {
    service,
    receiver,
    merchant: await service.merchantOf(receiver),
    plan: (verb, transactionId, fields) =>
      service.transition(verb, transactionId, { fields: { holdSeconds: String(HOLD_SECONDS), ...fields } }),
    undo: async (transactionId, sequence) =>
      expectData(
        await service.ask(`/v1/transactions/${transactionId}/undo`, { body: { sequence: String(sequence) } }),
      ),
    async runPlans() {
      service.clock.advance(HOLD_SECONDS * SECOND_MS);
      await service.planRunner.runNow();
      await service.callbackWorker.idle();
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** A transaction as a key reads it, with everything that the surfaces have for it. */
export async function readEverywhere(
  service: ManualClockService,
  transactionId: string,
  as: TestClient,
): Promise<ReadonlyMap<string, Json>> {
  const nowMs = service.clock.nowMs();
  const views = new Map<string, Json>();
  for (const surface of SURFACES) {
    const run = (operation: 'getTransaction' | 'getTransactions' | 'listTransactions', input: Json) =>
      surface.run(service, { operation, input, as, nowMs });
    if (surface.offers('getTransaction'))
      views.set(`${surface.name} get`, (await run('getTransaction', { transactionId })).data);
    if (surface.offers('listTransactions')) {
      const { items }: Json = (await run('listTransactions', {})).data;
      const listed = items.find((item: Json) => item.transactionId === transactionId);
      views.set(`${surface.name} list`, listed);
      const { processId } = listed;
      if (surface.name !== 'rest form')
        views.set(`${surface.name} get by processId`, (await run('getTransaction', { processId })).data);
    }
    if (surface.offers('getTransactions')) {
      const [node]: Json = (await run('getTransactions', { transactionIds: [transactionId] })).data;
      views.set(`${surface.name} node`, node);
    }
  }
  return views;
}

/** A transaction as the desk reads it. */
export const readAtDesk = async (service: ManualClockService, transactionId: string): Promise<Json> =>
  expectData(await service.ask(`/v1/transactions/${transactionId}`, { as: OPERATOR }));
