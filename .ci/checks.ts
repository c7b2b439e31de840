import { execFile } from 'node:child_process';

/** The checks that run no code of the service. None of them writes, so they run at the same time. */
const CHECKS = ['types', 'lint', 'imports', 'dead'];

/** Runs a script of the package. @returns whether it succeeded, and everything that it wrote. */
function run(script: string): Promise<{ readonly succeeded: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    execFile('npm', ['run', script], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ succeeded: error === null, output: stdout + stderr }),
    );
  });
}

// Prints the output of each check in one piece.
for (const running of CHECKS.map(run)) {
  const { succeeded, output } = await running;
  process.stdout.write(output);
  if (!succeeded) process.exitCode = 1;
}
