export { TRPCClientError } from '@trpc/client';
export {
  type Callback,
  CallbackError,
  type CallbackHeaders,
  type DepositCallback,
  type VerifyOptions,
  verifyCallback,
  type WithdrawalCallback,
} from './callback.ts';
export { type Failure, failureOf } from './failure.ts';
export {
  createGraphqlClient,
  type GraphqlClient,
  type GraphqlError,
  GraphqlRequestError,
  type TypedDocument,
} from './graphql-client.ts';
export { importSecret, type Secret, type SigningKey } from './secret.ts';
export { plainSign, type SignableRequest, timedSign } from './sign.ts';
export {
  type ClientOptions,
  createSignedFetch,
  type Fetch,
  type SignedFetchOptions,
  type SignedRequestInit,
} from './signed-fetch.ts';
export { type Client, createClient } from './trpc-client.ts';
