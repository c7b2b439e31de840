import type { ReadSample, SampleColumn } from '../reconciliation/profile-store.ts';
import { detectDelimiter, firstRecords, scoreOf } from './csv-rows.ts';
import { blanksRecord } from './paste.ts';
import { foldName } from './profiles/column-name.ts';
import { COLUMN_ROLES, type ColumnRole, rolesOfEveryLine } from './profiles/column-roles.ts';
import type { BankProfile } from './profiles/profile.ts';
import { looksLikeHeader } from './table-header.ts';
import { HEADER_ROWS, MAX_COLUMNS, textCell } from './table-row.ts';

/** The longest name and example that is shown. */
const MAX_SHOWN = 80;

/** The known profiles, in the order in which they are asked what a column holds. */
type KnownProfiles = readonly [generic: BankProfile, ...others: BankProfile[]];

/**
 * Reads the columns of a sample whose profile is not made yet, and guesses what each holds by the names that other
 * profiles have. The header is the row with the most known names, or else the first one that looks like one.
 */
export function readSample(text: string, known: KnownProfiles): ReadSample {
  const names = new Set(known.flatMap(({ columns }) => Object.values(columns).flat()));
  const { records, isPasted } = splitRecords(text, names);
  const rows = records.map((record) => record.slice(0, MAX_COLUMNS).map(textCell));
  const counts = rows.map((cells) => cells.filter((cell) => names.has(foldName(cell.text))).length);
  const most = Math.max(0, ...counts);
  const at = most > 1 ? counts.indexOf(most) : rows.findIndex(looksLikeHeader);
  const header = (rows[at] ?? []).map((cell) => cell.text);
  const below = rows.slice(at + 1);
  const keys = header.map(foldName);
  const roles = guessRoles(keys, known);
  return {
    columns: header.map((name, column): SampleColumn => {
      const example = below.find((cells) => cells[column]?.text)?.[column]?.text ?? '';
      return {
        name: name.slice(0, MAX_SHOWN),
        key: keys[column] ?? '',
        example: example.slice(0, MAX_SHOWN),
        role: roles[column] ?? null,
      };
    }),
    isPasted,
    fittingIds: fitting(keys, known.slice(1)).map(({ id }) => id),
  };
}

function splitRecords(text: string, names: ReadonlySet<string>) {
  const plain = text.replace(/^\ufeff/, '');
  const bytes = Buffer.from(plain);
  const delimited = firstRecords(bytes, detectDelimiter(bytes, names));
  const blanks = plain.split(/\r\n|\n|\r/, HEADER_ROWS).map(blanksRecord);
  const isPasted = scoreOf(blanks, names) > scoreOf(delimited, names);
  return { records: isPasted ? blanks : delimited, isPasted };
}

/**
 * If two columns have the same role, other than the text, the first one has it. If two columns have the same name,
 * neither has a role.
 */
function guessRoles(keys: readonly string[], known: KnownProfiles): readonly (ColumnRole | undefined)[] {
  const taken = new Set<ColumnRole>();
  return keys.map((key) => {
    const found = known.map((profile) => roleOf(profile, key) ?? textRoleOf(profile, key));
    const role = found.find((one) => one !== undefined && one !== 'other' && one !== 'unclearIban');
    const isOnce = key !== '' && keys.indexOf(key) === keys.lastIndexOf(key);
    if (!role || !isOnce || (taken.has(role) && role !== 'description')) return undefined;
    taken.add(role);
    return role;
  });
}

const roleOf = ({ columns }: BankProfile, key: string) =>
  COLUMN_ROLES.find((role) => columns[role]?.includes(key));

/** A text can continue in columns with the same name and a number. */
const textRoleOf = (profile: BankProfile, key: string) =>
  roleOf(profile, key.replace(/ ?\d{1,2}$/, '')) === 'description' ? 'description' : undefined;

/** The profiles whose columns a header has. If there are several, a file with this header needs a chosen profile. */
function fitting(keys: readonly string[], profiles: readonly BankProfile[]): readonly BankProfile[] {
  return profiles.filter((profile) =>
    [...rolesOfEveryLine(profile), ...profile.required].every((role) =>
      profile.columns[role]?.some((name) => keys.includes(name)),
    ),
  );
}
