import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Bounded in time: it never outlives a test by much. */
const PROGRAM = `
  const database = require('better-sqlite3')(process.argv[1], { timeout: 0 });
  const write = database.prepare("insert or replace into service_info values ('flicker', ?)");
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
      if (times === 1) process.stdout.write('begun');
    } catch (error) {
      if (error.code !== 'SQLITE_BUSY') throw error;
    }
    if (isTold || Date.now() > endMs) process.stdout.write(' ' + times);
    else setTimeout(take, 1 + times % 3);
  }
  take();
`;

/** Another process that takes and frees the write lock of a database all the time. */
export interface LockFlicker extends AsyncDisposable {
  /** Has it end. @returns how often it had the lock. */
  stop(): Promise<number>;
}

/** Starts one. @returns it once it has had the lock. */
export async function startLockFlicker(databasePath: string): Promise<LockFlicker> {
  const child = spawn(process.execPath, ['-e', PROGRAM, databasePath], {
    cwd: REPOSITORY,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close');
  const begun = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  if (!begun) throw new Error('the lock could not be taken');
  const stop = async () => {
    child.stdin.end();
    await ended;
    return Number(output.split(' ')[1]);
  };
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
