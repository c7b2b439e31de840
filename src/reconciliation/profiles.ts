import { z } from 'zod';
import { fieldError, type ServiceError, validationError } from '../kernel/errors.ts';
import { fault, issueText } from '../kernel/problems.ts';
import { EXAMPLE_LINES, EXAMPLE_PROFILE } from '../operations/examples.ts';
import { fields, flag, idText, parameters, typeProblem } from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { ADMINS, OPERATORS } from '../operations/permissions.ts';
import { content } from './files.ts';
import { MAX_PROFILE_TEXT, MAX_PROFILES } from './limits.ts';
import {
  columnView,
  previewLineView,
  problemView,
  viewColumns,
  viewLine,
  viewProblem,
} from './preview-views.ts';
import type { BankProfiles, ListedProfile, StoredProfile } from './profile-store.ts';
import { readPreview } from './read-preview.ts';

export const profileView = z.object({
  profileId: z.string().describe('The id of the profile.'),
  title: z.string().describe('The name of the bank.'),
  isBuiltIn: z.boolean().describe('Whether it comes with the service: it cannot be changed, but copied.'),
  profile: z.string().describe('The profile: JSON as text.'),
});

export type ProfileView = z.infer<typeof profileView>;

export const profileText = z
  .string({ error: typeProblem('a string with a profile as JSON') })
  .max(MAX_PROFILE_TEXT, issueText(fault('too_long', { maximum: MAX_PROFILE_TEXT })))
  .describe('The profile: JSON as text.');

export const listBankProfiles = operation({
  name: 'listBankProfiles',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'List the profiles of banks',
  input: parameters({}),
  output: z.array(profileView),
  cost: (profiles) => costOfItems(profiles.length),
  async run({ dependencies: { statements } }) {
    return (await statements.profiles.list()).map(viewProfile);
  },
});

export const getBankProfile = operation({
  name: 'getBankProfile',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Read the profile of a bank',
  input: parameters({ profileId: idText.describe('The profile.') }),
  output: profileView,
  example: { profileId: 'akbank' },
  async run({ dependencies: { statements } }, { profileId }) {
    const found = (await statements.profiles.list()).find(({ id }) => id === profileId);
    if (!found) throw unknownProfile();
    return viewProfile(found);
  },
});

export const saveBankProfile = operation({
  name: 'saveBankProfile',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Add or change the profile of a bank',
  input: fields({ profile: profileText }),
  output: profileView,
  example: { profile: EXAMPLE_PROFILE },
  async run(context, { profile: json }) {
    const { profiles } = context.dependencies.statements;
    const profile = checked(profiles, json);
    if (profiles.isBuiltIn(profile.id)) throw builtIn('profile.id', profile.id);
    const outcome = await profiles.store.save(profile, context.meta.audit);
    if (outcome === 'full') {
      const message = `cannot be added: there are ${MAX_PROFILES} already, the most there may be. Remove one first.`;
      throw fieldError('profile', fault('full', { maximum: MAX_PROFILES }, message));
    }
    return viewProfile({ ...profile, isBuiltIn: false });
  },
});

export const removeBankProfile = operation({
  name: 'removeBankProfile',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Remove the profile of a bank',
  input: fields({ profileId: idText.describe('The profile to remove.') }),
  output: z.object({ profileId: z.string().describe('The profile that was removed.') }),
  example: { profileId: 'my-bank' },
  async run(context, { profileId }) {
    const { profiles } = context.dependencies.statements;
    if (profiles.isBuiltIn(profileId)) throw builtIn('profileId', profileId);
    if (!(await profiles.store.remove(profileId, context.meta.audit))) throw unknownProfile();
    return { profileId };
  },
});

export const sampleColumnView = z.object({
  name: z.string().describe('The name of the column.'),
  key: z.string().describe('The name as names of columns are compared.'),
  example: z.string().describe('Its first filled cell; empty without one.'),
  role: z.string().nullable().describe('What it probably holds, by the profiles of other banks.'),
});

export const sampleView = z.object({
  columns: z.array(sampleColumnView).describe('Empty where no row looks like a header.'),
  isPasted: z.boolean().describe('Whether it is lines that were copied from a page.'),
  fittingIds: z.array(z.string()).describe('The profiles whose columns it has.'),
});

export const triedProfileView = z.object({
  sample: sampleView.describe('The columns of the sample, as far as they can be told without a profile.'),
  columns: z
    .array(columnView)
    .describe('The columns of the sample with their roles; empty where its header was not found.'),
  problems: z.array(problemView).describe('What cannot be read, with its place.'),
  lineCount: z.number().describe('The lines in it.'),
  lines: z.array(previewLineView).describe('The first lines.'),
});

export const tryBankProfile = operation({
  name: 'tryBankProfile',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Read a sample by a profile',
  description:
    'Neither is kept. Without a profile the answer has the columns of the sample, each with what it probably holds.',
  isIdempotent: true,
  input: fields({
    profile: profileText.optional(),
    content,
    isPasted: flag
      .default(true)
      .describe('True for lines that were copied from a page; false for a whole file.'),
  }),
  output: triedProfileView,
  example: { profile: EXAMPLE_PROFILE, content: EXAMPLE_LINES },
  cost: ({ lines }) => costOfItems(lines.length),
  async run({ dependencies: { statements, runtime }, hasLeft }, { profile: json, content: text, isPasted }) {
    const sample = await statements.profiles.readSample(text);
    if (json === undefined) return { sample, columns: [], problems: [], lineCount: 0, lines: [] };
    const profile = checked(statements.profiles, json);
    const given = { name: profile.title, bytes: new TextEncoder().encode(text), isPasted, profile };
    // The sample is of no account.
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

function builtIn(path: string, id: string): ServiceError {
  return fieldError(path, fault('built_in', { id }));
}

function unknownProfile() {
  return fieldError('profileId', fault('unknown_id', 'is the id of no profile. Use one from the list.'));
}

export function viewProfile({ id: profileId, title, isBuiltIn, json: profile }: ListedProfile): ProfileView {
  return { profileId, title, isBuiltIn, profile };
}
