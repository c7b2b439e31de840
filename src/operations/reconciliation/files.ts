import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { auditOrigin } from '../audit/origin.ts';
import { fields, flag, idText, nameText, parameters, text, typeProblem, wholeNumber } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { createAccountNames } from './account-names.ts';
import { importFile } from './import.ts';
import type { GivenFile } from './import-store.ts';
import { statementFileView, statementView, viewFiles, viewStatement } from './views.ts';

const PAGE_LIMIT = 100;
/** The longest text of a file that a field takes. Larger files are sent as bytes: POST /v1/statements. */
const MAX_TEXT = 60_000;
/** Statements that the answer to an import shows. */
const SHOWN_STATEMENTS = 50;

const page = { after: idText.optional(), limit: wholeNumber(1, PAGE_LIMIT).default(50) };

/** The text of a file. */
export const content = z
  .string({ error: typeProblem('a string') })
  .min(1, 'must not be empty.')
  .max(MAX_TEXT, `must have at most ${MAX_TEXT} characters. Send a larger file to POST /v1/statements.`);

/** The fields about a file that is handed in. */
export const fileTerms = {
  name: nameText,
  /** The account that it is of; by default the one that the file names. */
  accountId: idText.optional(),
  /** The profile of its bank, for a table; by default the one whose columns fit. */
  profileId: idText.optional(),
  /** Whether statements of unknown accounts are left out, instead of the whole file; false by default. */
  skipUnknownAccounts: flag.optional(),
};

export const importView = z.object({
  file: statementFileView,
  /** Whether the same bytes were imported before: nothing has changed. */
  isRepeat: z.boolean(),
  statements: z.array(statementView),
  /** The accounts of these statements, by holder and IBAN. */
  accounts: z.array(z.string()),
  /** The accounts of statements that were left out, as the file names them. */
  skippedAccounts: z.array(z.string()),
});

/** The bytes of a file, as a surface has read them. */
export const fileBytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array,
  'must be the bytes of a file.',
);

/** Imports a file of a bank: all its statements, or nothing. */
export const importStatementFile = define({
  name: 'importStatementFile',
  kind: 'command',
  isIdempotent: true,
  input: fields({ ...fileTerms, bytes: fileBytes }),
  output: importView,
  run: (context, { bytes, ...terms }) => importAndView(context, { ...terms, bytes }),
});

/** Imports the text of a file, or lines that were copied from a page or a spreadsheet. */
export const importStatementText = define({
  name: 'importStatementText',
  kind: 'command',
  isIdempotent: true,
  input: fields({
    ...fileTerms,
    content,
    /** Whether it was copied from a page or a spreadsheet, and is no file; true by default. */
    isPasted: flag.default(true),
  }),
  output: importView,
  run: (context, { content: given, ...terms }) =>
    importAndView(context, { ...terms, bytes: new TextEncoder().encode(given) }),
});

/** Lists the files that were imported, newest first. */
export const listStatementFiles = define({
  name: 'listStatementFiles',
  kind: 'query',
  input: parameters({
    /** Only this one. */
    fileId: idText.optional(),
    ...page,
  }),
  output: z.object({ items: z.array(statementFileView), nextCursor: z.string().nullable() }),
  cost: ({ items }) => costOfItems(items.length),
  async run({ dependencies }, { after, limit, ...filter }) {
    const { items, hasMore } = await dependencies.statements.reads.listFiles(filter, { after, limit });
    const nextCursor = hasMore ? (items.at(-1)?.id ?? null) : null;
    return { items: await viewFiles(dependencies, items), nextCursor };
  },
});

/** Lists the statements of imported files, newest first. */
export const listStatements = define({
  name: 'listStatements',
  kind: 'query',
  input: parameters({
    fileId: idText.optional(),
    /** Whether only those are wanted whose balances do not add up. */
    isHeld: flag.optional(),
    ...page,
  }),
  output: z.object({ items: z.array(statementView), nextCursor: z.string().nullable() }),
  cost: ({ items }) => costOfItems(items.length),
  async run({ dependencies: { statements } }, { after, limit, ...filter }) {
    const { items, hasMore } = await statements.reads.listStatements(filter, { after, limit });
    return { items: items.map(viewStatement), nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null };
  },
});

/** Lets a statement settle whose balances do not add up. The operator says why. */
export const releaseStatement = define({
  name: 'releaseStatement',
  kind: 'command',
  isIdempotent: true,
  input: fields({ statementId: idText, reason: text(500) }),
  output: z.object({ statementId: z.string() }),
  async run(context, { statementId, reason }) {
    const { principal, dependencies } = context;
    const isReleased = await dependencies.statements.desk.releaseStatement({
      ...{ statementId, reason, clientId: principal.client.id },
      audit: auditOrigin(context, 'releaseStatement'),
    });
    if (!isReleased)
      throw validationError([
        { path: 'statementId', message: 'statementId is the id of no held statement.' },
      ]);
    return { statementId };
  },
});

/**
 * Imports a file for a caller that may do so.
 * @param onProgress hears of the lines that are stored so far.
 */
export async function importAndView(
  context: Context,
  given: GivenFile,
  onProgress?: (lineCount: number) => void,
): Promise<z.infer<typeof importView>> {
  const { principal, origin, dependencies } = context;
  const operation = given.isPasted === undefined ? 'importStatementFile' : 'importStatementText';
  const { file, isRepeat, skippedAccounts } = await importFile(dependencies, given, {
    clientId: origin.kind === 'commandLine' ? null : principal.client.id,
    audit: auditOrigin(context, operation),
    onProgress,
  });
  const { statements, accounts: accountStore } = dependencies;
  const { items: files } = await statements.reads.listFiles({ fileId: file.id }, { limit: 1 });
  const { items } = await statements.reads.listStatements({ fileId: file.id }, { limit: SHOWN_STATEMENTS });
  const accountOf = createAccountNames(await accountStore.list());
  const accounts = [...new Set(items.map(({ accountId }) => accountOf(accountId)))];
  const [view] = await viewFiles(dependencies, files);
  if (!view) throw new Error('an imported file is not in the list of files');
  return {
    ...{ file: view, isRepeat, statements: items.map(viewStatement), accounts },
    skippedAccounts: [...skippedAccounts],
  };
}
