/** How a bank account pays: the admins' settings for its bank files. */
export interface PayoutAccount {
  readonly accountId: string;
  /** The profile of its files; null for the default profile of the service. */
  readonly profileId: string | null;
  /** The BIC of its bank, in capitals. */
  readonly bic: string | null;
}

export interface PayoutAccountPatch {
  readonly profileId?: string | null | undefined;
  readonly bic?: string | null | undefined;
}
