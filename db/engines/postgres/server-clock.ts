import type { Send, SessionPart } from './session.ts';

/** A reading that took longer is too inexact, unless there is no better one. */
const MAX_READING_MS = 250;
/** The most by which the wall clock of a running machine gets ahead of the time that the process counts. */
const MAX_JUMP_MS = 2_000;

export interface ServerClock extends SessionPart {
  /** The time of the server, in epoch milliseconds; undefined until it was read. */
  nowMs(): number | undefined;
  /** False after this machine was suspended, until the clock of the server is read again. */
  isSure(): boolean;
  read(send: Send): Promise<void>;
}

interface MachineClocks {
  /** The wall clock. It continues while the machine is suspended. */
  readonly nowMs: () => number;
  /** A clock that stops while the machine is suspended. */
  readonly monotonicMs: () => number;
}

const MACHINE: MachineClocks = { nowMs: Date.now, monotonicMs: () => performance.now() };

/**
 * The clock of the server, by which all processes of a database decide when something is due. Each beat of the session
 * reads it; between two readings the process counts the time that passes.
 */
export function createServerClock({ nowMs, monotonicMs }: MachineClocks = MACHINE): ServerClock {
  let startMs: number | undefined;
  let wallStartMs = 0;

  function hasJumped(): boolean {
    return Math.abs(nowMs() - monotonicMs() - wallStartMs) > MAX_JUMP_MS;
  }

  async function take(send: Send, isAccepted: (tookMs: number) => boolean): Promise<void> {
    const sentAtMs = monotonicMs();
    // Measured before the request, not at the reply: the machine may be suspended after the server has read its clock.
    const sentWallStartMs = nowMs() - sentAtMs;
    const [row] = await send('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
    const receivedAtMs = monotonicMs();
    if (!isAccepted(receivedAtMs - sentAtMs)) return;
    startMs = Number(row?.ms) - (sentAtMs + receivedAtMs) / 2;
    wallStartMs = sentWallStartMs;
  }

  const read = (send: Send): Promise<void> =>
    take(send, (tookMs) => tookMs <= MAX_READING_MS || startMs === undefined || hasJumped());

  return {
    nowMs: () => (startMs === undefined ? undefined : startMs + monotonicMs()),
    isSure: () => startMs === undefined || !hasJumped(),
    read,
    // It may be another server now, with another clock.
    onConnect: (send) => take(send, () => true),
    onBeat: read,
  };
}
