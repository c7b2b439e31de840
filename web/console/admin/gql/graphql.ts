/* eslint-disable */
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An amount of money: a JSON number with at most two digits after the point. */
  Amount: { input: number; output: number; }
  /** A timestamp in ISO 8601 with an explicit offset, such as 2026-11-20T09:30:00+03:00. */
  DateTime: { input: string; output: string; }
};

export type ActorKind =
  | 'client'
  | 'operator'
  | 'payer'
  | 'reconciliation'
  | 'service'
  | 'test';

export type AddAccountInput = {
  accountName: Scalars['String']['input'];
  active?: InputMaybe<Scalars['Boolean']['input']>;
  bankId: Scalars['String']['input'];
  dailyLimit?: InputMaybe<Scalars['Amount']['input']>;
  iban: Scalars['String']['input'];
};

export type AddBankInput = {
  active?: InputMaybe<Scalars['Boolean']['input']>;
  bankId?: InputMaybe<Scalars['String']['input']>;
  deposit?: InputMaybe<AmountLimitsInput>;
  name: Scalars['String']['input'];
  withdrawal?: InputMaybe<AmountLimitsInput>;
};

export type AddToBlacklistInput = {
  appKey?: InputMaybe<Scalars['String']['input']>;
  kind: BlacklistKind;
  reason?: InputMaybe<Scalars['String']['input']>;
  value: Scalars['String']['input'];
};

export type AmountLimitsInput = {
  maxAmount: Scalars['Amount']['input'];
  minAmount: Scalars['Amount']['input'];
};

export type AuditActorKind =
  | 'commandLine'
  | 'key'
  | 'payer';

export type AuditTargetKind =
  | 'account'
  | 'bank'
  | 'bankProfile'
  | 'blacklistEntry'
  | 'client'
  | 'database'
  | 'event'
  | 'matchPolicy'
  | 'reasonTemplate'
  | 'statement'
  | 'statementFile'
  | 'statementLine'
  | 'transaction';

export type BlacklistKind =
  | 'convertedName'
  | 'iban'
  | 'userId';

export type CallbackState =
  | 'delivered'
  | 'failed'
  | 'pending';

export type CancelTransactionInput = {
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  reason?: InputMaybe<Scalars['String']['input']>;
  seenBy?: InputMaybe<ReasonReader>;
  sequence?: InputMaybe<Scalars['Int']['input']>;
  transactionId: Scalars['String']['input'];
};

export type ChangeKind =
  | 'cancel'
  | 'correct'
  | 'expire'
  | 'reject'
  | 'reverse'
  | 'settle'
  | 'undo';

export type ClaimEnd =
  | 'released'
  | 'takenOver'
  | 'time';

export type CorrectTransactionInput = {
  acceptDifference?: InputMaybe<Scalars['Boolean']['input']>;
  bankReference?: InputMaybe<Scalars['String']['input']>;
  finalAmount?: InputMaybe<Scalars['Amount']['input']>;
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  paidFromAccountId?: InputMaybe<Scalars['String']['input']>;
  reason: Scalars['String']['input'];
  seenBy?: InputMaybe<ReasonReader>;
  sequence: Scalars['Int']['input'];
  transactionId: Scalars['String']['input'];
};

export type CreateClientInput = {
  appKey?: InputMaybe<Scalars['String']['input']>;
  callbackUrl?: InputMaybe<Scalars['String']['input']>;
  ipAllowlist?: InputMaybe<Array<Scalars['String']['input']>>;
  name: Scalars['String']['input'];
  requiresTimedSign?: InputMaybe<Scalars['Boolean']['input']>;
  role: Role;
  test?: InputMaybe<Scalars['Boolean']['input']>;
};

export type CreateDepositInput = {
  amount: Scalars['Amount']['input'];
  bankId: Scalars['String']['input'];
  name: Scalars['String']['input'];
  onBehalfOf?: InputMaybe<Scalars['String']['input']>;
  processId: Scalars['String']['input'];
  returnUrl?: InputMaybe<Scalars['String']['input']>;
  userId: Scalars['String']['input'];
  userName: Scalars['String']['input'];
};

export type CreateWithdrawalInput = {
  accountName: Scalars['String']['input'];
  amount: Scalars['Amount']['input'];
  bankId: Scalars['String']['input'];
  iban: Scalars['String']['input'];
  name: Scalars['String']['input'];
  onBehalfOf?: InputMaybe<Scalars['String']['input']>;
  processId: Scalars['String']['input'];
  userId: Scalars['String']['input'];
  userName: Scalars['String']['input'];
};

export type EndedKind =
  | 'cancelled'
  | 'expired'
  | 'rejected'
  | 'reversed';

export type ExpireTestTransactionInput = {
  transactionId: Scalars['String']['input'];
};

export type LineDirection =
  | 'credit'
  | 'debit';

export type MatchDifferenceRule =
  | 'hold'
  | 'return';

export type MatchLateRule =
  | 'accept'
  | 'hold'
  | 'return';

export type MatchOtherPayerRule =
  | 'accept'
  | 'hold';

export type ReasonReader =
  | 'merchant'
  | 'nobody'
  | 'payer';

export type ReasonTemplateKind =
  | 'cancel'
  | 'correct'
  | 'reject'
  | 'reverse';

export type RejectTestTransactionInput = {
  reason?: InputMaybe<Scalars['String']['input']>;
  transactionId: Scalars['String']['input'];
};

export type RejectTransactionInput = {
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  reason?: InputMaybe<Scalars['String']['input']>;
  seenBy?: InputMaybe<ReasonReader>;
  sequence: Scalars['Int']['input'];
  transactionId: Scalars['String']['input'];
};

export type ReverseTestTransactionInput = {
  reason?: InputMaybe<Scalars['String']['input']>;
  transactionId: Scalars['String']['input'];
};

export type ReverseTransactionInput = {
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  reason: Scalars['String']['input'];
  seenBy?: InputMaybe<ReasonReader>;
  sequence: Scalars['Int']['input'];
  transactionId: Scalars['String']['input'];
};

export type Role =
  | 'admin'
  | 'merchant'
  | 'operator'
  | 'viewer';

export type RotateSecretInput = {
  appKey: Scalars['String']['input'];
  graceSeconds?: InputMaybe<Scalars['Int']['input']>;
};

export type SaveReasonTemplateInput = {
  id?: InputMaybe<Scalars['String']['input']>;
  kind: ReasonTemplateKind;
  seenBy: ReasonReader;
  text: Scalars['String']['input'];
};

export type SettleItem = {
  acceptDifference?: InputMaybe<Scalars['Boolean']['input']>;
  finalAmount?: InputMaybe<Scalars['Amount']['input']>;
  sequence: Scalars['Int']['input'];
  transactionId: Scalars['String']['input'];
};

export type SettleTestTransactionInput = {
  finalAmount?: InputMaybe<Scalars['Amount']['input']>;
  transactionId: Scalars['String']['input'];
};

export type SettleTransactionInput = {
  acceptDifference?: InputMaybe<Scalars['Boolean']['input']>;
  bankReference?: InputMaybe<Scalars['String']['input']>;
  finalAmount?: InputMaybe<Scalars['Amount']['input']>;
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  paidFromAccountId?: InputMaybe<Scalars['String']['input']>;
  reason?: InputMaybe<Scalars['String']['input']>;
  seenBy?: InputMaybe<ReasonReader>;
  sequence: Scalars['Int']['input'];
  transactionId: Scalars['String']['input'];
};

export type StatementFormat =
  | 'camt'
  | 'csv'
  | 'mt940'
  | 'pasted'
  | 'xlsx';

export type StatementKind =
  | 'intraday'
  | 'notification'
  | 'statement';

export type StatisticsGroup =
  | 'bank'
  | 'client'
  | 'day'
  | 'type';

export type StatisticsInput = {
  appKey?: InputMaybe<Scalars['String']['input']>;
  from: Scalars['DateTime']['input'];
  groupBy: StatisticsGroup;
  to: Scalars['DateTime']['input'];
};

export type TransactionFilter = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  appKey?: InputMaybe<Scalars['String']['input']>;
  bankId?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  isLate?: InputMaybe<Scalars['Boolean']['input']>;
  isSent?: InputMaybe<Scalars['Boolean']['input']>;
  maxAmount?: InputMaybe<Scalars['Amount']['input']>;
  minAmount?: InputMaybe<Scalars['Amount']['input']>;
  movedAccountId?: InputMaybe<Scalars['String']['input']>;
  movedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  movedTo?: InputMaybe<Scalars['DateTime']['input']>;
  processId?: InputMaybe<Scalars['String']['input']>;
  query?: InputMaybe<Scalars['String']['input']>;
  reason?: InputMaybe<Array<EndedKind>>;
  status?: InputMaybe<TransactionStatus>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  type?: InputMaybe<TransactionType>;
  userId?: InputMaybe<Scalars['String']['input']>;
};

export type TransactionSelection = {
  appKey?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<TransactionStatus>;
  transactionId?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<TransactionType>;
};

export type TransactionStatus =
  | 'pending'
  | 'successful'
  | 'unsuccessful';

export type TransactionType =
  | 'deposit'
  | 'withdrawal';

export type UnforgottenReason =
  | 'callback_pending'
  | 'changed'
  | 'held_back'
  | 'pending';

export type UpdateAccountInput = {
  accountId: Scalars['String']['input'];
  active?: InputMaybe<Scalars['Boolean']['input']>;
  dailyLimit?: InputMaybe<Scalars['Amount']['input']>;
};

export type UpdateBankInput = {
  active?: InputMaybe<Scalars['Boolean']['input']>;
  bankId: Scalars['String']['input'];
  deposit?: InputMaybe<AmountLimitsInput>;
  name?: InputMaybe<Scalars['String']['input']>;
  withdrawal?: InputMaybe<AmountLimitsInput>;
};

export type UpdateClientInput = {
  appKey: Scalars['String']['input'];
  brandColor?: InputMaybe<Scalars['String']['input']>;
  brandLogo?: InputMaybe<Scalars['String']['input']>;
  brandName?: InputMaybe<Scalars['String']['input']>;
  callbackUrl?: InputMaybe<Scalars['String']['input']>;
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  ipAllowlist?: InputMaybe<Array<Scalars['String']['input']>>;
  name?: InputMaybe<Scalars['String']['input']>;
  requiresTimedSign?: InputMaybe<Scalars['Boolean']['input']>;
  returnHosts?: InputMaybe<Array<Scalars['String']['input']>>;
  returnUrl?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateMatchPolicyInput = {
  appKey?: InputMaybe<Scalars['String']['input']>;
  desk?: InputMaybe<Scalars['Boolean']['input']>;
  late?: InputMaybe<MatchLateRule>;
  otherPayer?: InputMaybe<MatchOtherPayerRule>;
  overpaidBeyond?: InputMaybe<MatchDifferenceRule>;
  overpaidTolerance?: InputMaybe<Scalars['Amount']['input']>;
  overpaidTolerancePerMille?: InputMaybe<Scalars['Int']['input']>;
  underpaidBeyond?: InputMaybe<MatchDifferenceRule>;
  underpaidTolerance?: InputMaybe<Scalars['Amount']['input']>;
  underpaidTolerancePerMille?: InputMaybe<Scalars['Int']['input']>;
};

export type AuditFieldsFragment = { position: number, occurredAt: string, actorKind: AuditActorKind, actor?: string | null, actorName?: string | null, address?: string | null, operation: string, targetKind: AuditTargetKind, target: string, before?: string | null, after?: string | null, requestId?: string | null, previousHash: string, hash: string };

export type AuditQueryVariables = Exact<{
  actor?: InputMaybe<Scalars['String']['input']>;
  operation?: InputMaybe<Scalars['String']['input']>;
  target?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuditQuery = { audit: { nextCursor?: string | null, items: Array<{ position: number, occurredAt: string, actorKind: AuditActorKind, actor?: string | null, actorName?: string | null, address?: string | null, operation: string, targetKind: AuditTargetKind, target: string, before?: string | null, after?: string | null, requestId?: string | null, previousHash: string, hash: string }> } };

export type BankFieldsFragment = { bankId: string, name: string, active: boolean, createdAt?: string | null, deposit?: { minAmount: number, maxAmount: number } | null, withdrawal?: { minAmount: number, maxAmount: number } | null };

export type AccountFieldsFragment = { accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean };

export type BanksQueryVariables = Exact<{ [key: string]: never; }>;


export type BanksQuery = { allBanks: Array<{ bankId: string, name: string, active: boolean, createdAt?: string | null, deposit?: { minAmount: number, maxAmount: number } | null, withdrawal?: { minAmount: number, maxAmount: number } | null }>, bankAccounts: Array<{ accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean }> };

export type MoreAccountsQueryVariables = Exact<{
  after: Scalars['String']['input'];
}>;


export type MoreAccountsQuery = { bankAccounts: Array<{ accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean }> };

export type AddBankMutationVariables = Exact<{
  input: AddBankInput;
}>;


export type AddBankMutation = { addBank: { bankId: string, name: string, active: boolean, createdAt?: string | null, deposit?: { minAmount: number, maxAmount: number } | null, withdrawal?: { minAmount: number, maxAmount: number } | null } };

export type UpdateBankMutationVariables = Exact<{
  input: UpdateBankInput;
}>;


export type UpdateBankMutation = { updateBank: { bankId: string, name: string, active: boolean, createdAt?: string | null, deposit?: { minAmount: number, maxAmount: number } | null, withdrawal?: { minAmount: number, maxAmount: number } | null } };

export type AddAccountMutationVariables = Exact<{
  input: AddAccountInput;
}>;


export type AddAccountMutation = { addBankAccount: { accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean } };

export type UpdateAccountMutationVariables = Exact<{
  input: UpdateAccountInput;
}>;


export type UpdateAccountMutation = { updateBankAccount: { accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean } };

export type EntryFieldsFragment = { entryId: string, kind: BlacklistKind, value: string, appKey?: string | null, reason?: string | null, createdAt: string };

export type BlacklistQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type BlacklistQuery = { blacklist: Array<{ entryId: string, kind: BlacklistKind, value: string, appKey?: string | null, reason?: string | null, createdAt: string }> };

export type AddToBlacklistMutationVariables = Exact<{
  input: AddToBlacklistInput;
}>;


export type AddToBlacklistMutation = { addToBlacklist: { added: boolean, pendingCount: number, entry: { entryId: string, kind: BlacklistKind, value: string, appKey?: string | null, reason?: string | null, createdAt: string } } };

export type RemoveFromBlacklistMutationVariables = Exact<{
  entryId: Scalars['String']['input'];
}>;


export type RemoveFromBlacklistMutation = { removeFromBlacklist: { entryId: string } };

export type ClientFieldsFragment = { appKey: string, name: string, role: Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { name?: string | null, color?: string | null, logoUrl?: string | null } };

export type ClientsQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ClientsQuery = { clients: Array<{ appKey: string, name: string, role: Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { name?: string | null, color?: string | null, logoUrl?: string | null } }> };

export type CreateClientMutationVariables = Exact<{
  input: CreateClientInput;
}>;


export type CreateClientMutation = { createClient: { secret: string, client: { appKey: string, name: string, role: Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { name?: string | null, color?: string | null, logoUrl?: string | null } } } };

export type UpdateClientMutationVariables = Exact<{
  input: UpdateClientInput;
}>;


export type UpdateClientMutation = { updateClient: { appKey: string, name: string, role: Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { name?: string | null, color?: string | null, logoUrl?: string | null } } };

export type RotateSecretMutationVariables = Exact<{
  input: RotateSecretInput;
}>;


export type RotateSecretMutation = { rotateSecret: { secret: string, previousSecretEndsAt: string, client: { appKey: string, name: string, role: Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { name?: string | null, color?: string | null, logoUrl?: string | null } } } };

export type PolicyFieldsFragment = { appKey?: string | null, isOwn: boolean, underpaidTolerance?: number | null, underpaidTolerancePerMille: number, underpaidBeyond: MatchDifferenceRule, overpaidTolerance?: number | null, overpaidTolerancePerMille: number, overpaidBeyond: MatchDifferenceRule, late: MatchLateRule, otherPayer: MatchOtherPayerRule };

export type MatchPoliciesQueryVariables = Exact<{ [key: string]: never; }>;


export type MatchPoliciesQuery = { matchPolicies: Array<{ appKey?: string | null, isOwn: boolean, underpaidTolerance?: number | null, underpaidTolerancePerMille: number, underpaidBeyond: MatchDifferenceRule, overpaidTolerance?: number | null, overpaidTolerancePerMille: number, overpaidBeyond: MatchDifferenceRule, late: MatchLateRule, otherPayer: MatchOtherPayerRule }> };

export type UpdateMatchPolicyMutationVariables = Exact<{
  input: UpdateMatchPolicyInput;
}>;


export type UpdateMatchPolicyMutation = { updateMatchPolicy: { rematchedLines: number } };

export type RemoveMatchPolicyMutationVariables = Exact<{
  appKey?: InputMaybe<Scalars['String']['input']>;
  desk?: InputMaybe<Scalars['Boolean']['input']>;
}>;


export type RemoveMatchPolicyMutation = { removeMatchPolicy: { rematchedLines: number } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AuditFieldsFragmentDoc = new TypedDocumentString(`
    fragment AuditFields on AuditRow {
  position
  occurredAt
  actorKind
  actor
  actorName
  address
  operation
  targetKind
  target
  before
  after
  requestId
  previousHash
  hash
}
    `, {"fragmentName":"AuditFields"}) as unknown as TypedDocumentString<AuditFieldsFragment, unknown>;
export const BankFieldsFragmentDoc = new TypedDocumentString(`
    fragment BankFields on Bank {
  bankId
  name
  active
  deposit {
    minAmount
    maxAmount
  }
  withdrawal {
    minAmount
    maxAmount
  }
  createdAt
}
    `, {"fragmentName":"BankFields"}) as unknown as TypedDocumentString<BankFieldsFragment, unknown>;
export const AccountFieldsFragmentDoc = new TypedDocumentString(`
    fragment AccountFields on BankAccount {
  accountId
  bankId
  accountName
  iban
  dailyLimit
  usedToday
  active
}
    `, {"fragmentName":"AccountFields"}) as unknown as TypedDocumentString<AccountFieldsFragment, unknown>;
export const EntryFieldsFragmentDoc = new TypedDocumentString(`
    fragment EntryFields on BlacklistEntry {
  entryId
  kind
  value
  appKey
  reason
  createdAt
}
    `, {"fragmentName":"EntryFields"}) as unknown as TypedDocumentString<EntryFieldsFragment, unknown>;
export const ClientFieldsFragmentDoc = new TypedDocumentString(`
    fragment ClientFields on Client {
  appKey
  name
  role
  callbackUrl
  ipAllowlist
  requiresTimedSign
  test
  returnHosts
  returnUrl
  brand {
    name
    color
    logoUrl
  }
  disabledAt
  createdAt
}
    `, {"fragmentName":"ClientFields"}) as unknown as TypedDocumentString<ClientFieldsFragment, unknown>;
export const PolicyFieldsFragmentDoc = new TypedDocumentString(`
    fragment PolicyFields on MatchPolicy {
  appKey
  isOwn
  underpaidTolerance
  underpaidTolerancePerMille
  underpaidBeyond
  overpaidTolerance
  overpaidTolerancePerMille
  overpaidBeyond
  late
  otherPayer
}
    `, {"fragmentName":"PolicyFields"}) as unknown as TypedDocumentString<PolicyFieldsFragment, unknown>;
export const AuditDocument = new TypedDocumentString(`
    query Audit($actor: String, $operation: String, $target: String, $from: DateTime, $to: DateTime, $after: String) {
  audit(
    actor: $actor
    operation: $operation
    target: $target
    from: $from
    to: $to
    after: $after
  ) {
    items {
      ...AuditFields
    }
    nextCursor
  }
}
    fragment AuditFields on AuditRow {
  position
  occurredAt
  actorKind
  actor
  actorName
  address
  operation
  targetKind
  target
  before
  after
  requestId
  previousHash
  hash
}`) as unknown as TypedDocumentString<AuditQuery, AuditQueryVariables>;
export const BanksDocument = new TypedDocumentString(`
    query Banks {
  allBanks {
    ...BankFields
  }
  bankAccounts {
    ...AccountFields
  }
}
    fragment BankFields on Bank {
  bankId
  name
  active
  deposit {
    minAmount
    maxAmount
  }
  withdrawal {
    minAmount
    maxAmount
  }
  createdAt
}
fragment AccountFields on BankAccount {
  accountId
  bankId
  accountName
  iban
  dailyLimit
  usedToday
  active
}`) as unknown as TypedDocumentString<BanksQuery, BanksQueryVariables>;
export const MoreAccountsDocument = new TypedDocumentString(`
    query MoreAccounts($after: String!) {
  bankAccounts(after: $after) {
    ...AccountFields
  }
}
    fragment AccountFields on BankAccount {
  accountId
  bankId
  accountName
  iban
  dailyLimit
  usedToday
  active
}`) as unknown as TypedDocumentString<MoreAccountsQuery, MoreAccountsQueryVariables>;
export const AddBankDocument = new TypedDocumentString(`
    mutation AddBank($input: AddBankInput!) {
  addBank(input: $input) {
    ...BankFields
  }
}
    fragment BankFields on Bank {
  bankId
  name
  active
  deposit {
    minAmount
    maxAmount
  }
  withdrawal {
    minAmount
    maxAmount
  }
  createdAt
}`) as unknown as TypedDocumentString<AddBankMutation, AddBankMutationVariables>;
export const UpdateBankDocument = new TypedDocumentString(`
    mutation UpdateBank($input: UpdateBankInput!) {
  updateBank(input: $input) {
    ...BankFields
  }
}
    fragment BankFields on Bank {
  bankId
  name
  active
  deposit {
    minAmount
    maxAmount
  }
  withdrawal {
    minAmount
    maxAmount
  }
  createdAt
}`) as unknown as TypedDocumentString<UpdateBankMutation, UpdateBankMutationVariables>;
export const AddAccountDocument = new TypedDocumentString(`
    mutation AddAccount($input: AddAccountInput!) {
  addBankAccount(input: $input) {
    ...AccountFields
  }
}
    fragment AccountFields on BankAccount {
  accountId
  bankId
  accountName
  iban
  dailyLimit
  usedToday
  active
}`) as unknown as TypedDocumentString<AddAccountMutation, AddAccountMutationVariables>;
export const UpdateAccountDocument = new TypedDocumentString(`
    mutation UpdateAccount($input: UpdateAccountInput!) {
  updateBankAccount(input: $input) {
    ...AccountFields
  }
}
    fragment AccountFields on BankAccount {
  accountId
  bankId
  accountName
  iban
  dailyLimit
  usedToday
  active
}`) as unknown as TypedDocumentString<UpdateAccountMutation, UpdateAccountMutationVariables>;
export const BlacklistDocument = new TypedDocumentString(`
    query Blacklist($after: String) {
  blacklist(after: $after) {
    ...EntryFields
  }
}
    fragment EntryFields on BlacklistEntry {
  entryId
  kind
  value
  appKey
  reason
  createdAt
}`) as unknown as TypedDocumentString<BlacklistQuery, BlacklistQueryVariables>;
export const AddToBlacklistDocument = new TypedDocumentString(`
    mutation AddToBlacklist($input: AddToBlacklistInput!) {
  addToBlacklist(input: $input) {
    entry {
      ...EntryFields
    }
    added
    pendingCount
  }
}
    fragment EntryFields on BlacklistEntry {
  entryId
  kind
  value
  appKey
  reason
  createdAt
}`) as unknown as TypedDocumentString<AddToBlacklistMutation, AddToBlacklistMutationVariables>;
export const RemoveFromBlacklistDocument = new TypedDocumentString(`
    mutation RemoveFromBlacklist($entryId: String!) {
  removeFromBlacklist(entryId: $entryId) {
    entryId
  }
}
    `) as unknown as TypedDocumentString<RemoveFromBlacklistMutation, RemoveFromBlacklistMutationVariables>;
export const ClientsDocument = new TypedDocumentString(`
    query Clients($after: String) {
  clients(after: $after) {
    ...ClientFields
  }
}
    fragment ClientFields on Client {
  appKey
  name
  role
  callbackUrl
  ipAllowlist
  requiresTimedSign
  test
  returnHosts
  returnUrl
  brand {
    name
    color
    logoUrl
  }
  disabledAt
  createdAt
}`) as unknown as TypedDocumentString<ClientsQuery, ClientsQueryVariables>;
export const CreateClientDocument = new TypedDocumentString(`
    mutation CreateClient($input: CreateClientInput!) {
  createClient(input: $input) {
    client {
      ...ClientFields
    }
    secret
  }
}
    fragment ClientFields on Client {
  appKey
  name
  role
  callbackUrl
  ipAllowlist
  requiresTimedSign
  test
  returnHosts
  returnUrl
  brand {
    name
    color
    logoUrl
  }
  disabledAt
  createdAt
}`) as unknown as TypedDocumentString<CreateClientMutation, CreateClientMutationVariables>;
export const UpdateClientDocument = new TypedDocumentString(`
    mutation UpdateClient($input: UpdateClientInput!) {
  updateClient(input: $input) {
    ...ClientFields
  }
}
    fragment ClientFields on Client {
  appKey
  name
  role
  callbackUrl
  ipAllowlist
  requiresTimedSign
  test
  returnHosts
  returnUrl
  brand {
    name
    color
    logoUrl
  }
  disabledAt
  createdAt
}`) as unknown as TypedDocumentString<UpdateClientMutation, UpdateClientMutationVariables>;
export const RotateSecretDocument = new TypedDocumentString(`
    mutation RotateSecret($input: RotateSecretInput!) {
  rotateSecret(input: $input) {
    client {
      ...ClientFields
    }
    secret
    previousSecretEndsAt
  }
}
    fragment ClientFields on Client {
  appKey
  name
  role
  callbackUrl
  ipAllowlist
  requiresTimedSign
  test
  returnHosts
  returnUrl
  brand {
    name
    color
    logoUrl
  }
  disabledAt
  createdAt
}`) as unknown as TypedDocumentString<RotateSecretMutation, RotateSecretMutationVariables>;
export const MatchPoliciesDocument = new TypedDocumentString(`
    query MatchPolicies {
  matchPolicies {
    ...PolicyFields
  }
}
    fragment PolicyFields on MatchPolicy {
  appKey
  isOwn
  underpaidTolerance
  underpaidTolerancePerMille
  underpaidBeyond
  overpaidTolerance
  overpaidTolerancePerMille
  overpaidBeyond
  late
  otherPayer
}`) as unknown as TypedDocumentString<MatchPoliciesQuery, MatchPoliciesQueryVariables>;
export const UpdateMatchPolicyDocument = new TypedDocumentString(`
    mutation UpdateMatchPolicy($input: UpdateMatchPolicyInput!) {
  updateMatchPolicy(input: $input) {
    rematchedLines
  }
}
    `) as unknown as TypedDocumentString<UpdateMatchPolicyMutation, UpdateMatchPolicyMutationVariables>;
export const RemoveMatchPolicyDocument = new TypedDocumentString(`
    mutation RemoveMatchPolicy($appKey: String, $desk: Boolean) {
  removeMatchPolicy(appKey: $appKey, desk: $desk) {
    rematchedLines
  }
}
    `) as unknown as TypedDocumentString<RemoveMatchPolicyMutation, RemoveMatchPolicyMutationVariables>;