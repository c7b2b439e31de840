import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The message that commits in the simple protocol: its type, its length and its text. */
const COMMIT = Buffer.from([0x51, 0, 0, 0, 11, ...Buffer.from('commit\0')]);

/** The message that begins, and one of the same length that the server refuses. The connection continues. */
const BEGIN = Buffer.from([0x51, 0, 0, 0, 10, ...Buffer.from('begin\0')]);
const REFUSED_BEGIN = Buffer.from([0x51, 0, 0, 0, 10, ...Buffer.from('nigeb\0')]);

/** The part of the response that confirms the commit. */
const COMMITTED = Buffer.from('COMMIT\0');

/** When the connection is cut: before the server gets the commit, or after its response, which then nobody receives. */
export type CutAt = 'before the commit' | 'after the commit';

interface CutOptions {
  /** How many commits pass before it; none by default. */
  readonly skipped?: number;
  /** Whether all other connections are cut too, and stay so until `refuse(false)`. */
  readonly andAllElse?: boolean;
}

/** A network between a service and PostgreSQL, which can be cut. */
export interface PostgresRelay extends AsyncDisposable {
  /** The URL of the same database through the relay. */
  readonly url: string;
  /** Cuts the connection of one of the next commits. */
  cutNextCommit(at: CutAt, options?: CutOptions): void;
  /** How many commits were cut. */
  readonly cutCommits: number;
  /** Closes every connection. */
  cutAll(): void;
  /** Refuses new connections, until it is called with false. */
  refuse(isRefusing: boolean): void;
  /** Forwards nothing and closes nothing, like a network that drops packets, until it is called with false. */
  hold(isHolding: boolean): void;
  /** Corrupts what the server sends, until it is called with false. TLS notices it. */
  damage(isDamaging: boolean): void;
  /**
   * Makes the server refuse to begin transactions, until it is called with false. Whatever is sent after the begin
   * arrives.
   */
  refuseBegins(isRefusing: boolean): void;
  /** Holds each connection as soon as its bytes contain a text. @returns the function that releases them. */
  holdAt(text: string): () => void;
  /** How many connections are held at a text. */
  readonly heldCount: number;
}

/** Forwards connections to the server of a URL, from a free port of the loopback interface. */
export async function startPostgresRelay(databaseUrl: string): Promise<PostgresRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let plan: { at: CutAt; skipped: number; andAllElse: boolean } | undefined;
  let cutCommits = 0;
  let isRefusing = false;
  let isHolding = false;
  let areBeginsRefused = false;
  let isDamaging = false;
  let heldText: string | undefined;
  let held: (() => void)[] = [];
  const keep = (socket: Socket) => {
    sockets.add(socket);
    if (isHolding) socket.pause();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (isRefusing) return void near.destroy();
    const far = keep(connect(Number(target.port), target.hostname));
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    let isCutAfter = false;
    near.on('data', (bytes) => {
      const beginAt = areBeginsRefused ? bytes.indexOf(BEGIN) : -1;
      if (beginAt >= 0) REFUSED_BEGIN.copy(bytes, beginAt);
      if (heldText !== undefined && bytes.includes(heldText)) {
        near.pause();
        held.push(() => {
          far.write(bytes);
          near.resume();
        });
        return;
      }
      if (plan && bytes.includes(COMMIT) && plan.skipped-- === 0) {
        const { at, andAllElse } = plan;
        plan = undefined;
        isRefusing = andAllElse;
        if (andAllElse) for (const socket of sockets) if (socket !== near && socket !== far) socket.destroy();
        cutCommits += 1;
        if (at === 'before the commit') return void near.destroy();
        isCutAfter = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isDamaging) bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 0xff, bytes.length - 1);
      // The responses of statements that were sent with the commit come first.
      if (isCutAfter && bytes.includes(COMMITTED)) near.destroy();
      else if (!isCutAfter) near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cutNextCommit(at, { skipped = 0, andAllElse = false } = {}) {
      plan = { at, skipped, andAllElse };
    },
    get cutCommits() {
      return cutCommits;
    },
    cutAll,
    holdAt(text) {
      heldText = text;
      return () => {
        heldText = undefined;
        for (const goOn of held) goOn();
        held = [];
      };
    },
    get heldCount() {
      return held.length;
    },
    refuse(next) {
      isRefusing = next;
    },
    damage(next) {
      isDamaging = next;
    },
    refuseBegins(next) {
      areBeginsRefused = next;
    },
    hold(next) {
      isHolding = next;
      for (const socket of sockets)
        if (next) socket.pause();
        else socket.resume();
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      cutAll();
      await closed;
    },
  };
}
