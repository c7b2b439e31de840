import type { TypedDocument } from '../../../../src/client/graphql-client.ts';
import type * as Types from '../../gql/schema.ts';
export type BatchHeadFragment = { __typename?: 'Payout', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, preparedBy: string, createdAt: string };

export type BatchRowFragment = { __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null };

export type WholeBatchFragment = { __typename?: 'PayoutDetail', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, contentHash: string, progressHash?: string | null, isFileGivenOut: boolean, preparedBy: string, createdAt: string, rejectedBy?: string | null, rejectReason?: string | null, rows: Array<{ __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }>, approvals: Array<{ __typename?: 'PayoutApproval', approvedBy: string, approvedAt: string, isCurrent: boolean, counts: boolean }> };

export type BatchesQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type BatchesQuery = { __typename?: 'Query', payouts: Array<{ __typename?: 'Payout', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, preparedBy: string, createdAt: string }>, prepared: Array<{ __typename?: 'Payout', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, preparedBy: string, createdAt: string }>, approved: Array<{ __typename?: 'Payout', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, preparedBy: string, createdAt: string }>, overduePayouts: Array<{ __typename?: 'OverduePayout', payoutId: string, number: number, executionDay: string, endToEndId: string, kind: Types.PayoutKind, state: Types.PayoutRowState, amount: number, currency: string, accountName: string, iban: string, waitingLineId?: string | null }> };

export type MoreBatchesQueryVariables = Types.Exact<{
  before: Types.Scalars['Int']['input'];
}>;


export type MoreBatchesQuery = { __typename?: 'Query', payouts: Array<{ __typename?: 'Payout', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, preparedBy: string, createdAt: string }> };

export type BatchQueryVariables = Types.Exact<{
  payoutId: Types.Scalars['String']['input'];
}>;


export type BatchQuery = { __typename?: 'Query', payout: { __typename?: 'PayoutDetail', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, contentHash: string, progressHash?: string | null, isFileGivenOut: boolean, preparedBy: string, createdAt: string, rejectedBy?: string | null, rejectReason?: string | null, rows: Array<{ __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }>, approvals: Array<{ __typename?: 'PayoutApproval', approvedBy: string, approvedAt: string, isCurrent: boolean, counts: boolean }> } };

export type ReviewRowFragment = { __typename?: 'PayoutReviewRow', transactionId: string, amount: number, accountName: string, iban: string, isNewPayee: boolean, isChangedName: boolean, isChangedPayee: boolean, isBlacklisted: boolean, isMerchantDisabled: boolean };

export type ReviewQueryVariables = Types.Exact<{
  payoutId: Types.Scalars['String']['input'];
}>;


export type ReviewQuery = { __typename?: 'Query', payoutReview: { __typename?: 'PayoutReview', sum: number, currency: string, approvalsNeeded: number, approvalsGiven: number, reasons: Array<Types.SecondApproverReason>, isWithinHours: boolean, balance?: number | null, balanceDay?: string | null, underWay: number, dailyLimit?: number | null, dailyLeft?: number | null, largest: Array<{ __typename?: 'PayoutReviewRow', transactionId: string, amount: number, accountName: string, iban: string, isNewPayee: boolean, isChangedName: boolean, isChangedPayee: boolean, isBlacklisted: boolean, isMerchantDisabled: boolean }>, marked: Array<{ __typename?: 'PayoutReviewRow', transactionId: string, amount: number, accountName: string, iban: string, isNewPayee: boolean, isChangedName: boolean, isChangedPayee: boolean, isBlacklisted: boolean, isMerchantDisabled: boolean }> } };

export type MoreRowsQueryVariables = Types.Exact<{
  payoutId: Types.Scalars['String']['input'];
  after: Types.Scalars['Int']['input'];
}>;


export type MoreRowsQuery = { __typename?: 'Query', payoutRows: Array<{ __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }> };

export type PayableQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type PayableQuery = { __typename?: 'Query', payable: Array<{ __typename?: 'Payable', transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, receivedAccountId?: string | null, isChangedPayee: boolean, client?: string | null, bankName?: string | null, amount: number, currency: string, accountName: string, iban: string, createdAt: string }> };

export type PreparePayoutMutationVariables = Types.Exact<{
  input: Types.PreparePayoutInput;
}>;


export type PreparePayoutMutation = { __typename?: 'Mutation', preparePayout?: { __typename?: 'PayoutDetail', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, contentHash: string, progressHash?: string | null, isFileGivenOut: boolean, preparedBy: string, createdAt: string, rejectedBy?: string | null, rejectReason?: string | null, rows: Array<{ __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }>, approvals: Array<{ __typename?: 'PayoutApproval', approvedBy: string, approvedAt: string, isCurrent: boolean, counts: boolean }> } | null };

export type AddToPayoutMutationVariables = Types.Exact<{
  input: Types.AddToPayoutInput;
}>;


export type AddToPayoutMutation = { __typename?: 'Mutation', addToPayout?: { __typename?: 'PayoutDetail', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, contentHash: string, progressHash?: string | null, isFileGivenOut: boolean, preparedBy: string, createdAt: string, rejectedBy?: string | null, rejectReason?: string | null, rows: Array<{ __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }>, approvals: Array<{ __typename?: 'PayoutApproval', approvedBy: string, approvedAt: string, isCurrent: boolean, counts: boolean }> } | null };

export type RemoveFromPayoutMutationVariables = Types.Exact<{
  input: Types.RemoveFromPayoutInput;
}>;


export type RemoveFromPayoutMutation = { __typename?: 'Mutation', removeFromPayout?: { __typename?: 'PayoutDetail', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, contentHash: string, progressHash?: string | null, isFileGivenOut: boolean, preparedBy: string, createdAt: string, rejectedBy?: string | null, rejectReason?: string | null, rows: Array<{ __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }>, approvals: Array<{ __typename?: 'PayoutApproval', approvedBy: string, approvedAt: string, isCurrent: boolean, counts: boolean }> } | null };

export type ApprovePayoutMutationVariables = Types.Exact<{
  payoutId: Types.Scalars['String']['input'];
  contentHash: Types.Scalars['String']['input'];
}>;


export type ApprovePayoutMutation = { __typename?: 'Mutation', approvePayout?: { __typename?: 'PayoutDetail', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, contentHash: string, progressHash?: string | null, isFileGivenOut: boolean, preparedBy: string, createdAt: string, rejectedBy?: string | null, rejectReason?: string | null, rows: Array<{ __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }>, approvals: Array<{ __typename?: 'PayoutApproval', approvedBy: string, approvedAt: string, isCurrent: boolean, counts: boolean }> } | null };

export type RejectPayoutMutationVariables = Types.Exact<{
  payoutId: Types.Scalars['String']['input'];
  contentHash: Types.Scalars['String']['input'];
  progressHash?: Types.InputMaybe<Types.Scalars['String']['input']>;
  reason: Types.Scalars['String']['input'];
  transactionIds?: Types.InputMaybe<Array<Types.Scalars['String']['input']> | Types.Scalars['String']['input']>;
}>;


export type RejectPayoutMutation = { __typename?: 'Mutation', rejectPayout?: { __typename?: 'PayoutDetail', payoutId: string, number: number, state: Types.PayoutState, accountId: string, currency: string, executionDay: string, count: number, sum: number, contentHash: string, progressHash?: string | null, isFileGivenOut: boolean, preparedBy: string, createdAt: string, rejectedBy?: string | null, rejectReason?: string | null, rows: Array<{ __typename?: 'PayoutRow', rowNumber: number, transactionId: string, kind: Types.PayoutKind, refundedLineId?: string | null, endToEndId: string, state: Types.PayoutRowState, bankStatus?: string | null, lineId?: string | null, amount: number, accountName: string, iban: string, isChangedPayee: boolean, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }>, approvals: Array<{ __typename?: 'PayoutApproval', approvedBy: string, approvedAt: string, isCurrent: boolean, counts: boolean }> } | null };

export type ExportPayoutMutationVariables = Types.Exact<{
  payoutId: Types.Scalars['String']['input'];
  contentHash: Types.Scalars['String']['input'];
  profile?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type ExportPayoutMutation = { __typename?: 'Mutation', exportPayout?: { __typename?: 'PayoutFile', name: string, mediaType: string, sha256: string, base64: string } | null };

export type BatchFileQueryVariables = Types.Exact<{
  payoutId: Types.Scalars['String']['input'];
}>;


export type BatchFileQuery = { __typename?: 'Query', payoutFile: { __typename?: 'PayoutFile', name: string, mediaType: string, sha256: string, base64: string } };

export type ChangePayeeMutationVariables = Types.Exact<{
  input: Types.ChangePayeeInput;
}>;


export type ChangePayeeMutation = { __typename?: 'Mutation', changePayee?: { __typename?: 'Payee', iban: string, isChangedPayee: boolean } | null };

export type PayoutPolicyFieldsFragment = { __typename?: 'PayoutPolicy', newPayeeByTwo: boolean, changedNameByTwo: boolean, days: Array<Types.Weekday>, fromTime?: string | null, untilTime?: string | null, byHandAllowed: boolean, updatedAt?: string | null, amounts: Array<{ __typename?: 'PayoutAmounts', currency: string, payoutAbove?: number | null, batchAbove?: number | null, dailyLimit?: number | null }> };

export type PayoutPolicyQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type PayoutPolicyQuery = { __typename?: 'Query', payoutPolicy: { __typename?: 'PayoutPolicy', newPayeeByTwo: boolean, changedNameByTwo: boolean, days: Array<Types.Weekday>, fromTime?: string | null, untilTime?: string | null, byHandAllowed: boolean, updatedAt?: string | null, amounts: Array<{ __typename?: 'PayoutAmounts', currency: string, payoutAbove?: number | null, batchAbove?: number | null, dailyLimit?: number | null }> } };

export type SetPayoutPolicyMutationVariables = Types.Exact<{
  input: Types.SetPayoutPolicyInput;
}>;


export type SetPayoutPolicyMutation = { __typename?: 'Mutation', setPayoutPolicy?: { __typename?: 'PayoutPolicy', newPayeeByTwo: boolean, changedNameByTwo: boolean, days: Array<Types.Weekday>, fromTime?: string | null, untilTime?: string | null, byHandAllowed: boolean, updatedAt?: string | null, amounts: Array<{ __typename?: 'PayoutAmounts', currency: string, payoutAbove?: number | null, batchAbove?: number | null, dailyLimit?: number | null }> } | null };

export type BankFilesQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type BankFilesQuery = { __typename?: 'Query', payoutProfiles: Array<{ __typename?: 'PayoutProfile', profileId: string, title: string }>, payoutAccounts: Array<{ __typename?: 'PayoutAccount', accountId: string, profileId?: string | null }> };

const BatchHead = "fragment BatchHead on Payout{payoutId number state accountId currency executionDay count sum preparedBy createdAt}";
const BatchRow = "fragment BatchRow on PayoutRow{rowNumber transactionId kind refundedLineId endToEndId state bankStatus bankReason{en tr}lineId amount accountName iban isChangedPayee}";
const WholeBatch = "fragment WholeBatch on PayoutDetail{payoutId number state accountId currency executionDay count sum contentHash progressHash isFileGivenOut preparedBy createdAt rejectedBy rejectReason rows{...BatchRow}approvals{approvedBy approvedAt isCurrent counts}}";
const ReviewRow = "fragment ReviewRow on PayoutReviewRow{transactionId amount accountName iban isNewPayee isChangedName isChangedPayee isBlacklisted isMerchantDisabled}";
const PayoutPolicyFields = "fragment PayoutPolicyFields on PayoutPolicy{amounts{currency payoutAbove batchAbove dailyLimit}newPayeeByTwo changedNameByTwo days fromTime untilTime byHandAllowed updatedAt}";
export const BatchesDocument: TypedDocument<BatchesQuery, BatchesQueryVariables> = "query Batches{payouts(limit:50){...BatchHead}prepared:payouts(limit:100 state:prepared){...BatchHead}approved:payouts(limit:100 state:approved){...BatchHead}overduePayouts(limit:100){payoutId number executionDay endToEndId kind state amount currency accountName iban waitingLineId}}" + BatchHead;
export const MoreBatchesDocument: TypedDocument<MoreBatchesQuery, MoreBatchesQueryVariables> = "query MoreBatches($before:Int!){payouts(limit:50 before:$before){...BatchHead}}" + BatchHead;
export const BatchDocument: TypedDocument<BatchQuery, BatchQueryVariables> = "query Batch($payoutId:String!){payout(payoutId:$payoutId){...WholeBatch}}" + WholeBatch + BatchRow;
export const ReviewDocument: TypedDocument<ReviewQuery, ReviewQueryVariables> = "query Review($payoutId:String!){payoutReview(payoutId:$payoutId){sum currency approvalsNeeded approvalsGiven reasons isWithinHours balance balanceDay underWay dailyLimit dailyLeft largest{...ReviewRow}marked{...ReviewRow}}}" + ReviewRow;
export const MoreRowsDocument: TypedDocument<MoreRowsQuery, MoreRowsQueryVariables> = "query MoreRows($payoutId:String!$after:Int!){payoutRows(payoutId:$payoutId after:$after limit:1000){...BatchRow}}" + BatchRow;
export const PayableDocument: TypedDocument<PayableQuery, PayableQueryVariables> = "query Payable{payable(limit:1000){transactionId kind refundedLineId receivedAccountId isChangedPayee client bankName amount currency accountName iban createdAt}}";
export const PreparePayoutDocument: TypedDocument<PreparePayoutMutation, PreparePayoutMutationVariables> = "mutation PreparePayout($input:PreparePayoutInput!){preparePayout(input:$input){...WholeBatch}}" + WholeBatch + BatchRow;
export const AddToPayoutDocument: TypedDocument<AddToPayoutMutation, AddToPayoutMutationVariables> = "mutation AddToPayout($input:AddToPayoutInput!){addToPayout(input:$input){...WholeBatch}}" + WholeBatch + BatchRow;
export const RemoveFromPayoutDocument: TypedDocument<RemoveFromPayoutMutation, RemoveFromPayoutMutationVariables> = "mutation RemoveFromPayout($input:RemoveFromPayoutInput!){removeFromPayout(input:$input){...WholeBatch}}" + WholeBatch + BatchRow;
export const ApprovePayoutDocument: TypedDocument<ApprovePayoutMutation, ApprovePayoutMutationVariables> = "mutation ApprovePayout($payoutId:String!$contentHash:String!){approvePayout(payoutId:$payoutId contentHash:$contentHash){...WholeBatch}}" + WholeBatch + BatchRow;
export const RejectPayoutDocument: TypedDocument<RejectPayoutMutation, RejectPayoutMutationVariables> = "mutation RejectPayout($payoutId:String!$contentHash:String!$progressHash:String$reason:String!$transactionIds:[String!]){rejectPayout(payoutId:$payoutId contentHash:$contentHash progressHash:$progressHash reason:$reason transactionIds:$transactionIds){...WholeBatch}}" + WholeBatch + BatchRow;
export const ExportPayoutDocument: TypedDocument<ExportPayoutMutation, ExportPayoutMutationVariables> = "mutation ExportPayout($payoutId:String!$contentHash:String!$profile:String){exportPayout(payoutId:$payoutId contentHash:$contentHash profile:$profile){name mediaType sha256 base64}}";
export const BatchFileDocument: TypedDocument<BatchFileQuery, BatchFileQueryVariables> = "query BatchFile($payoutId:String!){payoutFile(payoutId:$payoutId){name mediaType sha256 base64}}";
export const ChangePayeeDocument: TypedDocument<ChangePayeeMutation, ChangePayeeMutationVariables> = "mutation ChangePayee($input:ChangePayeeInput!){changePayee(input:$input){iban isChangedPayee}}";
export const PayoutPolicyDocument: TypedDocument<PayoutPolicyQuery, PayoutPolicyQueryVariables> = "query PayoutPolicy{payoutPolicy{...PayoutPolicyFields}}" + PayoutPolicyFields;
export const SetPayoutPolicyDocument: TypedDocument<SetPayoutPolicyMutation, SetPayoutPolicyMutationVariables> = "mutation SetPayoutPolicy($input:SetPayoutPolicyInput!){setPayoutPolicy(input:$input){...PayoutPolicyFields}}" + PayoutPolicyFields;
export const BankFilesDocument: TypedDocument<BankFilesQuery, BankFilesQueryVariables> = "query BankFiles{payoutProfiles{profileId title}payoutAccounts{accountId profileId}}";
