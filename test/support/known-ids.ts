import { EXAMPLE_IDS, exampleOf } from '../../src/operations/examples.ts';
import type { Json } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { withDatabase } from './rows-of.ts';

type Ids = Record<keyof typeof EXAMPLE_IDS, string>;

/** An id of each kind that a database has: those that the examples stand for. */
export function readIds(databasePath: string): Promise<Ids> {
  return withDatabase(databasePath, async (db) => {
    const idOf = async (table: 'transactions' | 'statement_files' | 'statements' | 'statement_lines') =>
      (await db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id;
    const event = await db.selectFrom('events').select('id').orderBy('position').executeTakeFirstOrThrow();
    const batch = await db
      .selectFrom('payout_batches')
      .innerJoin('payout_files', 'payout_files.batch_id', 'payout_batches.id')
      .select(['payout_batches.id', 'payout_batches.content_hash', 'payout_batches.account_id'])
      .orderBy('payout_batches.number')
      .executeTakeFirstOrThrow();
    const lineId = await idOf('statement_lines');
    return {
      transactionId: await idOf('transactions'),
      eventId: event.id,
      fileId: await idOf('statement_files'),
      statementId: await idOf('statements'),
      lineId,
      otherLineId: lineId,
      payoutId: batch.id,
      contentHash: batch.content_hash,
      accountId: batch.account_id,
    };
  });
}

/** The example of an operation with ids that are known. */
export function exampleWith(ids: Ids, operation: Parameters<typeof exampleOf>[0]): Input {
  const names = Object.keys(EXAMPLE_IDS) as (keyof Ids)[];
  const text = names.reduce(
    (json, name) => json.replaceAll(EXAMPLE_IDS[name], ids[name]),
    JSON.stringify(exampleOf(operation)),
  );
  return JSON.parse(text) as Json;
}
