import type { z } from 'zod';
import { fault, issueText } from '../../kernel/problems.ts';
import { withoutFormulas } from '../../kernel/table-files/formulas.ts';
import type { TableColumn } from './table-columns.ts';
import { isInWindows1254 } from './windows-1254.ts';

interface IsoToCheck {
  readonly serviceLevel: string | null;
  readonly charges: string | null;
  readonly maxName: number;
}

/** The longest name in SEPA, in code points. */
export const MAX_SEPA_NAME = 70;

/** Checks what the rules of SEPA add to those of ISO 20022. */
export function checkIso({ serviceLevel, charges, maxName }: IsoToCheck, context: z.RefinementCtx): void {
  if (serviceLevel !== 'SEPA') return;
  if (charges !== null && charges !== 'SLEV')
    refuse(context, ['charges'], 'must be SLEV, or null, with the service level SEPA.');
  if (maxName > MAX_SEPA_NAME)
    refuse(context, ['maxName'], `must be at most ${MAX_SEPA_NAME} with the service level SEPA.`);
}

interface CsvToCheck {
  readonly columns: readonly TableColumn[];
  readonly delimiter: string;
  readonly decimal: 'comma' | 'point';
  readonly encoding: 'utf-8' | 'windows-1254';
  readonly characters: string;
}

/** Checks that every cell can be written, and that it is read back as it was meant. */
export function checkCsv(profile: CsvToCheck, context: z.RefinementCtx): void {
  const { columns, delimiter, decimal, encoding, characters } = profile;
  if (delimiter === ',' && decimal === 'comma')
    refuse(context, ['delimiter'], 'must not be the decimal sign as well. Choose ;, or the decimal point.');
  if (encoding === 'windows-1254' && characters === 'unicode')
    refuse(
      context,
      ['characters'],
      'must be latin or sepa with the encoding windows-1254, which has no other letters.',
    );
  columns.forEach((column, index) => {
    const texts = column.value === 'constant' ? (['header', 'constant'] as const) : (['header'] as const);
    for (const field of texts) {
      const text = field === 'header' ? column.header : constantOf(column);
      const path = ['columns', index, field];
      if (withoutFormulas(text) !== text.trim())
        refuse(context, path, 'must not hold the beginning of a formula: =, +, - or @. Leave the sign out.');
      else if (encoding === 'windows-1254' && !Array.from(text).every(isInWindows1254))
        refuse(context, path, 'must have characters of windows-1254 only. Write it otherwise, or use utf-8.');
    }
  });
}

function constantOf(column: TableColumn): string {
  return column.value === 'constant' ? column.constant : '';
}

function refuse(context: z.RefinementCtx, path: PropertyKey[], message: string): void {
  context.addIssue({ code: 'custom', path, message: issueText(fault('wrong_format', message)) });
}
