import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { wholeFile } from '../kernel/table-files/byte-pieces.ts';
import { csvFile } from '../kernel/table-files/csv.ts';
import { xlsxFile } from '../kernel/table-files/xlsx.ts';
import { fields, oneOf, viewType } from '../operations/fields.ts';
import { fileOut, type OutputFile } from '../operations/file-out.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { STAFF } from '../operations/permissions.ts';
import { calendarDay, refuseBadRange } from '../reconciliation/day-range.ts';
import { EXPORT_FORMATS, EXPORT_LANGUAGES, EXPORT_WORDS, type ExportLanguage } from './export-words.ts';
import { EXPORT_PAGE_SIZE, MAX_EXPORT_DAYS, MAX_EXPORT_MOVEMENTS } from './limits.ts';
import { type ExportContent, movementRows, sumRows } from './movements-table.ts';
import { namesOfAccounts } from './read.ts';
import type { Movement } from './store.ts';

const exportFormat = oneOf(EXPORT_FORMATS, 'ExportFormat');
const exportLanguage = oneOf(EXPORT_LANGUAGES, 'ExportLanguage');

const input = fields({
  fromDay: calendarDay.describe('The first day.'),
  toDay: calendarDay.describe(`The last day. At most ${MAX_EXPORT_DAYS} days.`),
  format: exportFormat.optional().describe('`csv`, by default, or `xlsx`.'),
  language: exportLanguage
    .optional()
    .describe('The language of its words; a file in Turkish has commas as decimal signs. `en` by default.'),
});

const description =
  'Each movement has its own line, so a settlement and its later reversal are two lines. The fees of the bank have lines without a merchant. Sums by merchant follow on a second sheet, or after an empty line.';

export const exportMovements = operation({
  name: 'exportMovements',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'Export the movements of some days for an accountant',
  description,
  input,
  output: viewType('MovementsFile', 'Movements of money as a file.', {
    name: z.string().describe('The name of the file.'),
    mediaType: z.string().describe('Its media type.'),
    sha256: z.string().describe('The SHA-256 of its bytes, in hexadecimal.'),
    base64: z.string().describe('Its bytes, in Base64.'),
  }),
  example: { fromDay: '2026-11-01', toDay: '2026-11-20' },
  async run(context, given) {
    const { bytes, ...file } = await makeFile(context, given);
    return { ...file, base64: Buffer.from(bytes).toString('base64') };
  },
});

export const downloadMovements = operation({
  name: 'downloadMovements',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'Download the movements of some days for an accountant',
  description: `The response is the file itself. ${description}`,
  input,
  output: fileOut,
  example: { fromDay: '2026-11-01', toDay: '2026-11-20', format: 'xlsx' },
  run: makeFile,
});

/** @throws ServiceError error_validation for a range that has no export; error_rate_limited while others are made. */
async function makeFile(context: Context, given: z.output<typeof input>): Promise<OutputFile> {
  refuseBadRange(given, { maxDays: MAX_EXPORT_DAYS, each: 'quarter' });
  return context.dependencies.exports.run(context.principal, () => writeFile(context, given));
}

async function writeFile(context: Context, given: z.output<typeof input>): Promise<OutputFile> {
  const { fromDay, toDay, format = 'csv', language = 'en' } = given;
  const content = await readContent(context, { fromDay, toDay });
  // The file does not show how many rows it has, so they are charged here.
  const rows = content.movements.length + content.fees.length;
  await context.dependencies.rate.owe(context.principal.client.id, costOfItems(rows));
  const made = format === 'xlsx' ? xlsxOf(content, language) : csvOf(content, language);
  return {
    name: `movements-${fromDay}-${toDay}.${format}`,
    mediaType: MEDIA_TYPES[format],
    ...(await wholeFile(made, () => setImmediate())),
  };
}

const MEDIA_TYPES: Readonly<Record<(typeof EXPORT_FORMATS)[number], string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface Range {
  readonly fromDay: string;
  readonly toDay: string;
}

/** @throws ServiceError error_validation for more movements than a file can have. */
async function readContent({ dependencies, principal }: Context, range: Range): Promise<ExportContent> {
  const { db, scans, currency, timeZone } = dependencies;
  const accounts = await namesOfAccounts(dependencies);
  const movements: Movement[] = [];
  for (let isWhole = false; !isWhole; ) {
    const last = movements.at(-1);
    const after = last && { atMs: last.atMs, eventId: last.eventId };
    const query = { ...range, currency, timeZone, after, limit: EXPORT_PAGE_SIZE };
    const page = await scans.run(principal, () => db.query('listMovements', query));
    movements.push(...page.movements);
    if (movements.length > MAX_EXPORT_MOVEMENTS)
      throw fieldError('fromDay', fault('too_many_movements', { maximum: MAX_EXPORT_MOVEMENTS }));
    isWhole = page.movements.length < EXPORT_PAGE_SIZE;
  }
  const { fees } = await scans.run(principal, () =>
    db.query('listFees', { ...range, currency, accountIds: [...accounts.keys()] }),
  );
  return { currency, timeZone, movements, fees, accounts };
}

/** The byte order mark: spreadsheets then read the file as UTF-8. */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

function* csvOf(content: ExportContent, language: ExportLanguage): Generator<Uint8Array, void, void> {
  const words = EXPORT_WORDS[language];
  const form =
    language === 'tr'
      ? ({ delimiter: ';', decimal: 'comma', dateFormat: 'dd.mm.yyyy' } as const)
      : ({ delimiter: ',', decimal: 'point', dateFormat: 'yyyy-mm-dd' } as const);
  yield BYTE_ORDER_MARK;
  yield* csvFile({ ...form, guardsFormulas: true }, both());

  function* both() {
    yield* movementRows(content, words);
    yield [];
    yield* sumRows(content, words);
  }
}

/** The widths of the columns, in characters. The default of spreadsheets would cut their text. */
const WIDTHS = [11, 20, 14, 24, 20, 13, 13, 9, 32, 30, 28, 30, 24, 14, 28, 24, 18];
const SUM_WIDTHS = [20, 28, 12, 18, 24, 18, 26, 20, 9];

function xlsxOf(content: ExportContent, language: ExportLanguage): Generator<Uint8Array, void, void> {
  const words = EXPORT_WORDS[language];
  const sheets = [
    { name: words.movements, rows: movementRows(content, words), widths: WIDTHS },
    { name: words.sums, rows: sumRows(content, words), widths: SUM_WIDTHS },
  ];
  return xlsxFile(sheets, language === 'tr' ? 'dd.mm.yyyy' : 'yyyy-mm-dd');
}
