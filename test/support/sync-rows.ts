import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { isPostgresUrl } from './rows-of.ts';

/** A statement for looking at rows: `pluck` makes it return the first column. */
export interface RowStatement {
  pluck(): RowStatement;
  bind(...values: readonly unknown[]): RowStatement;
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  run(...values: readonly unknown[]): void;
}

/** A connection next to the service that answers synchronously, so that checks can be in the middle of a scenario. */
export interface SyncRows {
  /** @param sql has question marks for values. */
  prepare(sql: string): RowStatement;
  exec(sql: string): void;
  close(): void;
}

export function openSyncRows(databaseUrl: string): SyncRows {
  if (isPostgresUrl(databaseUrl)) return openPostgresRows(databaseUrl);
  const database = new Sqlite(databaseUrl);
  database.pragma('synchronous = off');
  return database as unknown as SyncRows;
}

/** Booleans are numbers, as on SQLite. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const pg = require('pg');
  for (const oid of [20, 1700]) pg.types.setTypeParser(oid, Number);
  pg.types.setTypeParser(16, (text) => (text === 't' ? 1 : 0));
  const client = new pg.Client({ connectionString: workerData.url });
  client.on('error', () => {});
  const connected = client.connect();
  workerData.port.on('message', async ({ text, values }) => {
    let reply;
    try {
      await connected;
      const { rows } = values.length > 0 ? await client.query(text, values) : await client.query(text);
      reply = { rows: rows ?? [] };
    } catch (error) {
      reply = { message: text + ': ' + error.message };
    }
    workerData.port.postMessage(reply);
    Atomics.add(workerData.replies, 0, 1);
    Atomics.notify(workerData.replies, 0);
  });`;

interface Answer {
  readonly rows?: readonly Record<string, unknown>[];
  readonly message?: string;
}

function openPostgresRows(url: string): SyncRows {
  const { port1, port2 } = new MessageChannel();
  const replies = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { url, port: port2, replies },
    transferList: [port2],
  });
  thread.unref();
  const ask = (text: string, values: readonly unknown[]): readonly Record<string, unknown>[] => {
    port1.postMessage({ text, values });
    const { rows, message } = receive(port1, replies);
    if (!rows) throw new Error(message);
    return rows;
  };
  return {
    prepare: (sql) => statementOf(ask, sql),
    exec: (sql) => void ask(sql, []),
    close() {
      port1.close();
      void thread.terminate();
    },
  };
}

const TIMEOUT_MS = 120_000;

/** Waits for the next response, and blocks the thread until then. */
function receive(port: MessagePort, replies: Int32Array): Answer {
  const endsAtMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const seen = Atomics.load(replies, 0);
    const received = receiveMessageOnPort(port);
    if (received) return received.message as Answer;
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) return { message: 'the database does not answer' };
    Atomics.wait(replies, 0, seen, leftMs);
  }
}

type Ask = (text: string, values: readonly unknown[]) => readonly Record<string, unknown>[];

function statementOf(ask: Ask, sql: string): RowStatement {
  let index = 0;
  const text = sql.replace(/\?/g, () => {
    index += 1;
    return `$${index}`;
  });
  let isPlucked = false;
  let bound: readonly unknown[] | undefined;
  const all = (...values: readonly unknown[]) => {
    const rows = ask(text, bound ?? values);
    return isPlucked ? rows.map((row) => Object.values(row)[0]) : [...rows];
  };
  const statement: RowStatement = {
    pluck() {
      isPlucked = true;
      return statement;
    },
    bind(...values) {
      bound = values;
      return statement;
    },
    get: (...values) => all(...values)[0],
    all,
    run: (...values) => void all(...values),
  };
  return statement;
}
