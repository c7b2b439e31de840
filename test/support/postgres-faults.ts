import type pg from 'pg';
import type { WrapClient } from '../../db/engines/postgres/dialect.ts';
import type { Fault } from './fault-cells.ts';
import type { FaultPlan, Faults } from './fault-plan.ts';

type Query = { readonly text: string };

/** Raises faults where a command sends its statements to PostgreSQL. */
export function preparePostgresFaults(): Faults {
  let plan: (FaultPlan & { times: number }) | undefined;
  let raised = 0;
  let mostStatements = 0;

  const wrapClient: WrapClient = (client) => {
    let statement = -1;
    let raising: Promise<unknown> | undefined;
    const send = (query: Query) => (client.query as (query: Query) => Promise<pg.QueryResult>)(query);
    async function query(config: Query): Promise<pg.QueryResult> {
      if (config.text === 'rollback') return send(config);
      if (config.text.startsWith('begin')) raising = undefined;
      // A server reports the first failure first. Statements that were sent together with it fail after it here, too.
      if (raising) await raising.catch(() => new Promise(setImmediate));
      statement = config.text.startsWith('begin') ? 0 : statement + 1;
      mostStatements = Math.max(mostStatements, statement);
      const isPlanned = plan?.at === 'commit' ? config.text === 'commit' : plan?.at === statement;
      if (!plan || !isPlanned || plan.times <= 0) return send(config);
      plan.times -= 1;
      raised += 1;
      const result = raise(plan.fault, client, () => send(config));
      raising = result;
      return result;
    }
    return { query: query as typeof client.query, release: (error) => client.release(error) };
  };

  return {
    engine: { wrapClient },
    plan({ fault, at, times = 1 }) {
      plan = { fault, at, times };
      raised = 0;
    },
    clear() {
      plan = undefined;
      return raised;
    },
    countStatements() {
      const most = mostStatements;
      mostStatements = 0;
      return most + 1;
    },
    failRollbacks: unused,
    hold: unused,
    limitPages: unused,
  };
}

function unused(): never {
  throw new Error('only SQLite has this fault');
}

async function raise<T>(fault: Fault, client: pg.PoolClient, send: () => Promise<T>): Promise<T> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  if (fault === 'lost') {
    stream.destroy();
    return send();
  }
  if (fault === 'lost after') {
    await send();
    stream.destroy();
    throw new Error('Connection terminated unexpectedly');
  }
  // The server refuses every further statement of the transaction.
  await (client.query as (text: string) => Promise<unknown>)('select 1 / 0').catch(() => {});
  throw Object.assign(new Error(`a fault of the test: ${fault}`), { code: fault });
}
