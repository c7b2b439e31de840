/** The benchmark: `npm run bench`, or `npm run bench -- --quick` to see that it works. Linux only: it reads /proc. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeMachine } from './machine.ts';
import { measure } from './measure.ts';
import { type Options, readOptions } from './plan.ts';
import { prefill } from './prefill.ts';
import { printSummary, writeSummary } from './report.ts';
import type { Measurement, RowDefinition } from './row.ts';
import { ROWS } from './rows.ts';
import { judge, summarizeRow } from './summary.ts';

const OUTPUT = join(import.meta.dirname, 'output');

/** Inside the checkout and not in the system's folder for temporary files, which may lie in memory. */
function makeFolder(): string {
  mkdirSync(OUTPUT, { recursive: true });
  const folder = mkdtempSync(join(OUTPUT, 'run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Measures every row once a round, so that what else the machine does meets all of them alike. */
async function runRounds(rows: readonly RowDefinition[], folder: string, { plan }: Options) {
  const measured = new Map(rows.map((row) => [row, [] as Measurement[]]));
  for (let round = 1; round <= plan.rounds; round += 1) {
    const soFar = new Map<string, Measurement>();
    for (const [row, measurements] of measured) {
      const rowFolder = join(folder, row.history ?? row.key);
      const measurement = await measure(row, rowFolder, plan, soFar);
      measurements.push(measurement);
      soFar.set(row.key, measurement);
      console.error(
        `round ${round}/${plan.rounds} (${row.key}) ${row.title}: ` +
          `${Math.round(measurement.requestsPerSecond)} requests/s, p99 ${measurement.p99Ms.toFixed(1)} ms`,
      );
      // A history goes on to the next row and round; every other row starts with an empty database.
      if (!row.history) rmSync(rowFolder, { recursive: true, force: true });
    }
  }
  return measured;
}

function chooseRows(only: readonly string[] | undefined): readonly RowDefinition[] {
  const keys = ROWS.map((row) => row.key);
  if (only?.some((key) => !keys.includes(key))) throw new Error(`--only takes some of ${keys}`);
  return ROWS.filter((row) => only?.includes(row.key) ?? !row.extra);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const { plan, only } = options;
  const rows = chooseRows(only);
  const startedAt = new Date().toISOString();
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const folder = makeFolder();
  const machine = describeMachine(folder);
  for (const history of new Set(rows.flatMap((row) => row.history ?? []))) {
    console.error(`storing ${plan.historyRows[history]} rows of ${history} history`);
    await prefill(join(folder, history), plan.historyRows[history]);
  }
  const measured = await runRounds(rows, folder, options);
  const summaries = [...measured].map(([row, rounds]) => summarizeRow(row, rounds));
  const rounds = Object.fromEntries([...measured].map(([row, each]) => [row.key, each]));
  const summary = {
    startedAt,
    machine,
    plan,
    rows: summaries,
    targets: plan.judged ? judge(summaries) : [],
    rounds,
  };
  console.log(`\n${printSummary(summary)}\n\n${writeSummary(OUTPUT, summary)}`);
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(`The benchmark is not valid: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  },
);
