import { z } from 'zod';
import { foldLetters } from '../../kernel/fold-letters.ts';
import { fault, issueText } from '../../kernel/problems.ts';
import { currencyOf, DECIMAL_SIGNS } from '../amount-text.ts';
import { DATE_FORMS } from '../date-text.ts';
import { checkColumns, checkStatusWords, checkWords } from './check-profile.ts';
import { foldName } from './column-name.ts';
import { COLUMN_ROLES } from './column-roles.ts';
import { BOOKED_WORDS, PENDING_WORDS } from './status-words.ts';

const MAX_NAMES = 20;
/** Some banks spread the text of the payer over fourteen columns. */
const MAX_COLUMN_NAMES = 40;
/** Banks have many words for lines that are not booked. */
const MAX_STATUS_WORDS = 100;

const text = z.string().min(1).max(80);
// A stored profile is parsed again, so its folded texts have the same limits.
const name = text.transform(foldName).pipe(text);
const word = text.transform((given) => foldLetters(given).trim()).pipe(text);
const words = z.array(word).min(1).max(MAX_NAMES);
const statusWords = z.array(word).min(1).max(MAX_STATUS_WORDS);
const literal = text;

/** The words of a column for which a rule applies: the bank writes them, and no payer can. */
const when = z.object({ transactionType: words }).strict();

/** The name is one field of the description. */
const fieldOfDescription = z
  .object({
    kind: z.literal('field'),
    separator: z.string().min(1).max(5),
    /** Counted from 0; from -1 backwards from the end. */
    index: z.int().min(-20).max(20),
    /** A field that must be a number, which proves the form of the description. */
    digitsAt: z.int().min(-20).max(20).optional(),
    /** The text of the bank at the end of the description. `#` means digits. */
    endsWith: literal.optional(),
    when: when.optional(),
  })
  .strict();

/** The name is between texts of the bank. `#` means digits. */
const betweenWords = z
  .object({
    kind: z.literal('between'),
    /** The beginning of the description. */
    prefix: literal,
    /** The text after the name; without one the name extends to the end. */
    suffix: literal.optional(),
    when: when.optional(),
  })
  .strict();

const senderRule = z.discriminatedUnion('kind', [fieldOfDescription, betweenWords]);
export type SenderRule = z.infer<typeof senderRule>;

const CREDIT_WORDS = ['A', 'ALACAK', '+', 'C', 'CR', 'CRDT', 'CREDIT'];
const DEBIT_WORDS = ['B', 'BORC', '-', 'D', 'DR', 'DBIT', 'DEBIT'];

/** How the direction of a line is known. A column of letters is compared with a sign in any case. */
const direction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed') }).strict(),
  z.object({ kind: z.literal('letters') }).strict(),
  z.object({ kind: z.literal('columns') }).strict(),
]);

/**
 * The names of the column of a role, the preferred first. For `description`, all columns with these names are read,
 * also with a number at the end: `VWZ` means `VWZ1` to `VWZ14` as well.
 */
const columns = z.partialRecord(z.enum(COLUMN_ROLES), z.array(name).min(1).max(MAX_COLUMN_NAMES));

/**
 * The description of a bank's tables as data. `bankProfile.parse` checks one that is given as JSON and folds its words,
 * so that names can be written as the bank prints them.
 */
export const bankProfile = z
  .object({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, issueText(fault('profile_id_form'))),
    title: z.string().min(1).max(80),
    columns,
    /** The roles that a row must have to be the header of this bank, in addition to the date and the amount. */
    required: z.array(z.enum(COLUMN_ROLES)).max(COLUMN_ROLES.length).default([]),
    decimal: z.enum(DECIMAL_SIGNS),
    dates: z.array(z.enum(DATE_FORMS)).min(1).max(DATE_FORMS.length),
    direction,
    /** The words of the column `direction`: no word is in both lists. */
    creditWords: words.optional(),
    debitWords: words.optional(),
    /** Rules for the name of a sender, in the order of trust. A column for it comes before them. */
    senders: z.array(senderRule).max(MAX_NAMES).default([]),
    /** The column whose texts each belong to a single line, at this bank. */
    trustedReference: z.enum(['reference', 'receiptNo']).nullable().default(null),
    /** Words of the column `status` of lines that are booked. */
    bookedWords: statusWords.default([...BOOKED_WORDS]),
    /** Words of the column `status` of lines that are not booked, or taken back. Any other word refuses the file. */
    pendingWords: statusWords.default([...PENDING_WORDS]),
    /** Words with which the bank marks a returned payment, in its type or at the beginning of the description. */
    returnWords: words.default(['IADE']),
    /** `auto`: the order in which the balances add up. `none`: the balances mean something else. */
    balanceOrder: z.enum(['oldest-first', 'newest-first', 'auto', 'none']).default('auto'),
    /** For lines whose file names no currency. */
    defaultCurrency: z.string().transform(toCurrency).nullable().default(null),
  })
  .strict()
  .superRefine((profile, context) => {
    checkColumns(profile, context);
    checkWords(profile, { creditWords: CREDIT_WORDS, debitWords: DEBIT_WORDS }, context);
    checkStatusWords(profile, context);
  })
  .transform(({ creditWords = CREDIT_WORDS, debitWords = DEBIT_WORDS, ...profile }) => ({
    ...profile,
    creditWords,
    debitWords,
  }));

export type BankProfile = z.infer<typeof bankProfile>;

function toCurrency(text: string, context: z.RefinementCtx): string {
  const currency = currencyOf(text);
  if (currency === undefined)
    context.addIssue({ code: 'custom', message: issueText(fault('not_a_currency')) });
  return currency ?? text;
}
