import { basename } from 'node:path';
import { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/texts.ts';
import { READ_LIMITS } from '../../reconciliation/domain/statement.ts';
import type { importView } from '../../reconciliation/files.ts';
import type { previewView } from '../../reconciliation/preview-views.ts';
import { type CommandResult, customCommand, UsageError } from './command.ts';
import { readInputFile } from './input-file.ts';
import { describeReport } from './payout-columns.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import type { Session } from './session.ts';
import { describeLines, describePreview } from './statement-preview.ts';
import { count } from './verify.ts';

/** The outcome of one file. */
type Outcome =
  | ({ readonly path: string; readonly outcome: 'imported' } & z.infer<typeof importView>)
  | ({ readonly path: string; readonly outcome: 'previewed' } & z.infer<typeof previewView>)
  | { readonly path: string; readonly outcome: 'refused'; readonly problems: readonly string[] };

interface Terms {
  readonly accountId: string | undefined;
  readonly profileId: string | undefined;
  readonly report: Report;
  readonly skipUnknownAccounts: boolean;
  readonly dryRun: boolean;
}

/** Called with the number of lines of a file stored so far. */
type Report = (lineCount: number) => void;

const input = z.object({
  files: z.array(z.string().min(1)).min(1),
  account: z.string().min(1).optional(),
  profile: z.string().min(1).optional(),
  skipUnknownAccounts: z.boolean().default(false),
  dryRun: z.boolean().default(false),
});

/** Imports files of banks one after another. A refused file does not stop the others. */
export const importCommand = customCommand({
  name: 'import',
  summary:
    'Imports files of banks: all lines of a file, or none of them. The same file again changes nothing.',
  input,
  parameters: [
    {
      syntax: '<file...>',
      field: 'files',
      repeatable: true,
      help: 'The files: camt.053, camt.054, camt.052, MT940, MT942, xlsx or CSV; or pain.002, which answers a file of payouts.',
    },
    { syntax: '--account <accountId>', help: 'The bank account (default: the one that each file names).' },
    {
      syntax: '--profile <profileId>',
      help: 'The profile of the bank, for xlsx and CSV (default: the one whose columns fit).',
    },
    {
      syntax: '--skip-unknown-accounts',
      help: 'Leave out the statements of unknown accounts, instead of the whole file.',
    },
    { syntax: '--dry-run', help: 'Only say what would happen to each line. Nothing is kept.' },
  ],
  example: 'statements import camt053.xml --account 691e5b10a1b2c3d4e5f60718',
  async run(session, { files, account: accountId, profile: profileId, skipUnknownAccounts, dryRun }) {
    const bar = createProgressBar(session, { linesElsewhere: false });
    const outcomes: Outcome[] = [];
    try {
      for (const [index, path] of files.entries()) {
        const report = reportOn(bar, { path, done: index, total: files.length });
        report(0);
        const terms = { accountId, profileId, skipUnknownAccounts, report, dryRun };
        outcomes.push(await importOne(session, path, terms));
      }
      bar.show({ step: 'importing', part: 'done', done: files.length, total: files.length, unit: 'files' });
    } finally {
      bar.end();
    }
    return resultOf(outcomes);
  },
});

function reportOn(
  bar: ProgressBar,
  { path, done, total }: { readonly path: string; readonly done: number; readonly total: number },
): Report {
  return (lineCount) => {
    const part = `${printable(basename(path))}, ${count(lineCount, 'line')}`;
    bar.show({ step: 'importing', part, done, total, unit: 'files' });
  };
}

const STATEMENT = {
  maxBytes: READ_LIMITS.maxBytes,
  tooLarge: `The file is larger than ${READ_LIMITS.maxBytes} bytes: export shorter periods.`,
};

async function importOne(
  session: Session,
  path: string,
  { report, dryRun, ...terms }: Terms,
): Promise<Outcome> {
  try {
    const bytes = readInputFile(path, STATEMENT);
    const given = { name: nameOf(path), bytes, ...terms };
    if (dryRun) return { path, outcome: 'previewed', ...(await session.previewStatement(given)) };
    const imported = await session.importStatement(given, report);
    return { path, outcome: 'imported', ...imported };
  } catch (error) {
    return { path, outcome: 'refused', problems: problemsOf(error) };
  }
}

/** @throws the error, if it is about more than this file. */
function problemsOf(error: unknown): readonly string[] {
  if (error instanceof UsageError) return [error.message];
  if (!(error instanceof ServiceError)) throw error;
  return error.details.fields?.map(({ message }) => message) ?? [error.message];
}

/** The name of a file as people read it in the list of imported files. */
function nameOf(path: string): string {
  return Array.from(printable(basename(path)))
    .slice(0, 200)
    .join('');
}

function resultOf(outcomes: readonly Outcome[]): CommandResult {
  return {
    text: outcomes
      .flatMap(describe)
      .map((line) => `${line}\n`)
      .join(''),
    data: { files: outcomes },
    failed: outcomes.some(
      (done) => done.outcome === 'refused' || (done.outcome === 'previewed' && done.problems.length > 0),
    ),
  };
}

function describe(done: Outcome): string[] {
  const name = printable(done.path);
  if (done.outcome === 'refused')
    return [
      `${name}: refused, nothing of it was imported`,
      ...done.problems.map((text) => `  ${printable(text)}`),
    ];
  if (done.outcome === 'previewed') return [`${name}: ${describePreview(done)}`, ...describeLines(done)];
  const { file, isRepeat, statements, accounts, skippedAccounts, payoutReport } = done;
  if (payoutReport) return describeReport(payoutReport, { name, isRepeat });
  if (isRepeat)
    return [`${name}: imported before for ${printable(accounts.join('; '))}, nothing has changed`];
  const held = statements.filter(({ heldReason }) => heldReason !== null);
  return [
    `${name}: ${count(file.lineCount, 'line')}, ${file.addedCount} new`,
    ...skippedAccounts.map((account) => `  left out: statements of ${printable(account)}`),
    ...held.map(({ statementId, heldReason }) => `  statement ${statementId} is held: ${heldReason}`),
  ];
}
