import type pg from 'pg';
import type { WrapClient } from '../../db/engines/postgres/dialect.ts';

type Query = { readonly text: string };
type Send = (query: Query) => Promise<pg.QueryResult>;

/** Observes the statements of commands on their way to PostgreSQL. */
export interface StatementWatch {
  readonly engine: { readonly wrapClient: WrapClient };
  /** Runs work once, after the response to the next matching statement and before the command continues. */
  onceAfter(pattern: RegExp, work: () => Promise<unknown>): void;
}

export function watchStatements(): StatementWatch {
  let planned: { readonly pattern: RegExp; readonly work: () => Promise<unknown> } | undefined;

  const wrapClient: WrapClient = (client) => {
    const send = client.query.bind(client) as unknown as Send;
    async function query(config: Query): Promise<pg.QueryResult> {
      const result = await send(config);
      if (planned?.pattern.test(config.text)) {
        const { work } = planned;
        planned = undefined;
        await work();
      }
      return result;
    }
    return { query: query as typeof client.query, release: (error) => client.release(error) };
  };

  return {
    engine: { wrapClient },
    onceAfter(pattern, work) {
      planned = { pattern, work };
    },
  };
}
