import { foldName } from './sample.ts';

/** The content that a column of a bank's table can have, in the order of the form. */
export const ROLES = [
  'date',
  'time',
  'valueDate',
  'amount',
  'debitAmount',
  'creditAmount',
  'direction',
  'balance',
  'currency',
  'description',
  'counterpartyName',
  'counterpartyIban',
  'reference',
  'receiptNo',
  'transactionType',
  'status',
  'payerId',
  'ownIban',
  'ownNumber',
  'other',
] as const;
export type Role = (typeof ROLES)[number];

/** A profile as it is edited, in the form of the service's JSON. The form itself knows only these parts of it. */
export interface Draft {
  /** Empty as long as it follows the title. */
  readonly id: string;
  readonly title: string;
  readonly columns: Readonly<Partial<Record<Role, readonly string[]>>>;
  readonly required: readonly Role[];
  readonly direction: { readonly kind: string };
  readonly defaultCurrency: string | null;
}

/** A profile of the list. */
export interface Profile {
  readonly profileId: string;
  readonly isBuiltIn: boolean;
  readonly draft: Draft;
}

/** Reads a profile of the service. */
export function readDraft(json: string): Draft {
  return JSON.parse(json);
}

/** All of a profile that its title does not say. */
export function optionsOf({ id: _, title: __, ...options }: Draft): Omit<Draft, 'id' | 'title'> {
  return options;
}

/** Takes over options that somebody has written; undefined where they are none that the form can show. */
export function withOptions(draft: Draft, text: string): Draft | undefined {
  try {
    const { columns, required, direction, ...options } = JSON.parse(text);
    const isDraft =
      Object.values(columns).every(isTexts) && isTexts(required) && typeof direction.kind === 'string';
    return isDraft
      ? { ...options, columns, required, direction, id: draft.id, title: draft.title }
      : undefined;
  } catch {
    return undefined;
  }
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

/** A profile without columns, with all else as in the one for any bank. */
export function blankDraft(profiles: readonly Profile[]): Draft | undefined {
  const generic = profiles.find(({ profileId }) => profileId === 'generic')?.draft;
  return generic && { ...generic, id: '', title: '', columns: {}, required: [] };
}

/** The profile as it is sent. Its id follows from its title until somebody writes one. */
export function finished(draft: Draft): Draft {
  return { ...draft, id: draft.id || idOf(draft.title), title: draft.title.trim() };
}

const MAX_ID = 40;

function idOf(title: string): string {
  return foldName(title).toLowerCase().replaceAll(' ', '-').slice(0, MAX_ID).replace(/-$/, '');
}

/** The roles without which no line can be read. */
export function rolesOfEveryLine({ direction }: Draft): readonly Role[] {
  if (direction.kind === 'columns') return ['date', 'debitAmount', 'creditAmount'];
  return direction.kind === 'letters' ? ['date', 'amount', 'direction'] : ['date', 'amount'];
}

/** The role that a profile gives to a column. */
export function roleOf({ columns }: Draft, name: string): Role | undefined {
  const folded = foldName(name);
  if (folded === '') return undefined;
  return ROLES.find((role) => columns[role]?.some((known) => foldName(known) === folded));
}

/** All names of columns of a profile, folded. */
export function namesOf({ columns }: Draft): ReadonlySet<string> {
  return new Set(Object.values(columns).flatMap((names) => names.map(foldName)));
}

/** Gives a role to a column of the sample, or takes it away. A file of this bank must have each column that is used. */
export function assign(draft: Draft, name: string, role: Role | undefined): Draft {
  const folded = foldName(name);
  const columns = Object.fromEntries(
    Object.entries(draft.columns).flatMap(([known, names]) => {
      const left = names.filter((other) => foldName(other) !== folded);
      return left.length > 0 ? [[known, left]] : [];
    }),
  );
  const required = draft.required.filter((known) => columns[known]);
  if (!role) return { ...draft, columns, required };
  // A comma separates names in the form, and is no part of them when they are compared.
  const names = [...(columns[role] ?? []), name.replaceAll(',', ' ')];
  const assigned = { ...columns, [role]: names };
  return {
    ...draft,
    columns: assigned,
    required: required.includes(role) ? required : [...required, role],
    direction: { kind: directionOf(assigned) ?? draft.direction.kind },
  };
}

/** How the columns tell money in from money out; undefined where they do not say yet. */
function directionOf({ debitAmount, creditAmount, amount, direction }: Draft['columns']): string | undefined {
  if (amount) return direction ? 'letters' : 'signed';
  return debitAmount && creditAmount ? 'columns' : undefined;
}

/** Gives the columns of a sample the roles that they have in other profiles. Of two of one role but the text the first has it. */
export function guess(draft: Draft, header: readonly string[], profiles: readonly Profile[]): Draft {
  let guessed = draft;
  // The profile of any bank knows the common names, so it is asked first.
  const known = [...profiles].sort((a, b) => rank(a) - rank(b));
  for (const name of header) {
    const roles = known.map(({ draft: other }) => roleOf(other, name) ?? textRoleOf(other, name));
    const role = roles.find((found) => found !== undefined && found !== 'other');
    const isFree = role === 'description' || (role && !guessed.columns[role]);
    if (role && isFree && isOnce(header, name)) guessed = assign(guessed, name, role);
  }
  return guessed;
}

/** A text can go on in columns with a number behind the same name. */
const textRoleOf = (draft: Draft, name: string) =>
  roleOf(draft, name.replace(/\s*\d{1,2}\s*$/, '')) === 'description' ? 'description' : undefined;

const rank = ({ profileId }: Profile) => (profileId === 'generic' ? 0 : 1);

const isOnce = (header: readonly string[], name: string) =>
  header.filter((other) => foldName(other) === foldName(name)).length === 1;

/** The other profiles whose columns a header has. With any of them a file like this is read by none of itself. */
export function alsoFitting(
  header: readonly string[],
  profiles: readonly Profile[],
  ownId: string,
): readonly Profile[] {
  const names = new Set(header.map(foldName));
  return profiles.filter(({ profileId, draft }) => {
    const needed = [...rolesOfEveryLine(draft), ...draft.required];
    const fits = needed.every((role) => draft.columns[role]?.some((name) => names.has(foldName(name))));
    return fits && profileId !== 'generic' && profileId !== ownId;
  });
}
