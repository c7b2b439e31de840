import { temporaryFolder } from '../harness.ts';
import type { TestClient } from './entities.ts';
import {
  DAY_MS,
  HOUR_MS,
  type ManualClockService,
  startManualClockService,
  updateClient,
} from './manual-clock-service.ts';
import { type Receiver, startReceiver, status } from './receiver.ts';

/** The transactions of a history, by their outcome. */
export interface History {
  readonly merchantId: string;
  readonly pendingDeposit: string;
  readonly settled: string;
  readonly rejected: string;
  readonly corrected: string;
  /** Settled and reversed; the first callback was given up. */
  readonly givenUp: string;
  /** Settled and reversed; both callbacks are pending, the second waits for the first. */
  readonly waiting: string;
  /** Planned to be settled. */
  readonly planned: string;
}

interface Participants {
  readonly service: ManualClockService;
  readonly merchant: TestClient;
  readonly receiver: Receiver;
}

/** Creates transactions in every state, with callbacks in every state. The worker runs only on request. */
async function createHistory({ service, merchant, receiver }: Participants): Promise<History> {
  const transition = (verb: Parameters<typeof service.transition>[0], id: string, sequence: number) =>
    service.transition(verb, id, { fields: { sequence: String(sequence), reason: 'Ada Lovelace said so' } });
  const deposit = async () => (await service.deposit(merchant)).transactionId as string;
  const withdraw = async () => (await service.withdraw(merchant)).transactionId as string;

  const settled = await deposit();
  await service.transition('settle', settled, { fields: { sequence: '1', finalAmount: '499.5' } });
  service.clock.advance(HOUR_MS);
  const rejected = await withdraw();
  await transition('reject', rejected, 1);
  const cancelled = await deposit();
  await service.transition('cancel', cancelled, { as: merchant });
  const corrected = await withdraw();
  await transition('settle', corrected, 1);
  await transition('reverse', corrected, 2);
  await transition('correct', corrected, 3);
  await service.callbackWorker.idle();

  receiver.respondWith(status(410));
  const givenUp = await withdraw();
  await transition('settle', givenUp, 1);
  await service.callbackWorker.idle();
  receiver.respondWith(status(204));
  await transition('reverse', givenUp, 2);
  await service.callbackWorker.idle();
  await service.ask(`/v1/events/${(await service.events(settled))[0]?.event.id}/redeliver`, { body: {} });
  await service.callbackWorker.idle();

  await updateClient(service, { appKey: merchant.appKey, callbackUrl: null });
  await transition('reject', await withdraw(), 1);
  await updateClient(service, { appKey: merchant.appKey, callbackUrl: receiver.url });
  const expired = await deposit();
  service.clock.advance(DAY_MS);
  await service.dependencies.transactions.transition({
    transactionId: expired,
    command: { kind: 'expire', steadyNowMs: service.dependencies.runtime.steadyNowMs() },
    actor: { kind: 'service', clientId: null },
  });
  await service.callbackWorker.idle();
  receiver.respondWith(status(500));
  const waiting = await withdraw();
  await transition('settle', waiting, 1);
  await service.callbackWorker.idle();
  await transition('reverse', waiting, 2);
  const planned = await withdraw();
  await service.transition('settle', planned, { fields: { sequence: '1', holdSeconds: '30' } });
  const pendingDeposit = await deposit();
  const ended = { settled, rejected, corrected, givenUp, waiting, planned };
  return { merchantId: merchant.id, pendingDeposit, ...ended };
}

/** Makes a database with such a history, for copies. */
export async function createHistoryDatabase(): Promise<
  { databasePath: string; folder: string; history: History } & Disposable
> {
  const folder = temporaryFolder();
  await using receiver = await startReceiver();
  await using service = await startManualClockService({
    folder: folder.path,
    platform: { schedule: () => () => {} },
  });
  const merchant = await service.merchantOf(receiver);
  const history = await createHistory({ service, merchant, receiver });
  const { databasePath } = service;
  return { databasePath, folder: folder.path, history, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
