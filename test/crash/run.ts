import { describeReport, type KillLoopReport, runKillLoop } from './kill-loop.ts';
import { runLongForm } from './long-form.ts';

function printProgress(report: KillLoopReport): void {
  if (report.kills % 10 === 0) process.stdout.write(`${describeReport(report)}\n`);
}

// The long form of the crash test: `npm run test:crash -- --kills 200 [--seed 1]`.
await runLongForm(200, async (form) => describeReport(await runKillLoop({ ...form, onKill: printProgress })));
