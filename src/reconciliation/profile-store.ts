import type { Fault } from '../kernel/problems.ts';

/** What a profile describes: how files from a bank are read, or how files for it are written. */
export type ProfileKind = 'statement' | 'payout';

/** A profile of a bank as it is stored. */
export interface StoredProfile {
  readonly id: string;
  /** For people to read. */
  readonly title: string;
  /** The whole profile, as JSON. */
  readonly json: string;
}

/** A profile of a bank, with its origin. */
export interface ListedProfile extends StoredProfile {
  /** Whether it comes with the service: then it cannot be changed, only copied. */
  readonly isBuiltIn: boolean;
}

/** A valid profile, or its problems with the path of each field. */
export type CheckedProfile =
  | { readonly profile: StoredProfile }
  | { readonly problems: readonly { readonly path: string; readonly fault: Fault }[] };

/** A column of a sample. */
export interface SampleColumn {
  readonly name: string;
  /** The name in the form in which names of columns are compared. */
  readonly key: string;
  readonly example: string;
  readonly role: string | null;
}

/** The columns of a sample, as far as they can be recognized without a profile. */
export interface ReadSample {
  readonly columns: SampleColumn[];
  readonly isPasted: boolean;
  /** The profiles whose columns it has. */
  readonly fittingIds: string[];
}

/** The profiles with which files of banks are read. */
export interface BankProfiles {
  /** The profiles that come with the service. */
  readonly builtIn: readonly StoredProfile[];
  /** Checks a profile that is given as JSON, and converts it to the form in which profiles are compared. */
  check(json: string): CheckedProfile;
  /** Reads the columns of a sample, as far as they can be recognized without a profile. */
  readSample(text: string): Promise<ReadSample>;
}

/** Returns a profile as it is stored, with all fields that were left out filled in. */
export function storedProfile(profile: Omit<StoredProfile, 'json'>): StoredProfile {
  return { id: profile.id, title: profile.title, json: JSON.stringify(profile) };
}
