import { createRequire } from 'node:module';
import { runProgram } from './program.ts';

const ended = new AbortController();
// A terminal that is closed sends SIGHUP.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => ended.abort());

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  signal: ended.signal,
  version: () => createRequire(import.meta.url)('bank-transfers-client/package.json').version,
});
// A stream that reconnects would keep the process.
process.exit();
