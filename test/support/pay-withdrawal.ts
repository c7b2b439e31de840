import { call, type Json, OPERATOR, type TestService } from '../harness.ts';
import { paymentOf } from './manual-clock-service.ts';
import { expectData } from './responses.ts';

/** Claims a pending withdrawal and settles it as paid from the first account. @returns the settled withdrawal. */
export async function payWithdrawal(
  service: TestService,
  transactionId: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const send = (verb: string, body: Readonly<Record<string, string>>) =>
    call(service, `/v1/transactions/${transactionId}/${verb}`, { as: OPERATOR, sign: 'timed', body });
  expectData(await send('claim', {}));
  const payment = { sequence: '1', ...(await paymentOf(service)) };
  return expectData(await send('settle', { ...payment, ...fields }));
}
