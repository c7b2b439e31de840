import { isDeepStrictEqual } from 'node:util';
import { readJson } from '../kernel/json.ts';
import { fault, faultOf } from '../kernel/problems.ts';
import type { Database } from '../operations/database.ts';
import { type BankProfiles, type CheckedProfile, storedProfile } from '../reconciliation/profile-store.ts';
import { BANK_PROFILES, GENERIC_PROFILE } from './profiles/index.ts';
import { type BankProfile, bankProfile } from './profiles/profile.ts';
import { readSample } from './sample.ts';

const BUILT_IN: readonly BankProfile[] = [...BANK_PROFILES, GENERIC_PROFILE];
const MAX_PROBLEMS = 10;

/** The profiles of banks, as operations and as readers see them. */
export interface ProfileCatalog extends BankProfiles {
  /** Lists the profiles that are recognized by their header: those of the service and those of admins. */
  listDetected(): Promise<readonly BankProfile[]>;
}

/** Joins the profiles that come with the service and those that are stored, which are read again for each file. */
export function createProfileCatalog(db: Pick<Database, 'read'>): ProfileCatalog {
  const listDetected = async () => {
    const stored = await db.read('listProfiles', 'statement');
    return [...BANK_PROFILES, ...stored.flatMap(({ json }) => parseProfile(json) ?? [])];
  };
  return {
    builtIn: BUILT_IN.map(storedProfile),
    check: checkProfile,
    listDetected,
    readSample: async (text) => readSample(text, [GENERIC_PROFILE, ...(await listDetected())]),
  };
}

/** A profile of another version that breaks the rules of this one is left out, and reads nothing. */
export function parseProfile(json: string): BankProfile | undefined {
  return bankProfile.safeParse(readJson(json)).data;
}

function checkProfile(json: string): CheckedProfile {
  const value = readJson(json);
  if (typeof value !== 'object' || value === null)
    return { problems: [{ path: '', fault: fault('malformed', 'must be one JSON object.') }] };
  const { data, error } = bankProfile.safeParse(value);
  if (data) return checkedTwice(data);
  const issues = error.issues.slice(0, MAX_PROBLEMS);
  return { problems: issues.map((issue) => ({ path: issue.path.join('.'), fault: faultOf(issue) })) };
}

/** A stored profile is parsed again for each file, so it must then give the same result. */
function checkedTwice(profile: BankProfile): CheckedProfile {
  const stored = storedProfile(profile);
  if (isDeepStrictEqual(parseProfile(stored.json), profile)) return { profile: stored };
  const message = 'would be read differently once it is saved. Write its names and words in ASCII capitals.';
  return { problems: [{ path: '', fault: fault('wrong_format', message) }] };
}
