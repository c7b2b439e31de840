export { TRPCClientError } from '@trpc/client';
export type { AppRouter, RouterInputs, RouterOutputs } from '../surfaces/trpc/types.ts';
export {
  type Callback,
  CallbackError,
  type CallbackHeaders,
  type DepositCallback,
  type VerifyOptions,
  verifyCallback,
  type WithdrawalCallback,
} from './callback.ts';
export {
  type CallbackOutcome,
  type CallbackReceiver,
  type CallbackReceiverOptions,
  createCallbackReceiver,
  type MemoryOptions,
  rememberInMemory,
  type SeenEvents,
  type SeenState,
} from './callback-receiver.ts';
export { type Failure, failureOf } from './failure.ts';
export {
  type GraphqlClient,
  type GraphqlError,
  GraphqlRequestError,
  type TypedDocument,
  type WithoutErrors,
} from './graphql-client.ts';
export { createSignedFetch, type SignedFetch } from './request-fetch.ts';
export type { ClientOptions, RequestPolicy, RetryOptions, Timers } from './retrying-fetch.ts';
export { createGraphqlClient } from './retrying-graphql-client.ts';
export { importSecret, type Secret, type SigningKey } from './secret.ts';
export {
  type DigestSign,
  digestSign,
  plainSign,
  type SignableRequest,
  type SignOptions,
  timedSign,
} from './sign.ts';
export type {
  Fetch,
  ServiceOptions,
  SignedFetchOptions,
  SignedRequestInit,
} from './signed-fetch.ts';
export { type Client, createClient } from './trpc-client.ts';
