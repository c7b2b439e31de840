#!/usr/bin/env -S node --max-semi-space-size=32
import { explain } from './service/command-line/explain.ts';
import { runCommandLine } from './service/command-line/run.ts';

const { stdout, stderr } = process;

// A reader such as `head -1` may close the pipe early, which is no failure.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  stderr.write(explain(error));
  process.exitCode = 1;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => void stdout.write(text),
  stderr: (text) => void stderr.write(text),
  serve: () => import('./main.ts'),
  isTerminal: stderr.isTTY === true,
});
