import { z } from 'zod';
import { validationError } from '../kernel/errors.ts';
import { EXAMPLE_LINES, EXAMPLE_PROFILE } from '../operations/examples.ts';
import { fields, viewType } from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { ADMINS } from '../operations/permissions.ts';
import { textTerms } from './files.ts';
import {
  columnView,
  previewLineView,
  problemView,
  viewColumns,
  viewLine,
  viewProblem,
} from './preview-views.ts';
import { profileOperations, profileText } from './profile-operations.ts';
import type { BankProfiles, StoredProfile } from './profile-store.ts';
import { readPreview } from './read-preview.ts';

export const {
  list: listBankProfiles,
  get: getBankProfile,
  save: saveBankProfile,
  remove: removeBankProfile,
} = profileOperations({
  kind: 'statement',
  noun: 'BankProfile',
  words: { one: 'a bank', all: 'banks', view: 'How tables of a bank are read, as data.' },
  examples: { profileId: 'akbank', profile: EXAMPLE_PROFILE },
  builtIn: ({ statements }) => statements.profiles.builtIn,
  check: ({ statements }, json) => checked(statements.profiles, json),
  remove: ({ dependencies: { db }, meta: { audit } }, id) =>
    db.run('removeBankProfile', { kind: 'statement', id, audit }),
});

export type ProfileView = z.infer<typeof getBankProfile.output>;

const sampleColumnView = viewType('SampleColumn', 'A column of a sample.', {
  name: z.string().describe('The name of the column.'),
  key: z.string().describe('The name in the form in which names are compared.'),
  example: z.string().describe('Its first filled cell; empty without one.'),
  role: z.string().nullable().describe('What it probably holds, by the profiles of other banks.'),
});

const sampleView = viewType(
  'StatementSample',
  'The columns of a sample, as far as they can be recognized without a profile.',
  {
    columns: z.array(sampleColumnView).describe('Empty if no row looks like a header.'),
    isPasted: z.boolean().describe('Whether it is lines that were copied from a page.'),
    fittingIds: z.array(z.string()).describe('The profiles whose columns it has.'),
  },
);

const triedProfileView = viewType('TriedBankProfile', 'A sample as a profile reads it.', {
  sample: sampleView.describe(
    'The columns of the sample, as far as they can be recognized without a profile.',
  ),
  columns: z
    .array(columnView)
    .describe('The columns of the sample with their roles; empty if its header was not found.'),
  problems: z.array(problemView).describe('What cannot be read, with its place.'),
  lineCount: z.number().describe('The lines in it.'),
  lines: z.array(previewLineView).describe('The first lines.'),
});

export const tryBankProfile = operation({
  name: 'tryBankProfile',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Read a sample with a profile',
  description:
    'Neither is kept. Without a profile the answer has the columns of the sample, each with what it probably holds.',
  isIdempotent: true,
  input: fields({ profile: profileText.optional(), ...textTerms }),
  output: triedProfileView,
  example: { profile: EXAMPLE_PROFILE, content: EXAMPLE_LINES },
  cost: ({ lines }) => costOfItems(lines.length),
  async run({ dependencies: { statements, runtime }, hasLeft }, { profile: json, content: text, isPasted }) {
    const sample = await statements.profiles.readSample(text);
    if (json === undefined) return { sample, columns: [], problems: [], lineCount: 0, lines: [] };
    const profile = checked(statements.profiles, json);
    const given = { name: profile.title, bytes: new TextEncoder().encode(text), isPasted, profile };
    // The sample belongs to no account.
    const finder = { find: () => '', finish: () => [] };
    const options = { newId: runtime.newId, finder, hasLeft };
    const read = await statements.previewTurns.run(() => readPreview(statements, given, options));
    const { table, problems, lineCount, shown } = read;
    return {
      sample,
      columns: viewColumns(table),
      problems: problems.map(viewProblem),
      lineCount,
      lines: shown.map((line) => viewLine({ ...line, isNew: undefined }, undefined)),
    };
  },
});

/** @throws ServiceError error_validation that names each field of the profile that is wrong. */
function checked(profiles: BankProfiles, json: string): StoredProfile {
  const outcome = profiles.check(json);
  if ('profile' in outcome) return outcome.profile;
  throw validationError(
    outcome.problems.map(({ path, fault: found }) => {
      const named = path === '' ? 'profile' : `profile.${path}`;
      return { path: named, ...found, message: `${named}: ${found.message}` };
    }),
  );
}
