import type { BankProfile } from './profiles/profile.ts';

/** The facts that a reader needs in addition to the bytes. */
export interface ReaderTerms {
  /** The profiles that a table may have: a chosen one, or those among which the header decides. */
  readonly profiles: readonly BankProfile[];
  /** The profile for pasted lines whose header fits no other profile. */
  readonly generic: BankProfile;
  /** The currency of pasted lines that name none. */
  readonly currency: string | undefined;
}
