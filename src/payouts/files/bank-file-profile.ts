import { z } from 'zod';
import { type FieldProblem, fault, faultOf, fieldProblem, issueText } from '../../kernel/problems.ts';
import { DATE_FORMATS } from '../../kernel/table-files/table-cell.ts';
import { checkCsv, checkIso, MAX_SEPA_NAME } from './check-profile.ts';
import { notOneOf, tableColumns } from './table-columns.ts';
import { CHARACTER_SETS } from './transliterate.ts';

const MAX_NAME = 140;
const MAX_TEXT = 140;
/** A spreadsheet has 1,048,576 rows, one of them for the header. */
const MAX_ROWS = 1_000_000;

const FORMATS = ['pain.001.001.09', 'pain.001.001.03', 'csv', 'xlsx'];

const rows = z.int().min(1).max(MAX_ROWS);

const common = {
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, issueText(fault('profile_id_form'))),
  title: z.string().min(1).max(80),
  characters: z.enum(CHARACTER_SETS).default('sepa'),
  /** The longest name in code points; by default 70 with the characters of SEPA, else 140. */
  maxName: z.int().min(1).max(MAX_NAME).optional(),
  /** Has no effect, because files have no text for the payee. It is kept because stored profiles contain it. */
  maxText: z.int().min(1).max(MAX_TEXT).default(MAX_TEXT),
  /** The most rows that the bank accepts in one file. */
  maxRows: rows.default(MAX_ROWS),
};

const iso = z
  .object({
    ...common,
    format: z.enum(['pain.001.001.09', 'pain.001.001.03']),
    /** How the paying bank is named: its BIC, the word NOTPROVIDED, or nothing. */
    agent: z.enum(['bic', 'not-provided', 'omit']).default('not-provided'),
    /** Whether the bank books the batch as one sum; null leaves that to the contract with the bank. */
    batchBooking: z.boolean().nullable().default(null),
    /** Who bears the charges: ISO 20022, ChargeBearerType1Code. */
    charges: z.enum(['SLEV', 'SHAR', 'DEBT', 'CRED']).nullable().default(null),
    priority: z.enum(['NORM', 'HIGH']).nullable().default(null),
    /** A code of ISO 20022, such as SEPA or URGP. */
    serviceLevel: z
      .string()
      .regex(
        /^[A-Z0-9]{1,4}$/,
        issueText(fault('wrong_format', 'must be a code of up to four capitals and digits, such as SEPA.')),
      )
      .nullable()
      .default(null),
    /** Where the sum of the amounts is written. Some banks forbid it in the header of the file. */
    controlSum: z
      .object({ group: z.boolean().default(true), payment: z.boolean().default(true) })
      .strict()
      .default({ group: true, payment: true }),
    /** If there are more rows, they are split into several payment groups of one file. */
    maxRowsPerGroup: rows.default(MAX_ROWS),
  })
  .strict();
export type IsoFileProfile = z.infer<typeof iso> & Widths;

const csv = z
  .object({
    ...common,
    format: z.literal('csv'),
    columns: tableColumns,
    hasHeader: z.boolean().default(true),
    delimiter: z.enum([';', ',', '\t', '|']).default(';'),
    decimal: z.enum(['comma', 'point']).default('comma'),
    dateFormat: z.enum(DATE_FORMATS).default('dd.mm.yyyy'),
    encoding: z.enum(['utf-8', 'windows-1254']).default('utf-8'),
  })
  .strict();
export type CsvFileProfile = z.infer<typeof csv> & Widths;

const xlsx = z
  .object({
    ...common,
    format: z.literal('xlsx'),
    columns: tableColumns,
    hasHeader: z.boolean().default(true),
    dateFormat: z.enum(DATE_FORMATS).default('dd.mm.yyyy'),
    sheet: z
      .string()
      .regex(
        /^(?!')[^\\/?*[\]:\p{Cc}]{1,31}(?<!')$/u,
        issueText(fault('wrong_format', 'must be a name of a sheet: up to 31 characters, none of \\/?*[]:.')),
      )
      .default('Payments'),
  })
  .strict();
export type XlsxFileProfile = z.infer<typeof xlsx> & Widths;

interface Widths {
  readonly maxName: number;
}

/**
 * The form of a bank's payout files, as data. `format` is `pain.001.001.09` if it is left out. `bankFileProfile.parse`
 * checks a profile that is given as JSON.
 */
export const bankFileProfile = z.preprocess(
  withFormat,
  z
    .discriminatedUnion('format', [iso, csv, xlsx], { error: notOneOf(FORMATS) })
    .transform(({ maxName, ...profile }) => ({
      ...profile,
      maxName: maxName ?? maxNameFor(profile.characters),
    }))
    .superRefine((profile, context) => {
      if (profile.format === 'csv') checkCsv(profile, context);
      else if (profile.format !== 'xlsx') checkIso(profile, context);
    }),
);

export type BankFileProfile = z.infer<typeof bankFileProfile>;

function withFormat(given: unknown): unknown {
  const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
  return isRecord && !('format' in given) ? { format: 'pain.001.001.09', ...given } : given;
}

function maxNameFor(characters: string): number {
  return characters === 'sepa' ? MAX_SEPA_NAME : MAX_NAME;
}

type CheckedFileProfile =
  | { readonly profile: BankFileProfile }
  | { readonly problems: readonly FieldProblem[] };

const MAX_PROBLEMS = 10;
const MAX_QUOTE = 40;

/**
 * Checks a profile. Each problem names its field, such as `profile.charges`, says how to correct it, and quotes the
 * given value.
 */
export function checkBankFileProfile(given: unknown): CheckedFileProfile {
  const { data, error } = bankFileProfile.safeParse(given);
  if (data) return { profile: data };
  return {
    problems: error.issues.slice(0, MAX_PROBLEMS).map((issue) => {
      const keys =
        issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
      const found = faultOf(issue);
      const message = `${found.message}${quoteOf(valueAt(given, keys))}`;
      return fieldProblem(['profile', ...keys].join('.'), { ...found, message });
    }),
  };
}

function valueAt(given: unknown, keys: readonly PropertyKey[]): unknown {
  return keys.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }, given);
}

function quoteOf(value: unknown): string {
  if (value === undefined || (typeof value === 'object' && value !== null)) return '';
  const text = JSON.stringify(value);
  return ` It is ${text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text}.`;
}
