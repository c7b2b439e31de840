import type { Send, SessionPart } from './session.ts';

/** Beats between two readings. Clocks drift by less than a millisecond meanwhile. */
const BEATS_PER_READING = 10;
/** A reading that took longer says too little. */
const LONGEST_READING_MS = 250;

export interface ServerClock extends SessionPart {
  /** The time of the server, in epoch milliseconds; undefined until it was read. */
  nowMs(): number | undefined;
  read(send: Send): Promise<void>;
}

/**
 * The clock of the server, by which all processes of a database measure when something is due. Between two readings it
 * counts the time that passes here.
 */
export function createServerClock(monotonicMs: () => number = () => performance.now()): ServerClock {
  let startMs: number | undefined;
  let beats = 0;

  async function read(send: Send): Promise<void> {
    const sentAtMs = monotonicMs();
    const [row] = await send('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
    const receivedAtMs = monotonicMs();
    if (receivedAtMs - sentAtMs > LONGEST_READING_MS && startMs !== undefined) return;
    startMs = Number(row?.ms) - (sentAtMs + receivedAtMs) / 2;
  }

  return {
    nowMs: () => (startMs === undefined ? undefined : startMs + monotonicMs()),
    read,
    async onBeat(send) {
      beats += 1;
      if (beats % BEATS_PER_READING === 0) await read(send);
    },
  };
}
