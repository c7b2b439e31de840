import { CompiledQuery } from 'kysely';
import type { Database } from '../../tables.ts';
import type { Row, Send } from './session.ts';

/** Sends statements over a pool, or in a transaction. */
export const sendIn =
  (db: Database): Send =>
  async (text, values = []) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
