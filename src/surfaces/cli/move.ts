import { z } from 'zod';
import type { MoveReport, TableComparison } from '../../maintenance/domain/move.ts';
import type { CliCommand } from './command.ts';
import { createProgressBar } from './progress-bar.ts';
import type { DatabaseFiles } from './session.ts';
import { count, summarize } from './verify.ts';

const SHOWN_HASH = 12;

const input = z.object({
  to: z.string().min(1).optional(),
  from: z.string().min(1).optional(),
});

export const moveCommand: CliCommand = {
  name: 'move',
  summary:
    'Copies a SQLite database into an empty PostgreSQL database, and compares both. No service may be running.',
  input,
  parameters: [
    { syntax: '--to <url>', help: 'The PostgreSQL database (default: DATABASE_URL).' },
    { syntax: '--from <file>', help: 'The SQLite file (default: DATABASE_URL).' },
  ],
  example: 'move --to postgres://bank@db.example.com/bank',
  async runOnFiles(files, typed) {
    const report = await move(files, input.parse(typed));
    return {
      text: describe(report)
        .map((line) => `${line}\n`)
        .join(''),
      data: report,
      failed: report.outcome === 'differs',
    };
  },
};

async function move(
  files: DatabaseFiles,
  request: Parameters<DatabaseFiles['move']>[0],
): Promise<MoveReport> {
  const bar = createProgressBar(files);
  try {
    return await files.move(request, ({ step, table, rows, total }) =>
      bar.show({ step, part: table, done: rows, total, unit: 'rows' }),
    );
  } finally {
    bar.end();
  }
}

function describe(report: MoveReport): string[] {
  return report.outcome === 'moved'
    ? describeMoved(report)
    : [...report.tables.flatMap(describeDifferences), describeRemedy(report.to)];
}

function describeMoved(report: Extract<MoveReport, { outcome: 'moved' }>): string[] {
  const { from, to, tables, secrets, verdict } = report;
  const all = tables.reduce((sum, { source }) => sum + source.rows, 0);
  const took = `in ${Math.ceil(report.tookMs / 1000)} s`;
  return [
    ...tables
      .filter(({ source }) => source.rows > 0)
      .map(
        ({ table, source }) =>
          `${table}: ${count(source.rows, 'row')}, sha256 ${source.hash.slice(0, SHOWN_HASH)}`,
      ),
    `Moved ${count(all, 'row')} ${took}. Both sides have the same rows in every table.`,
    `${count(secrets, 'secret')} can be opened with the key that is set.`,
    summarize(verdict),
    `Now set DATABASE_URL to ${to}, with its user and password, and start the service.`,
    ...describeKey(report),
    `${from} has all its rows still, and is marked as moved: no service starts on it.`,
  ];
}

function describeKey({ keyFile }: MoveReport): string[] {
  return [
    keyFile
      ? `PostgreSQL needs MASTER_KEY in the settings. Set it to the text of ${keyFile}, and keep that file.`
      : 'Keep MASTER_KEY as it is set now: the secrets are sealed with it.',
  ];
}

function describeDifferences({
  table,
  source,
  target,
  differences,
  differenceCount,
}: TableComparison): string[] {
  if (differenceCount === 0) return [];
  const named = differences.map(({ key, problem, columns }) => {
    if (problem === 'missing') return `  ${key} is missing in the target`;
    return problem === 'added'
      ? `  ${key} is in the target only`
      : `  ${key} differs in ${columns.join(', ')}`;
  });
  const more = differenceCount - named.length;
  return [
    `${table}: ${count(source.rows, 'row')} in the file, ${target.rows} in the target, ${count(differenceCount, 'difference')}`,
    ...named,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function describeRemedy(to: string): string {
  return `The two sides differ: somebody has written to one of them. No service starts on ${to}. Drop it, create it again, and move again.`;
}
