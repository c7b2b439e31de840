import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openConnection } from './connections.ts';
import { readLocation } from './location.ts';

const BEAT_MS = 1_000;
/** A connection that does not answer for this long is considered lost, and another one is opened. */
const ANSWER_LIMIT_MS = 3_000;
/** Time that a close waits until the server has ended the session, and with it the locks. */
const CLOSE_LIMIT_MS = 1_000;
const RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

/**
 * The server ends the session of an unreachable machine within 20 seconds, and that of a suspended process within ten.
 * It then releases their locks, so that another process can run the jobs.
 */
const SETTINGS = `
  set idle_session_timeout = '10s';
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set synchronous_commit = off`;

export type Send = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
export type Row = Readonly<Record<string, unknown>>;

/** A user of the session. */
export interface SessionPart {
  readonly channel?: string;
  onNotification?(payload: string): void;
  /** Called when the session has begun: it listens, and holds no lock yet. */
  onConnect?(send: Send): Promise<void>;
  /** Called at each answer after the session has begun, with the time of the request by the monotonic clock. */
  onAnswer?(askedAtMs: number): void;
  /** Called about once a second while the session lasts. */
  onBeat?(send: Send): Promise<void>;
  /** Called when the session has ended: messages may be lost, and its locks are released. */
  onLost?(): void;
}

export interface Session {
  close(): Promise<void>;
}

/**
 * Keeps one connection outside the pool for what belongs to a session: it listens, notifies, holds locks and reads the
 * clock of the server. A lost connection is replaced until the session is closed.
 */
export function keepSession(url: string, parts: readonly SessionPart[]): Session {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let failures = 0;
  const needsWrites = readLocation(url).needed === 'read-write';

  async function lose(lost: pg.Client): Promise<void> {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    for (const part of parts) part.onLost?.();
    retry();
    await end(lost);
  }

  function retry(): void {
    if (isClosed) return;
    timer = setTimeout(() => void connect(), Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS));
    failures += 1;
  }

  async function connect(): Promise<void> {
    let next: pg.Client;
    try {
      next = await openConnection({
        url,
        applicationName: 'bank-transfers session',
        statementTimeoutMs: ANSWER_LIMIT_MS,
      });
    } catch {
      retry();
      return;
    }
    if (isClosed) return end(next);
    client = next;
    next.on('error', () => void lose(next));
    next.on('end', () => void lose(next));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const part of parts) if (part.channel === channel) part.onNotification?.(payload);
    });
    let hasBegun = false;
    const send: Send = async (text, values = []) => {
      const askedAtMs = performance.now();
      const { rows } = await next.query<Row>(text, [...values]);
      if (hasBegun && client === next) for (const part of parts) part.onAnswer?.(askedAtMs);
      return rows;
    };
    try {
      await next.query(SETTINGS);
      for (const { channel } of parts) if (channel) await next.query(`listen ${channel}`);
      for (const part of parts) await part.onConnect?.(send);
      hasBegun = true;
      failures = 0;
      await beat(next, send);
    } catch {
      void lose(next);
    }
  }

  async function beat(current: pg.Client, send: Send): Promise<void> {
    try {
      // If the server became read-only, the commands of all processes have moved to another one.
      if (needsWrites && (await isReadOnly(send))) throw new Error('the server takes no writes');
      for (const part of parts) await part.onBeat?.(send);
    } catch {
      void lose(current);
    }
    if (client === current) timer = setTimeout(() => void beat(current, send), BEAT_MS);
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const last = client;
      if (last) await Promise.race([lose(last), sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    },
  };
}

async function isReadOnly(send: Send): Promise<boolean> {
  const [row] = await send(`select current_setting('default_transaction_read_only') as value`);
  return row?.value === 'on';
}

async function end(client: pg.Client): Promise<void> {
  client.removeAllListeners();
  // Without a listener a late error would end the process.
  client.on('error', () => {});
  await client.end().catch(() => {});
}
