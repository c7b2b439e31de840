import { readJson } from '../kernel/json.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { type StoredProfile, storedProfile } from '../reconciliation/profile-store.ts';
import { checkBankFileProfile } from './files/bank-file-profile.ts';
import { BANK_FILE_PROFILES } from './files/built-in-profiles.ts';

/** The profile that is used for an account without one. */
export const DEFAULT_PROFILE_ID = 'iso20022';

/** The profiles that come with the service, with their defaults filled in. */
export const BUILT_IN: readonly StoredProfile[] = BANK_FILE_PROFILES.map(storedProfile);

type Reads = Pick<Dependencies['db'], 'read'>;

/** Whether a profile comes with the service. */
export function isBuiltIn(id: string): boolean {
  return BANK_FILE_PROFILES.some((profile) => profile.id === id);
}

/** Lists the ids of the profiles, first those that come with the service. */
export async function listProfileIds(db: Reads): Promise<readonly string[]> {
  return [...BUILT_IN, ...(await db.read('listProfiles', 'payout'))].map(({ id }) => id);
}

/**
 * Finds a profile.
 * @returns its problems if another version stored it and this one cannot use it; undefined if there is none.
 */
export async function findFileProfile(
  db: Reads,
  id: string,
): Promise<ReturnType<typeof checkBankFileProfile> | undefined> {
  const profile = BANK_FILE_PROFILES.find((one) => one.id === id);
  if (profile) return { profile };
  const found = (await db.read('listProfiles', 'payout')).find((one) => one.id === id);
  return found && checkBankFileProfile(readJson(found.json));
}
