import { type Credentials, call, MERCHANT, OPERATOR, type TestService } from '../harness.ts';
import { createPayable, type PayableDeposit, payerCall, reject, settle } from './payments.ts';
import { expectData } from './responses.ts';

/** A deposit for each possible end, with its name in the console. */
export interface Outcomes {
  readonly successful: PayableDeposit;
  readonly expired: PayableDeposit;
  readonly cancelled: PayableDeposit;
  readonly rejected: PayableDeposit;
  readonly reversed: PayableDeposit;
  /** Expired although its payer said that the money was sent. */
  readonly late: PayableDeposit;
  /** Expired, then paid. */
  readonly paidLate: PayableDeposit;
  readonly pending: PayableDeposit;
}

/** Ends a deposit as its time would. */
async function expire({ dependencies }: TestService, { transactionId }: PayableDeposit): Promise<void> {
  const steadyNowMs = dependencies.runtime.steadyNowMs() + 365 * 86_400_000;
  const outcome = await dependencies.transactions.transition({
    transactionId,
    command: { kind: 'expire', steadyNowMs },
    actor: { kind: 'service', clientId: null },
  });
  if (outcome.kind !== 'stored') throw new Error(`the deposit did not expire: ${outcome.kind}`);
}

/** Creates a deposit for each possible end. */
export async function createOutcomes(service: TestService, as: Credentials = MERCHANT): Promise<Outcomes> {
  const make = (name: string) => createPayable(service, { name }, as);
  const successful = await make('Ada Successful');
  await settle(service, successful);
  const expired = await make('Ada Expired');
  await expire(service, expired);
  const cancelled = await make('Ada Cancelled');
  await payerCall(service, 'payments.cancel', { token: cancelled.token, method: 'POST' });
  const rejected = await make('Ada Rejected');
  await reject(service, rejected);
  const reversed = await make('Ada Reversed');
  await settle(service, reversed);
  await change(service, reversed, 'reverse');
  const late = await make('Ada Late');
  await payerCall(service, 'payments.markSent', { token: late.token, method: 'POST' });
  await expire(service, late);
  const paidLate = await make('Ada Paid Late');
  await expire(service, paidLate);
  await change(service, paidLate, 'correct');
  const pending = await make('Ada Pending');
  return { successful, expired, cancelled, rejected, reversed, late, paidLate, pending };
}

async function change(
  service: TestService,
  { transactionId }: PayableDeposit,
  verb: 'reverse' | 'correct',
): Promise<void> {
  const body = { sequence: '2', reason: 'as the bank says' };
  const target = `/v1/transactions/${transactionId}/${verb}`;
  const nowMs = service.dependencies.runtime.nowMs();
  expectData(await call(service, target, { method: 'POST', body, as: OPERATOR, sign: 'timed', nowMs }));
}
