import type { TypedDocument } from '../../../../src/client/graphql-client.ts';
import type * as Types from '../../gql/schema.ts';
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

const AuditFields = "fragment AuditFields on AuditRow{position occurredAt actorKind actor actorName address operation targetKind target before after requestId previousHash hash}";
const BankFields = "fragment BankFields on Bank{bankId name active deposit{minAmount maxAmount}withdrawal{minAmount maxAmount}createdAt}";
const AccountFields = "fragment AccountFields on BankAccount{accountId bankId accountName iban dailyLimit usedToday active}";
const EntryFields = "fragment EntryFields on BlacklistEntry{entryId kind value appKey reason createdAt}";
const ClientFields = "fragment ClientFields on Client{appKey name role callbackUrl ipAllowlist requiresTimedSign test returnHosts returnUrl brand{name color logoUrl}disabledAt createdAt}";
const PolicyFields = "fragment PolicyFields on MatchPolicy{appKey isOwn underpaidTolerance underpaidTolerancePerMille underpaidBeyond overpaidTolerance overpaidTolerancePerMille overpaidBeyond late otherPayer}";
export const AuditDocument: TypedDocument<AuditQuery, AuditQueryVariables> = "query Audit($actor:String$operation:String$about:String$from:DateTime$to:DateTime$after:String){audit(actor:$actor operation:$operation about:$about from:$from to:$to after:$after){items{...AuditFields}nextCursor}}" + AuditFields;
export const BanksDocument: TypedDocument<BanksQuery, BanksQueryVariables> = "query Banks{allBanks{...BankFields}bankAccounts{...AccountFields}}" + BankFields + AccountFields;
export const MoreAccountsDocument: TypedDocument<MoreAccountsQuery, MoreAccountsQueryVariables> = "query MoreAccounts($after:String!){bankAccounts(after:$after){...AccountFields}}" + AccountFields;
export const AddBankDocument: TypedDocument<AddBankMutation, AddBankMutationVariables> = "mutation AddBank($input:AddBankInput!){addBank(input:$input){...BankFields}}" + BankFields;
export const UpdateBankDocument: TypedDocument<UpdateBankMutation, UpdateBankMutationVariables> = "mutation UpdateBank($input:UpdateBankInput!){updateBank(input:$input){...BankFields}}" + BankFields;
export const AddAccountDocument: TypedDocument<AddAccountMutation, AddAccountMutationVariables> = "mutation AddAccount($input:AddAccountInput!){addBankAccount(input:$input){...AccountFields}}" + AccountFields;
export const UpdateAccountDocument: TypedDocument<UpdateAccountMutation, UpdateAccountMutationVariables> = "mutation UpdateAccount($input:UpdateAccountInput!){updateBankAccount(input:$input){...AccountFields}}" + AccountFields;
export const BlacklistDocument: TypedDocument<BlacklistQuery, BlacklistQueryVariables> = "query Blacklist($after:String){blacklist(after:$after){...EntryFields}}" + EntryFields;
export const AddToBlacklistDocument: TypedDocument<AddToBlacklistMutation, AddToBlacklistMutationVariables> = "mutation AddToBlacklist($input:AddToBlacklistInput!){addToBlacklist(input:$input){entry{...EntryFields}added pendingCount}}" + EntryFields;
export const RemoveFromBlacklistDocument: TypedDocument<RemoveFromBlacklistMutation, RemoveFromBlacklistMutationVariables> = "mutation RemoveFromBlacklist($entryId:String!){removeFromBlacklist(entryId:$entryId){entryId}}";
export const ClientsDocument: TypedDocument<ClientsQuery, ClientsQueryVariables> = "query Clients($after:String){clients(after:$after){...ClientFields}}" + ClientFields;
export const CreateClientDocument: TypedDocument<CreateClientMutation, CreateClientMutationVariables> = "mutation CreateClient($input:CreateClientInput!){createClient(input:$input){client{...ClientFields}secret}}" + ClientFields;
export const UpdateClientDocument: TypedDocument<UpdateClientMutation, UpdateClientMutationVariables> = "mutation UpdateClient($input:UpdateClientInput!){updateClient(input:$input){...ClientFields}}" + ClientFields;
export const RotateSecretDocument: TypedDocument<RotateSecretMutation, RotateSecretMutationVariables> = "mutation RotateSecret($input:RotateSecretInput!){rotateSecret(input:$input){client{...ClientFields}secret previousSecretEndsAt}}" + ClientFields;
export const MatchPoliciesDocument: TypedDocument<MatchPoliciesQuery, MatchPoliciesQueryVariables> = "query MatchPolicies{matchPolicies{...PolicyFields}}" + PolicyFields;
export const UpdateMatchPolicyDocument: TypedDocument<UpdateMatchPolicyMutation, UpdateMatchPolicyMutationVariables> = "mutation UpdateMatchPolicy($input:UpdateMatchPolicyInput!){updateMatchPolicy(input:$input){rematchedLines}}";
export const RemoveMatchPolicyDocument: TypedDocument<RemoveMatchPolicyMutation, RemoveMatchPolicyMutationVariables> = "mutation RemoveMatchPolicy($appKey:String$desk:Boolean){removeMatchPolicy(appKey:$appKey desk:$desk){rematchedLines}}";
export const PayoutAccountsDocument: TypedDocument<PayoutAccountsQuery, PayoutAccountsQueryVariables> = "query PayoutAccounts{payoutAccounts{accountId profileId bic}payoutProfiles{profileId title}}";
export const UpdatePayoutAccountDocument: TypedDocument<UpdatePayoutAccountMutation, UpdatePayoutAccountMutationVariables> = "mutation UpdatePayoutAccount($accountId:String!$profileId:String$bic:String){updatePayoutAccount(accountId:$accountId profileId:$profileId bic:$bic){accountId}}";
