import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { fault, issueText } from '../kernel/problems.ts';
import { EXAMPLE_IDS, EXAMPLE_LINES, EXAMPLE_REASON } from '../operations/examples.ts';
import { fields, flag, idText, nameText, text, typeProblem, viewType } from '../operations/fields.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { afterId, pageLimit, pageOf } from '../operations/paging.ts';
import { OPERATORS, STAFF } from '../operations/permissions.ts';
import { personOf } from '../payouts/domain/batch.ts';
import { payoutReportView, viewPayoutReport } from '../payouts/views.ts';
import { createAccountNames } from './account-names.ts';
import { importFile } from './import.ts';
import type { GivenFile } from './import-store.ts';
import { MAX_PAGE_FILES, MAX_REASON_CHARACTERS } from './limits.ts';
import { readFileView, statementFileView, statementView, viewFiles, viewStatement } from './views.ts';

/** How many statements the response to an import shows. */
const SHOWN_STATEMENTS = 50;

const page = { after: afterId, limit: pageLimit(MAX_PAGE_FILES) };

/** The fields of an uploaded text. */
export const textTerms = {
  content: z
    .string({ error: typeProblem('a string') })
    .min(1, issueText(fault('blank', 'must not be empty.')))
    .describe(
      'The text, in a body of up to 65,536 bytes. Send a larger file to POST /v1/statements, as bytes.',
    ),
  isPasted: flag
    .default(true)
    .describe('True for lines that were copied from a page; false for a whole file.'),
};

/** The fields about an uploaded file. */
export const fileTerms = {
  name: nameText.describe('The name of the file.'),
  accountId: idText
    .optional()
    .describe('The account that the file is of; by default the one that the file names.'),
  profileId: idText
    .optional()
    .describe('The profile of the bank, for a table; by default the one whose columns fit.'),
  skipUnknownAccounts: flag
    .optional()
    .describe('Whether statements of unknown accounts are left out, instead of the whole file.'),
};

export const importView = viewType('ImportedStatements', 'What an import has stored.', {
  file: statementFileView.describe('The file.'),
  isRepeat: z.boolean().describe('Whether the same bytes were imported before: nothing has changed.'),
  statements: z.array(statementView).describe('The statements in it.'),
  accounts: z.array(z.string()).describe('The accounts of these statements, by holder and IBAN.'),
  skippedAccounts: z
    .array(z.string())
    .describe('The accounts of statements that were left out, as the file names them.'),
  payoutReport: payoutReportView
    .nullable()
    .describe(
      "What it has changed, if it is a bank's answer to a file of payouts (pain.002); null otherwise.",
    ),
});

export const fileBytes = z
  .custom<Uint8Array>(
    (value) => value instanceof Uint8Array,
    issueText(fault('wrong_type', { expected: 'the bytes of a file' })),
  )
  .describe('The file.');

export const importStatementFile = operation({
  name: 'importStatementFile',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Import a file of a bank',
  description:
    'The body is the file. It is imported whole or not at all; the same bytes again change nothing.',
  input: fields({ ...fileTerms, bytes: fileBytes }),
  output: importView,
  example: { name: '2026-11-21.xml' },
  run: (context, { bytes, ...terms }) => importAndView(context, { ...terms, bytes }),
});

export const importStatementText = operation({
  name: 'importStatementText',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Import lines that were copied, or a file as text',
  input: fields({ ...fileTerms, ...textTerms }),
  output: importView,
  example: { name: '21 November', content: EXAMPLE_LINES, accountId: EXAMPLE_IDS.accountId },
  run: (context, { content: given, ...terms }) =>
    importAndView(context, { ...terms, bytes: new TextEncoder().encode(given) }),
});

export const listStatementFiles = operation({
  name: 'listStatementFiles',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the files that were imported, newest first',
  input: fields({
    fileId: idText.optional().describe('Only this one.'),
    ...page,
  }),
  output: pageOf(statementFileView, { name: 'StatementFilePage', description: 'Files, newest first.' }),
  cost: ({ items }) => costOfItems(items.length),
  async run({ dependencies }, { after, limit, ...filter }) {
    const { items, hasMore } = await dependencies.db.query('listStatementFiles', {
      filter,
      page: { after, limit },
    });
    const nextCursor = hasMore ? (items.at(-1)?.id ?? null) : null;
    return { items: await viewFiles(dependencies, items), nextCursor };
  },
});

export const listStatements = operation({
  name: 'listStatements',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the statements of imported files, newest first',
  input: fields({
    fileId: idText.optional().describe('Only the statements of this file.'),
    isHeld: flag.optional().describe('Whether to list only those whose balances do not add up.'),
    ...page,
  }),
  output: pageOf(statementView, { name: 'BankStatementPage', description: 'Statements, newest first.' }),
  cost: ({ items }) => costOfItems(items.length),
  async run({ dependencies: { db } }, { after, limit, ...filter }) {
    const { items, hasMore } = await db.query('listStatements', { filter, page: { after, limit } });
    return { items: items.map(viewStatement), nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null };
  },
});

export const releaseStatement = operation({
  name: 'releaseStatement',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Release a held statement, so that its lines settle',
  isIdempotent: true,
  input: fields({
    statementId: idText.describe('The statement to release.'),
    reason: text(MAX_REASON_CHARACTERS).describe("The operator's reason."),
  }),
  output: viewType('ReleasedStatement', 'The statement that was released.', {
    statementId: z.string().describe('The statement that was released.'),
  }),
  example: { reason: EXAMPLE_REASON },
  async run(context, { statementId, reason }) {
    const { principal, dependencies, meta } = context;
    const isReleased = await dependencies.db.run('releaseStatement', {
      statementId,
      reason,
      clientId: principal.client.id,
      nowMs: meta.nowMs,
      audit: meta.audit,
    });
    if (!isReleased) throw fieldError('statementId', fault('unknown_id', 'is the id of no held statement.'));
    return { statementId };
  },
});

/**
 * Imports a file for a caller who is allowed to do so.
 * @param onProgress is called with the number of lines stored so far.
 */
export async function importAndView(
  context: Context,
  given: GivenFile,
  onProgress?: (lineCount: number) => void,
): Promise<z.infer<typeof importView>> {
  const { principal, origin, dependencies } = context;
  const { file, isRepeat, skippedAccounts, report } = await importFile(dependencies, given, {
    clientId: origin.kind === 'commandLine' ? null : principal.client.id,
    person: personOf(principal.client),
    audit: context.meta.audit,
    onProgress,
  });
  const { db } = dependencies;
  const { items } = await db.query('listStatements', {
    filter: { fileId: file.id },
    page: { limit: SHOWN_STATEMENTS },
  });
  const accountOf = createAccountNames(await db.read('listEveryAccount'));
  const accounts = [...new Set(items.map(({ accountId }) => accountOf(accountId)))];
  return {
    file: await readFileView(dependencies, file.id),
    isRepeat,
    statements: items.map(viewStatement),
    accounts,
    skippedAccounts: [...skippedAccounts],
    payoutReport: report && viewPayoutReport(report),
  };
}
