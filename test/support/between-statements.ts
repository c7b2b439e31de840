import type pg from 'pg';
import type { WrapClient } from '../../db/engines/postgres/dialect.ts';

type Query = { readonly text: string };
type Send = (query: Query) => Promise<pg.QueryResult>;

/** Looks at the statements of commands on their way to PostgreSQL. */
export interface StatementWatch {
  readonly engine: { readonly wrapClient: WrapClient };
  /** Does something once, between the answer to the next statement that matches and the command. */
  onceAfter(pattern: RegExp, work: () => Promise<unknown>): void;
  /** Counts the round trips of the commands that run meanwhile, one at a time. */
  countTrips(work: () => Promise<unknown>): Promise<number>;
}

export function watchStatements(): StatementWatch {
  let planned: { readonly pattern: RegExp; readonly work: () => Promise<unknown> } | undefined;
  let trips = 0;

  const wrapClient: WrapClient = (client) => {
    const send = client.query.bind(client) as unknown as Send;
    let underWay = 0;
    async function query(config: Query): Promise<pg.QueryResult> {
      if (underWay === 0) trips += 1;
      underWay += 1;
      const result = await send(config).finally(() => {
        underWay -= 1;
      });
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
    async countTrips(work) {
      const before = trips;
      await work();
      return trips - before;
    },
  };
}
