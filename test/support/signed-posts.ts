import { sql } from 'kysely';
import { ADMIN, type ApiResponse, type Credentials, hmac, type Json } from '../harness.ts';
import { rawCall } from './raw-http.ts';
import { withDatabase } from './rows-of.ts';

export interface SignedPost {
  readonly target: string;
  readonly body: string;
  readonly as: Credentials;
}

/** Signs a POST once. @returns a function that sends the same bytes each time. */
export function signOnce({ target, body, as }: SignedPost, nowMs: number, nonce?: string) {
  const seconds = Math.floor(nowMs / 1000);
  const [time, start] =
    nonce === undefined ? [`t=${seconds}`, seconds] : [`t=${seconds},n=${nonce}`, `${seconds}.${nonce}`];
  const sign = `${time},v1=${hmac(as.secret, `${start}.POST.${target}.${body}`)}`;
  const headers = { appKey: as.appKey, sign, 'content-type': 'application/json' };
  return (service: { url: string }): Promise<ApiResponse> =>
    rawCall(service, { method: 'POST', target, headers, body });
}

export function graphqlPost(query: string, variables: object = {}, as: Credentials = ADMIN): SignedPost {
  return { target: '/graphql', body: JSON.stringify({ query, variables }), as };
}

/** Creates another admin on each run, so it is not idempotent. */
export const NEW_ADMIN = graphqlPost(
  'mutation { createClient(input: { name: "New", role: admin }) { client { appKey } secret } }',
);

/** Asserts that the only field of a GraphQL request was refused. @returns its error. */
export function refusalOf({ json, text }: ApiResponse): Json {
  if (json.errors?.length !== 1) throw new Error(`not refused: ${text}`);
  return json.errors[0].extensions.error;
}

/** Counts the rows of a table. */
export async function countRows({ databasePath }: { databasePath: string }, table: string): Promise<number> {
  const counted = sql<{ readonly count: number }>`select count(*) as count from ${sql.table(table)}`;
  const { rows } = await withDatabase(databasePath, (db) => counted.execute(db));
  return Number(rows[0]?.count);
}
