import {
  type CallOptions,
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  type TestService,
} from '../harness.ts';
import { expectData } from './responses.ts';

/** A deposit with the link of its payment page. */
export interface PayableDeposit {
  readonly transactionId: string;
  readonly token: string;
  /** Path of the payment page. */
  readonly path: string;
}

/** Creates a deposit over REST as a merchant. */
export async function createPayable(
  service: TestService,
  changes: Readonly<Record<string, string>> = {},
  as: Credentials = MERCHANT,
): Promise<PayableDeposit> {
  const { transactionId, url } = await post(service, DEPOSIT, { body: depositFields(changes), as });
  const path = new URL(url).pathname;
  return { transactionId, path, token: path.slice('/pay/'.length) };
}

/** Settles a deposit as an operator. */
export async function settle(
  service: TestService,
  { transactionId }: PayableDeposit,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  const body = { sequence: '1', ...fields };
  await post(service, `/v1/transactions/${transactionId}/settle`, { body, as: OPERATOR });
}

/** Rejects a deposit as an operator, with a reason that the payer must not see. */
export async function reject(service: TestService, { transactionId }: PayableDeposit): Promise<void> {
  const body = { sequence: '1', reason: 'words among operators' };
  await post(service, `/v1/transactions/${transactionId}/reject`, { body, as: OPERATOR });
}

/** Reverses a settled deposit as an operator, with a reason that the payer must not see. */
export async function reverse(service: TestService, { transactionId }: PayableDeposit): Promise<void> {
  const body = { sequence: '2', reason: 'words among operators' };
  await post(service, `/v1/transactions/${transactionId}/reverse`, { body, as: OPERATOR });
}

/** Cancels a deposit as its merchant. */
export async function cancel(
  service: TestService,
  { transactionId }: PayableDeposit,
  as: Credentials = MERCHANT,
): Promise<void> {
  await post(service, `/v1/transactions/${transactionId}/cancel`, { body: {}, as });
}

async function post(
  service: TestService,
  target: string,
  options: Pick<CallOptions, 'body' | 'as'>,
): Promise<Json> {
  const nowMs = service.dependencies.runtime.nowMs();
  return expectData(await call(service, target, { ...options, method: 'POST', sign: 'timed', nowMs }));
}

/** Makes a tRPC call in the same way as the payment page. */
export async function payerCall(
  { url }: { readonly url: string },
  procedure: string,
  { token, method = 'GET' }: { readonly token?: string; readonly method?: string } = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly json: Json }> {
  const response = await fetch(`${url}/trpc/${procedure}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

/** Requests the payment page, or posts one of its forms, without following redirects. */
export async function openPaymentPage(
  { url }: { readonly url: string },
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const response = await fetch(url + path, {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
