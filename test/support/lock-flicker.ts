import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Bounded in time: it never outlives a test by much. */
const PROGRAM = `
  const database = require('better-sqlite3')(process.argv[1], { timeout: 0 });
  const write = database.prepare("insert or replace into metadata values ('flicker', ?)");
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const endMs = Date.now() + 30_000;
  let times = 0;
  let isTold = false;
  process.stdin.resume().once('end', () => { isTold = true; });
  function take() {
    try {
      database.exec('begin immediate');
      times += 1;
      if (times % 3 === 0) write.run(times);
      Atomics.wait(sleeper, 0, 0, times % 6);
      database.exec('commit');
      process.stdout.write('.');
    } catch (error) {
      if (error.code !== 'SQLITE_BUSY') throw error;
    }
    if (!isTold && Date.now() < endMs) setTimeout(take, 1 + times % 3);
  }
  take();
`;

/** Another process that takes and frees the write lock of a database all the time. */
export interface LockFlicker extends AsyncDisposable {
  /** How often it has had the lock. */
  readonly turns: number;
  /** Resolves once it has ended. */
  stop(): Promise<void>;
}

/** Starts one. @returns it once it has had the lock. */
export async function startLockFlicker(databasePath: string): Promise<LockFlicker> {
  const child = spawn(process.execPath, ['-e', PROGRAM, databasePath], {
    cwd: REPOSITORY,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let turns = 0;
  child.stdout.on('data', (dots: Buffer) => {
    turns += dots.length;
  });
  const ended = once(child, 'close');
  const begun = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  if (!begun) throw new Error('the lock could not be taken');
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return {
    get turns() {
      return turns;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
