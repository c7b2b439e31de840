import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ENGINE_SETTINGS } from './test-database.ts';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

/** Starts `listen` for a client of a running service in its own process, until the end of the block. */
export async function startListener(
  { databasePath, url }: { readonly databasePath: string; readonly url: string },
  words: readonly string[],
) {
  const child = spawn(process.execPath, [CLI, 'listen', ...words, '--url', url], {
    env: { PATH: process.env.PATH, DATABASE_URL: databasePath, ...ENGINE_SETTINGS },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const untilPrinted = async (pattern: RegExp) => {
    while (!pattern.test(output)) await once(child.stdout, 'data');
    return output;
  };
  await untilPrinted(/Ctrl-C ends it/);
  return {
    untilPrinted,
    async end(signal: NodeJS.Signals = 'SIGINT') {
      child.kill(signal);
      const [code] = await once(child, 'close');
      return { code, output };
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}
