import type * as Types from '../../gql/schema.ts';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AuditFieldsFragment = { __typename?: 'AuditRow', position: number, occurredAt: string, actorKind: Types.AuditActorKind, actor?: string | null, actorName?: string | null, address?: string | null, operation: string, targetKind: Types.AuditTargetKind, target: string, before?: string | null, after?: string | null, requestId?: string | null, previousHash: string, hash: string };

export type AuditQueryVariables = Types.Exact<{
  actor?: Types.InputMaybe<Types.Scalars['String']['input']>;
  operation?: Types.InputMaybe<Types.Scalars['String']['input']>;
  about?: Types.InputMaybe<Types.Scalars['String']['input']>;
  from?: Types.InputMaybe<Types.Scalars['DateTime']['input']>;
  to?: Types.InputMaybe<Types.Scalars['DateTime']['input']>;
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type AuditQuery = { __typename?: 'Query', audit: { __typename?: 'AuditPage', nextCursor?: string | null, items: Array<{ __typename?: 'AuditRow', position: number, occurredAt: string, actorKind: Types.AuditActorKind, actor?: string | null, actorName?: string | null, address?: string | null, operation: string, targetKind: Types.AuditTargetKind, target: string, before?: string | null, after?: string | null, requestId?: string | null, previousHash: string, hash: string }> } };

export type BankFieldsFragment = { __typename?: 'Bank', bankId: string, name: string, active: boolean, createdAt?: string | null, deposit?: { __typename?: 'AmountLimits', minAmount: number, maxAmount: number } | null, withdrawal?: { __typename?: 'AmountLimits', minAmount: number, maxAmount: number } | null };

export type AccountFieldsFragment = { __typename?: 'BankAccount', accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean };

export type BanksQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type BanksQuery = { __typename?: 'Query', allBanks: Array<{ __typename?: 'Bank', bankId: string, name: string, active: boolean, createdAt?: string | null, deposit?: { __typename?: 'AmountLimits', minAmount: number, maxAmount: number } | null, withdrawal?: { __typename?: 'AmountLimits', minAmount: number, maxAmount: number } | null }>, bankAccounts: Array<{ __typename?: 'BankAccount', accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean }> };

export type MoreAccountsQueryVariables = Types.Exact<{
  after: Types.Scalars['String']['input'];
}>;


export type MoreAccountsQuery = { __typename?: 'Query', bankAccounts: Array<{ __typename?: 'BankAccount', accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean }> };

export type AddBankMutationVariables = Types.Exact<{
  input: Types.AddBankInput;
}>;


export type AddBankMutation = { __typename?: 'Mutation', addBank?: { __typename?: 'Bank', bankId: string, name: string, active: boolean, createdAt?: string | null, deposit?: { __typename?: 'AmountLimits', minAmount: number, maxAmount: number } | null, withdrawal?: { __typename?: 'AmountLimits', minAmount: number, maxAmount: number } | null } | null };

export type UpdateBankMutationVariables = Types.Exact<{
  input: Types.UpdateBankInput;
}>;


export type UpdateBankMutation = { __typename?: 'Mutation', updateBank?: { __typename?: 'Bank', bankId: string, name: string, active: boolean, createdAt?: string | null, deposit?: { __typename?: 'AmountLimits', minAmount: number, maxAmount: number } | null, withdrawal?: { __typename?: 'AmountLimits', minAmount: number, maxAmount: number } | null } | null };

export type AddAccountMutationVariables = Types.Exact<{
  input: Types.AddAccountInput;
}>;


export type AddAccountMutation = { __typename?: 'Mutation', addBankAccount?: { __typename?: 'BankAccount', accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean } | null };

export type UpdateAccountMutationVariables = Types.Exact<{
  input: Types.UpdateAccountInput;
}>;


export type UpdateAccountMutation = { __typename?: 'Mutation', updateBankAccount?: { __typename?: 'BankAccount', accountId: string, bankId: string, accountName: string, iban: string, dailyLimit?: number | null, usedToday: number, active: boolean } | null };

export type EntryFieldsFragment = { __typename?: 'BlacklistEntry', entryId: string, kind: Types.BlacklistKind, value: string, appKey?: string | null, reason?: string | null, createdAt: string };

export type BlacklistQueryVariables = Types.Exact<{
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type BlacklistQuery = { __typename?: 'Query', blacklist: Array<{ __typename?: 'BlacklistEntry', entryId: string, kind: Types.BlacklistKind, value: string, appKey?: string | null, reason?: string | null, createdAt: string }> };

export type AddToBlacklistMutationVariables = Types.Exact<{
  input: Types.AddToBlacklistInput;
}>;


export type AddToBlacklistMutation = { __typename?: 'Mutation', addToBlacklist?: { __typename?: 'AddedBlacklistEntry', added: boolean, pendingCount: number, entry: { __typename?: 'BlacklistEntry', entryId: string, kind: Types.BlacklistKind, value: string, appKey?: string | null, reason?: string | null, createdAt: string } } | null };

export type RemoveFromBlacklistMutationVariables = Types.Exact<{
  entryId: Types.Scalars['String']['input'];
}>;


export type RemoveFromBlacklistMutation = { __typename?: 'Mutation', removeFromBlacklist?: { __typename?: 'RemovedBlacklistEntry', entryId: string } | null };

export type ClientFieldsFragment = { __typename?: 'Client', appKey: string, name: string, role: Types.Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { __typename?: 'Brand', name?: string | null, color?: string | null, logoUrl?: string | null } };

export type ClientsQueryVariables = Types.Exact<{
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type ClientsQuery = { __typename?: 'Query', clients: Array<{ __typename?: 'Client', appKey: string, name: string, role: Types.Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { __typename?: 'Brand', name?: string | null, color?: string | null, logoUrl?: string | null } }> };

export type CreateClientMutationVariables = Types.Exact<{
  input: Types.CreateClientInput;
}>;


export type CreateClientMutation = { __typename?: 'Mutation', createClient?: { __typename?: 'NewClient', secret: string, client: { __typename?: 'Client', appKey: string, name: string, role: Types.Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { __typename?: 'Brand', name?: string | null, color?: string | null, logoUrl?: string | null } } } | null };

export type UpdateClientMutationVariables = Types.Exact<{
  input: Types.UpdateClientInput;
}>;


export type UpdateClientMutation = { __typename?: 'Mutation', updateClient?: { __typename?: 'Client', appKey: string, name: string, role: Types.Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { __typename?: 'Brand', name?: string | null, color?: string | null, logoUrl?: string | null } } | null };

export type RotateSecretMutationVariables = Types.Exact<{
  input: Types.RotateSecretInput;
}>;


export type RotateSecretMutation = { __typename?: 'Mutation', rotateSecret?: { __typename?: 'RotatedClient', secret: string, previousSecretEndsAt: string, client: { __typename?: 'Client', appKey: string, name: string, role: Types.Role, callbackUrl?: string | null, ipAllowlist: Array<string>, requiresTimedSign: boolean, test: boolean, returnHosts: Array<string>, returnUrl?: string | null, disabledAt?: string | null, createdAt: string, brand: { __typename?: 'Brand', name?: string | null, color?: string | null, logoUrl?: string | null } } } | null };

export type PolicyFieldsFragment = { __typename?: 'MatchPolicy', appKey?: string | null, isOwn: boolean, underpaidTolerance?: number | null, underpaidTolerancePerMille: number, underpaidBeyond: Types.MatchDifferenceRule, overpaidTolerance?: number | null, overpaidTolerancePerMille: number, overpaidBeyond: Types.MatchDifferenceRule, late: Types.MatchLateRule, otherPayer: Types.MatchOtherPayerRule };

export type MatchPoliciesQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type MatchPoliciesQuery = { __typename?: 'Query', matchPolicies: Array<{ __typename?: 'MatchPolicy', appKey?: string | null, isOwn: boolean, underpaidTolerance?: number | null, underpaidTolerancePerMille: number, underpaidBeyond: Types.MatchDifferenceRule, overpaidTolerance?: number | null, overpaidTolerancePerMille: number, overpaidBeyond: Types.MatchDifferenceRule, late: Types.MatchLateRule, otherPayer: Types.MatchOtherPayerRule }> };

export type UpdateMatchPolicyMutationVariables = Types.Exact<{
  input: Types.UpdateMatchPolicyInput;
}>;


export type UpdateMatchPolicyMutation = { __typename?: 'Mutation', updateMatchPolicy?: { __typename?: 'ChangedMatchPolicy', rematchedLines: number } | null };

export type RemoveMatchPolicyMutationVariables = Types.Exact<{
  appKey?: Types.InputMaybe<Types.Scalars['String']['input']>;
  desk?: Types.InputMaybe<Types.Scalars['Boolean']['input']>;
}>;


export type RemoveMatchPolicyMutation = { __typename?: 'Mutation', removeMatchPolicy?: { __typename?: 'ChangedMatchPolicy', rematchedLines: number } | null };

export type PayoutAccountsQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type PayoutAccountsQuery = { __typename?: 'Query', payoutAccounts: Array<{ __typename?: 'PayoutAccount', accountId: string, profileId?: string | null, bic?: string | null }>, payoutProfiles: Array<{ __typename?: 'PayoutProfile', profileId: string, title: string }> };

export type UpdatePayoutAccountMutationVariables = Types.Exact<{
  accountId: Types.Scalars['String']['input'];
  profileId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  bic?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type UpdatePayoutAccountMutation = { __typename?: 'Mutation', updatePayoutAccount?: { __typename?: 'PayoutAccount', accountId: string } | null };

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
    query Audit($actor: String, $operation: String, $about: String, $from: DateTime, $to: DateTime, $after: String) {
  audit(
    actor: $actor
    operation: $operation
    about: $about
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
export const PayoutAccountsDocument = new TypedDocumentString(`
    query PayoutAccounts {
  payoutAccounts {
    accountId
    profileId
    bic
  }
  payoutProfiles {
    profileId
    title
  }
}
    `) as unknown as TypedDocumentString<PayoutAccountsQuery, PayoutAccountsQueryVariables>;
export const UpdatePayoutAccountDocument = new TypedDocumentString(`
    mutation UpdatePayoutAccount($accountId: String!, $profileId: String, $bic: String) {
  updatePayoutAccount(accountId: $accountId, profileId: $profileId, bic: $bic) {
    accountId
  }
}
    `) as unknown as TypedDocumentString<UpdatePayoutAccountMutation, UpdatePayoutAccountMutationVariables>;