import { z } from 'zod';
import { holdsIban } from '../../kernel/iban.ts';
import { fault, issueText } from '../../kernel/problems.ts';

const NO_IBAN = fault(
  'wrong_format',
  'must hold no IBAN. Those that are paid are in the column with the value iban, the one that pays in debtorIban.',
);

/** Texts of the template have one line, since no bank expects more. A text with an IBAN could name another payee. */
const oneLine = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u, issueText(fault('bad_characters')));
const withoutIban = (maximum: number) =>
  oneLine.max(maximum).refine((text) => !holdsIban(text), issueText(NO_IBAN));
const header = withoutIban(80);
const width = z.int().min(1).max(140).optional();

/** A text that is cut to the width of the bank's field. */
const cutColumn = z
  .object({
    header,
    /** `text` is the end-to-end id, because payouts have no text of their own. */
    value: z.enum(['name', 'text', 'debtorName']),
    /** Code points. */
    width,
  })
  .strict();

/** A value that is never cut. `reference` is the end-to-end id, `date` the day of execution. */
const wholeColumn = z
  .object({
    header,
    value: z.enum([
      'amount',
      'currency',
      'iban',
      'reference',
      'transactionId',
      'date',
      'rowNumber',
      'debtorIban',
    ]),
  })
  .strict();

/** The same text in every row, such as a code that the bank asks for. It can be empty. */
const constantColumn = z
  .object({ header, value: z.literal('constant'), constant: withoutIban(140) })
  .strict();

const VALUES = [...cutColumn.shape.value.options, ...wholeColumn.shape.value.options, 'constant'];

/** Writes the sentence of a union for a value that it does not allow. */
export function notOneOf(
  allowed: readonly string[],
): (issue: { readonly code?: string }) => string | undefined {
  return ({ code }) => (code === 'invalid_union' ? issueText(fault('not_one_of', { allowed })) : undefined);
}

const column = z.discriminatedUnion('value', [cutColumn, wholeColumn, constantColumn], {
  error: notOneOf(VALUES),
});
export type TableColumn = z.infer<typeof column>;

const NEEDED = ['amount', 'iban', 'name'] as const;
const MAX_COLUMNS = 50;

/** The columns of a bank's template, from left to right. */
export const tableColumns = z
  .array(column)
  .min(1)
  .max(MAX_COLUMNS)
  .superRefine((columns, context) => {
    for (const value of NEEDED)
      if (!columns.some((given) => given.value === value))
        context.addIssue({
          code: 'custom',
          message: issueText(
            fault(
              'wrong_format',
              `must have a column with the value ${value}. Add one: no bank pays without.`,
            ),
          ),
        });
  });
