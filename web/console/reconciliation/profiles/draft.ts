import type { SampleColumn } from './use-tried.ts';

/** A profile while it is edited, in the JSON form of the service. The screen itself uses only these parts. */
export interface Draft {
  /** Empty while it follows the title. */
  readonly id: string;
  readonly title: string;
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly required: readonly string[];
  readonly direction: { readonly kind: string };
  readonly defaultCurrency: string | null;
}

/** A profile of the list. */
export interface Profile {
  readonly profileId: string;
  readonly isBuiltIn: boolean;
  readonly draft: Draft;
}

/** All of a profile but its title, as JSON. */
export function printOptions(draft: Draft): string {
  const { title: _, ...options } = finished(draft);
  return JSON.stringify(options, null, 2);
}

/** Reads options that somebody has written; undefined if the screen cannot show them. */
export function readOptions(text: string, title: string): Draft | undefined {
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
  try {
    const { id = '', columns, required, direction, ...options } = JSON.parse(text);
    const isDraft = [...Object.values(columns), required, [id, direction.kind]].every(isTexts);
    return isDraft ? { id, title, columns, required, direction, ...options } : undefined;
  } catch {
    return undefined;
  }
}

/** The profile in the form that is sent. Its id follows from its title until the user enters one. */
export function finished(draft: Draft): Draft {
  const words = draft.title.toLowerCase().replaceAll('ı', 'i').normalize('NFKD').replace(/\p{M}/gu, '');
  const id = words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 40)
    .replace(/-$/, '');
  return { ...draft, id: draft.id || id, title: draft.title.trim() };
}

/** The role that a profile gives to a column. */
export function roleOf({ columns }: Draft, { name, key }: SampleColumn): string | undefined {
  return Object.keys(columns).find((role) => columns[role]?.some((known) => known === key || known === name));
}

/** Gives a role to a column of the sample, or takes it away. A file of this bank must have each column that is used. */
export function assign(draft: Draft, { name, key }: SampleColumn, role: string | undefined): Draft {
  const others = Object.entries(draft.columns).map(
    ([known, names]) => [known, names.filter((other) => other !== key && other !== name)] as const,
  );
  const left = Object.fromEntries(others.filter(([, names]) => names.length > 0));
  const columns = role ? { ...left, [role]: [...(left[role] ?? []), key] } : left;
  const required = new Set([...draft.required, ...(role ? [role] : [])].filter((known) => columns[known]));
  return { ...draft, columns, required: [...required], direction: directionOf(columns) ?? draft.direction };
}

/** How the columns distinguish credits from debits; undefined as long as they do not. */
function directionOf(columns: Draft['columns']): Draft['direction'] | undefined {
  if (columns.amount) return { kind: columns.direction ? 'letters' : 'signed' };
  return columns.debitAmount && columns.creditAmount ? { kind: 'columns' } : undefined;
}
