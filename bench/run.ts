/** The benchmark: `npm run bench`, or `npm run bench -- --quick` to check that it works. Linux only: it reads /proc. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dropDatabase, putOnPostgres, startPostgres, stopPostgres } from './database.ts';
import { printSummary } from './figures.ts';
import { prefillHistory } from './history.ts';
import { describeMachine } from './machine.ts';
import { measure } from './measure.ts';
import { FULL_PLAN, type Measurement, type Plan, QUICK_PLAN, type RowDefinition } from './plan.ts';
import { measureAdversary, printAdversary } from './reconciliation/adversary/run.ts';
import { sumOf } from './reconciliation/figures.ts';
import { measureReconciliation, printFigures } from './reconciliation/run.ts';
import { summarize, writeSummary } from './report.ts';
import { ROWS } from './rows.ts';

const OUTPUT = join(import.meta.dirname, 'output');

interface Options {
  readonly plan: Plan;
  readonly rows: readonly RowDefinition[];
  readonly isReconciliation: boolean;
}

/** @throws TypeError for an unknown argument; Error for an unknown row, engine or history. */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      engine: { type: 'string' },
      history: { type: 'string' },
      reconciliation: { type: 'boolean', default: false },
    },
  });
  const { engine } = values;
  if (engine !== undefined && engine !== 'postgres' && engine !== 'sqlite')
    throw new Error('--engine takes sqlite or postgres');
  const only = values.only?.split(',');
  const keys = ROWS.map((row) => row.key);
  if (only?.some((key) => !keys.includes(key))) throw new Error(`--only takes some of ${keys}`);
  const plan = values.quick ? QUICK_PLAN : FULL_PLAN;
  const long = Number(values.history ?? plan.historyRows.long);
  if (!Number.isSafeInteger(long) || long < 1)
    throw new Error('--history takes the transactions of a long history');
  return {
    plan: { ...plan, historyRows: { ...plan.historyRows, long } },
    isReconciliation: values.reconciliation,
    rows: ROWS.filter((row) => {
      if (only) return only.includes(row.key);
      if (engine === undefined) return row.extra === undefined;
      return row.extra !== 'never' && (row.engine === 'postgres') === (engine === 'postgres');
    }),
  };
}

/** Makes a folder in the checkout, because the system's folder for temporary files may be in memory. */
function makeFolder(): string {
  mkdirSync(OUTPUT, { recursive: true });
  const folder = mkdtempSync(join(OUTPUT, 'run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Rows with the same history on the same engine share its folder. */
function folderOf({ key, history, engine }: RowDefinition, folder: string): string {
  return join(folder, history ? `${history}-${engine ?? 'sqlite'}` : key);
}

async function prefillHistories(rows: readonly RowDefinition[], folder: string, plan: Plan): Promise<void> {
  const filled = new Set<string>();
  for (const row of rows) {
    const { history, engine } = row;
    const rowFolder = folderOf(row, folder);
    if (!history || filled.has(rowFolder)) continue;
    filled.add(rowFolder);
    console.error(`storing ${plan.historyRows[history]} rows of ${history} history`);
    if (engine === 'postgres') await putOnPostgres(rowFolder);
    await prefillHistory(rowFolder, plan.historyRows[history]);
  }
}

/** Measures every row once per round, so that other load on the machine affects all rows alike. */
async function runRounds(rows: readonly RowDefinition[], folder: string, plan: Plan) {
  const measured = new Map(rows.map((row) => [row, [] as Measurement[]]));
  for (let round = 1; round <= plan.rounds; round += 1) {
    const soFar = new Map<string, Measurement>();
    for (const [row, measurements] of measured) {
      const rowFolder = folderOf(row, folder);
      if (row.engine === 'postgres') await putOnPostgres(rowFolder);
      const measurement = await measure(row, rowFolder, { plan, soFar });
      measurements.push(measurement);
      soFar.set(row.key, measurement);
      console.error(
        `round ${round}/${plan.rounds} (${row.key}) ${row.title}: ` +
          `${Math.round(measurement.requestsPerSecond)} requests/s, p99 ${measurement.p99Ms.toFixed(1)} ms`,
      );
      // The next rows and rounds use the same history; every other row starts with an empty database.
      if (row.history) continue;
      await dropDatabase(rowFolder);
      rmSync(rowFolder, { recursive: true, force: true });
    }
  }
  return measured;
}

/** Counts what the matching of statement lines settles, rightly and wrongly. It needs no server. */
function runReconciliation(plan: Plan): void {
  const measured = measureReconciliation(plan.reconciledLines, (text) => console.error(text));
  console.log(`\n${printFigures(measured)}`);
  const adversary = measureAdversary(plan.reconciledLines);
  console.log(`\n${printAdversary(adversary)}`);
  const { wrong } = sumOf(measured.figures);
  const { lost, doubled, misread, held, stuck } = measured.files;
  const faults = [wrong, lost, doubled, misread, held, stuck, adversary.mistakes.length].reduce(
    (sum, count) => sum + count,
  );
  if (faults > 0) throw new Error(`${faults} lines settled wrongly, or came wrongly out of a file`);
}

async function main(): Promise<void> {
  const { plan, rows, isReconciliation } = readOptions(process.argv.slice(2));
  if (isReconciliation) return runReconciliation(plan);
  const startedAt = new Date().toISOString();
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const folder = makeFolder();
  const machine = describeMachine(folder);
  if (rows.some((row) => row.engine === 'postgres')) await startPostgres(folder);
  await prefillHistories(rows, folder, plan);
  const measured = await runRounds(rows, folder, plan);
  await stopPostgres();
  const summary = summarize({ startedAt, machine, plan }, measured);
  console.error(`\nAll results: ${writeSummary(OUTPUT, summary)}\n`);
  console.log(printSummary(summary));
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
