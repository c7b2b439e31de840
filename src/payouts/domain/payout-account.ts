/** How a bank account pays: what admins have said about its files for the bank. */
export interface PayoutAccount {
  readonly accountId: string;
  /** The profile of its files; null for the one that the service uses by default. */
  readonly profileId: string | null;
  /** The BIC of its bank, in capitals. */
  readonly bic: string | null;
}

export interface PayoutAccountPatch {
  readonly profileId?: string | null | undefined;
  readonly bic?: string | null | undefined;
}
