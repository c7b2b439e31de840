import { z } from 'zod';
import { type FieldProblem, validationError } from '../../domain/errors.ts';
import { auditOrigin } from '../audit/origin.ts';
import { fields, flag, idText, parameters, typeProblem } from '../fields.ts';
import { costOfItems, define } from '../operation.ts';
import { content } from './files.ts';
import {
  columnView,
  previewLineView,
  problemView,
  viewColumns,
  viewLine,
  viewProblem,
} from './preview-views.ts';
import {
  type BankProfiles,
  type ListedProfile,
  MAX_PROFILE_TEXT,
  MAX_PROFILES,
  type StoredProfile,
} from './profile-store.ts';
import { readPreview } from './read-preview.ts';

export const profileView = z.object({
  profileId: z.string(),
  title: z.string(),
  /** Whether it comes with the service: it cannot be changed, but copied. */
  isBuiltIn: z.boolean(),
  /** The whole profile, as JSON. Its words are capitals without marks, as they are compared. */
  profile: z.string(),
});

export type ProfileView = z.infer<typeof profileView>;

/** A profile as JSON. */
const profileText = z
  .string({ error: typeProblem('a string with a profile as JSON') })
  .max(MAX_PROFILE_TEXT, `must have at most ${MAX_PROFILE_TEXT} characters.`);

/** Lists the profiles of banks: those that come with the service, and then the others by their ids. */
export const listBankProfiles = define({
  name: 'listBankProfiles',
  kind: 'query',
  input: parameters({}),
  output: z.array(profileView),
  cost: (profiles) => costOfItems(profiles.length),
  async run({ dependencies: { statements } }) {
    return (await statements.profiles.list()).map(viewProfile);
  },
});

/** Reads one profile. */
export const getBankProfile = define({
  name: 'getBankProfile',
  kind: 'query',
  input: parameters({ profileId: idText }),
  output: profileView,
  async run({ dependencies: { statements } }, { profileId }) {
    const found = (await statements.profiles.list()).find(({ id }) => id === profileId);
    if (!found) throw unknownProfile();
    return viewProfile(found);
  },
});

/** Adds a profile, or changes the one with its id. */
export const saveBankProfile = define({
  name: 'saveBankProfile',
  kind: 'command',
  input: fields({ profile: profileText }),
  output: profileView,
  async run(context, { profile: json }) {
    const { profiles } = context.dependencies.statements;
    const profile = checked(profiles, json);
    if (profiles.isBuiltIn(profile.id)) throw validationError([builtIn('profile.id', profile.id)]);
    const outcome = await profiles.store.save(profile, auditOrigin(context, 'saveBankProfile'));
    if (outcome === 'full') {
      const message = `profile cannot be added: there are ${MAX_PROFILES} already, the most there may be. Remove one first.`;
      throw validationError([{ path: 'profile', message }]);
    }
    return viewProfile({ ...profile, isBuiltIn: false });
  },
});

/** Removes a profile. Files that were read by it stay as they are. */
export const removeBankProfile = define({
  name: 'removeBankProfile',
  kind: 'command',
  input: fields({ profileId: idText }),
  output: z.object({ profileId: z.string() }),
  async run(context, { profileId }) {
    const { profiles } = context.dependencies.statements;
    if (profiles.isBuiltIn(profileId)) throw validationError([builtIn('profileId', profileId)]);
    if (!(await profiles.store.remove(profileId, auditOrigin(context, 'removeBankProfile'))))
      throw unknownProfile();
    return { profileId };
  },
});

export const triedProfileView = z.object({
  /** The columns of the sample with their roles; empty where its header was not found. */
  columns: z.array(columnView),
  problems: z.array(problemView),
  lineCount: z.number(),
  /** The first lines. */
  lines: z.array(previewLineView),
});

/** Reads a text by a profile that need not be stored, and keeps nothing. */
export const tryBankProfile = define({
  name: 'tryBankProfile',
  kind: 'command',
  isIdempotent: true,
  input: fields({ profile: profileText, content, isPasted: flag.default(true) }),
  output: triedProfileView,
  cost: ({ lines }) => costOfItems(lines.length),
  async run({ dependencies: { statements, runtime }, hasLeft }, { profile: json, content: text, isPasted }) {
    const profile = checked(statements.profiles, json);
    const given = { name: profile.title, bytes: new TextEncoder().encode(text), isPasted, profile };
    // The sample is of no account.
    const finder = { find: () => '', finish: () => [] };
    const options = { newId: runtime.newId, finder, hasLeft };
    const read = await statements.previewTurns.run(() => readPreview(statements, given, options));
    const { table, problems, lineCount, shown } = read;
    return {
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
    outcome.problems.map(({ path, message }) => {
      const named = path === '' ? 'profile' : `profile.${path}`;
      return { path: named, message: `${named}: ${message}` };
    }),
  );
}

function builtIn(path: string, id: string): FieldProblem {
  return { path, message: `${path} ${id} comes with the service. Copy the profile, with another id.` };
}

function unknownProfile() {
  return validationError([
    { path: 'profileId', message: 'profileId is the id of no profile. Use one from the list.' },
  ]);
}

function viewProfile({ id: profileId, title, isBuiltIn, json: profile }: ListedProfile): ProfileView {
  return { profileId, title, isBuiltIn, profile };
}
