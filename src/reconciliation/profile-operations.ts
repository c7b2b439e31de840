import { z } from 'zod';
import { fieldError, type ServiceError } from '../kernel/errors.ts';
import { fault, issueText } from '../kernel/problems.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { fields, idText, typeProblem, viewType } from '../operations/fields.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { ADMINS, OPERATORS } from '../operations/permissions.ts';
import { MAX_PROFILE_TEXT, MAX_PROFILES } from './limits.ts';
import type { ListedProfile, ProfileKind, StoredProfile } from './profile-store.ts';

const profileFields = {
  profileId: z.string().describe('The id of the profile.'),
  title: z.string().describe('The name of the bank.'),
  isBuiltIn: z.boolean().describe('Whether it comes with the service: it cannot be changed, but copied.'),
  profile: z.string().describe('The profile: JSON as text.'),
};

export const profileText = z
  .string({ error: typeProblem('a string with a profile as JSON') })
  .max(MAX_PROFILE_TEXT, issueText(fault('too_long', { maximum: MAX_PROFILE_TEXT })))
  .describe('The profile: JSON as text.');

/** What differs between the kinds of profiles. */
interface ProfileOperations {
  readonly kind: ProfileKind;
  /** Used in the names of the operations: `saveBankProfile`. */
  readonly noun: 'BankProfile' | 'PayoutProfile';
  /** The first two are used in the summaries: 'Remove the profile of a bank'. */
  readonly words: { readonly one: string; readonly all: string; readonly view: string };
  readonly saveDescription?: string;
  readonly examples: { readonly profileId: string; readonly profile: string };
  /** The profiles that come with the service. */
  builtIn(dependencies: Dependencies): readonly StoredProfile[];
  /** @throws ServiceError error_validation that names each field of the profile that is wrong. */
  check(dependencies: Dependencies, json: string): StoredProfile;
  /** @returns whether there was such a profile. @throws ServiceError error_validation if it is in use. */
  remove(context: Context, id: string): Promise<boolean>;
}

/**
 * Creates the operations on profiles of one kind: those of the service, which cannot be changed, and those of admins.
 */
export function profileOperations({ noun, words, examples, ...of }: ProfileOperations) {
  const view = viewType(noun, words.view, profileFields);
  return {
    list: operation({
      name: `list${noun}s`,
      kind: 'query',
      roles: OPERATORS,
      modes: 'live',
      summary: `List the profiles of ${words.all}`,
      input: fields({}),
      output: z.array(view),
      cost: (profiles) => costOfItems(profiles.length),
      run: async ({ dependencies }) => (await listProfiles(dependencies, of)).map(viewProfile),
    }),
    get: operation({
      name: `get${noun}`,
      kind: 'query',
      roles: OPERATORS,
      modes: 'live',
      summary: `Read the profile of ${words.one}`,
      input: fields({ profileId: idText.describe('The profile.') }),
      output: view,
      example: { profileId: examples.profileId },
      async run({ dependencies }, { profileId }) {
        const found = (await listProfiles(dependencies, of)).find(({ id }) => id === profileId);
        if (!found) throw unknownProfile();
        return viewProfile(found);
      },
    }),
    save: operation({
      name: `save${noun}`,
      kind: 'command',
      roles: ADMINS,
      modes: 'live',
      summary: `Add or change the profile of ${words.one}`,
      ...(of.saveDescription && { description: of.saveDescription }),
      input: fields({ profile: profileText }),
      output: view,
      example: { profile: examples.profile },
      async run({ dependencies, meta: { audit } }, { profile: json }) {
        const profile = of.check(dependencies, json);
        refuseBuiltIn(of.builtIn(dependencies), 'profile.id', profile.id);
        const outcome = await dependencies.db.run('saveBankProfile', { kind: of.kind, profile, audit });
        if (outcome === 'full') {
          const message = `cannot be added: there are ${MAX_PROFILES} already, the most there may be. Remove one first.`;
          throw fieldError('profile', fault('full', { maximum: MAX_PROFILES }, message));
        }
        return viewProfile({ ...profile, isBuiltIn: false });
      },
    }),
    remove: operation({
      name: `remove${noun}`,
      kind: 'command',
      roles: ADMINS,
      modes: 'live',
      summary: `Remove the profile of ${words.one}`,
      input: fields({ profileId: idText.describe('The profile to remove.') }),
      output: viewType(`Removed${noun}`, 'The profile that was removed.', {
        profileId: z.string().describe('The profile that was removed.'),
      }),
      example: { profileId: 'my-bank' },
      async run(context, { profileId }) {
        refuseBuiltIn(of.builtIn(context.dependencies), 'profileId', profileId);
        if (!(await of.remove(context, profileId))) throw unknownProfile();
        return { profileId };
      },
    }),
  };
}

async function listProfiles(
  dependencies: Dependencies,
  { kind, builtIn }: Pick<ProfileOperations, 'kind' | 'builtIn'>,
): Promise<readonly ListedProfile[]> {
  const added = await dependencies.db.read('listProfiles', kind);
  return [
    ...builtIn(dependencies).map((profile) => ({ ...profile, isBuiltIn: true })),
    ...added.map((profile) => ({ ...profile, isBuiltIn: false })),
  ];
}

function refuseBuiltIn(builtIn: readonly StoredProfile[], path: string, id: string): void {
  if (builtIn.some((profile) => profile.id === id)) throw fieldError(path, fault('built_in', { id }));
}

/** Builds the error for an id that belongs to no profile. */
export function unknownProfile(): ServiceError {
  return fieldError('profileId', fault('unknown_id', 'is the id of no profile. Use one from the list.'));
}

function viewProfile({ id: profileId, title, isBuiltIn, json: profile }: ListedProfile) {
  return { profileId, title, isBuiltIn, profile };
}
