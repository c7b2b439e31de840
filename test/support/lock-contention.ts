import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Ends after 30 seconds at the latest. */
const PROGRAM = `
  const database = require('better-sqlite3')(process.argv[1], { timeout: 0 });
  const write = database.prepare("insert or replace into metadata values ('flicker', ?)");
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const endMs = Date.now() + 30_000;
  let times = 0;
  let isEnding = false;
  process.stdin.resume().once('end', () => { isEnding = true; });
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
    if (!isEnding && Date.now() < endMs) setTimeout(take, 1 + times % 3);
  }
  take();
`;

/** Another process that takes and releases the write lock of a database all the time. */
interface LockContention extends AsyncDisposable {
  /** The number of times it has taken the lock. */
  readonly turns: number;
  /** Ends the process. */
  stop(): Promise<void>;
}

/** Starts the process. Resolves once it has taken the lock. */
export async function startLockContention(databasePath: string): Promise<LockContention> {
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
