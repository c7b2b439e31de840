import { explain, runCommandLine } from './run.ts';

/**
 * Runs the command of this process, and sets its exit code.
 * @param serve starts the service.
 */
export async function main(serve: () => Promise<unknown>): Promise<void> {
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
    serve,
    isTerminal: stderr.isTTY === true,
  });
}
