import { describeCallbackLoop, runCallbackLoop } from './callback-loop.ts';
import { runLongForm } from './long-form.ts';

function printProgress(kills: number): void {
  if (kills % 10 === 0) process.stdout.write(`${kills} kills\n`);
}

// The long form of the crash test of callbacks: `npm run test:crash:callbacks -- --kills 60 [--seed 1]`.
await runLongForm(60, async (form) =>
  describeCallbackLoop(await runCallbackLoop({ ...form, onKill: printProgress })),
);
