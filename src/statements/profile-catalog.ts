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
  /** Those whose header is looked for, of the service and of admins. */
  listDetected(): Promise<readonly BankProfile[]>;
}

/** Joins the profiles that come with the service, and those that are stored. They are read for each file again. */
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

/** A profile of another version whose rules it does not fit is left out: it reads nothing. */
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

/** A stored profile is read again for each file, so it must then say the same. */
function checkedTwice(profile: BankProfile): CheckedProfile {
  const stored = storedProfile(profile);
  if (isDeepStrictEqual(parseProfile(stored.json), profile)) return { profile: stored };
  const message = 'would be read otherwise once it is saved. Write its names and words in capitals of ASCII.';
  return { problems: [{ path: '', fault: fault('wrong_format', message) }] };
}
