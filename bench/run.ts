/** The benchmark: `npm run bench`, or `npm run bench -- --quick` to see that it works. Linux only: it reads /proc. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prefillHistory } from './history.ts';
import { describeMachine } from './machine.ts';
import { measure } from './measure.ts';
import { FULL_PLAN, type Measurement, type Plan, QUICK_PLAN, type RowDefinition } from './plan.ts';
import { printSummary, summarize, writeSummary } from './report.ts';
import { ROWS } from './rows.ts';

const OUTPUT = join(import.meta.dirname, 'output');

/** @throws TypeError for an unknown argument; Error for an unknown row. */
function readOptions(args: string[]): { readonly plan: Plan; readonly rows: readonly RowDefinition[] } {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const only = values.only?.split(',');
  const keys = ROWS.map((row) => row.key);
  if (only?.some((key) => !keys.includes(key))) throw new Error(`--only takes some of ${keys}`);
  return {
    plan: values.quick ? QUICK_PLAN : FULL_PLAN,
    rows: ROWS.filter((row) => only?.includes(row.key) ?? !row.extra),
  };
}

/** Makes a folder in the checkout, because the system's folder for temporary files may be in memory. */
function makeFolder(): string {
  mkdirSync(OUTPUT, { recursive: true });
  const folder = mkdtempSync(join(OUTPUT, 'run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Measures every row once per round, so that other load on the machine affects all rows alike. */
async function runRounds(rows: readonly RowDefinition[], folder: string, plan: Plan) {
  const measured = new Map(rows.map((row) => [row, [] as Measurement[]]));
  for (let round = 1; round <= plan.rounds; round += 1) {
    const soFar = new Map<string, Measurement>();
    for (const [row, measurements] of measured) {
      const rowFolder = join(folder, row.history ?? row.key);
      const measurement = await measure(row, rowFolder, { plan, soFar });
      measurements.push(measurement);
      soFar.set(row.key, measurement);
      console.error(
        `round ${round}/${plan.rounds} (${row.key}) ${row.title}: ` +
          `${Math.round(measurement.requestsPerSecond)} requests/s, p99 ${measurement.p99Ms.toFixed(1)} ms`,
      );
      // The next rows and rounds use the same history; every other row starts with an empty database.
      if (!row.history) rmSync(rowFolder, { recursive: true, force: true });
    }
  }
  return measured;
}

async function main(): Promise<void> {
  const { plan, rows } = readOptions(process.argv.slice(2));
  const startedAt = new Date().toISOString();
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const folder = makeFolder();
  const machine = describeMachine(folder);
  for (const history of new Set(rows.flatMap((row) => row.history ?? []))) {
    console.error(`storing ${plan.historyRows[history]} rows of ${history} history`);
    await prefillHistory(join(folder, history), plan.historyRows[history]);
  }
  const measured = await runRounds(rows, folder, plan);
  const summary = summarize({ startedAt, machine, plan }, measured);
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
