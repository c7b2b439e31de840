import { readJson } from '../kernel/json.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { ListedProfile, StoredProfile } from '../reconciliation/profile-store.ts';
import { type BankFileProfile, checkBankFileProfile } from './files/bank-file-profile.ts';
import { BANK_FILE_PROFILES } from './files/built-in-profiles.ts';

/** The profile of an account that has none. */
export const DEFAULT_PROFILE_ID = 'iso20022';

type Reads = Pick<Dependencies['db'], 'read'>;

/** Whether a profile comes with the service. */
export function isBuiltIn(id: string): boolean {
  return BANK_FILE_PROFILES.some((profile) => profile.id === id);
}

/** The profiles of files for payouts: those that come with the service first. */
export async function listFileProfiles(db: Reads): Promise<readonly ListedProfile[]> {
  const added = await db.read('listProfiles', 'payout');
  return [
    ...BANK_FILE_PROFILES.map((profile) => ({ ...storedForm(profile), isBuiltIn: true })),
    ...added.map((profile) => ({ ...profile, isBuiltIn: false })),
  ];
}

/** Finds a profile. @returns what is wrong with it if another version has stored it, and undefined if there is none. */
export async function findFileProfile(
  db: Reads,
  id: string,
): Promise<ReturnType<typeof checkBankFileProfile> | undefined> {
  const profile = BANK_FILE_PROFILES.find((one) => one.id === id);
  if (profile) return { profile };
  const found = (await db.read('listProfiles', 'payout')).find((one) => one.id === id);
  return found && checkBankFileProfile(readJson(found.json));
}

/** A profile as it is stored: with every field that was left out. */
export function storedForm(profile: BankFileProfile): StoredProfile {
  return { id: profile.id, title: profile.title, json: JSON.stringify(profile) };
}
