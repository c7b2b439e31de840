import type * as Types from '../../gql/schema.ts';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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
export const BatchHeadFragmentDoc = new TypedDocumentString(`
    fragment BatchHead on Payout {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  preparedBy
  createdAt
}
    `, {"fragmentName":"BatchHead"}) as unknown as TypedDocumentString<BatchHeadFragment, unknown>;
export const BatchRowFragmentDoc = new TypedDocumentString(`
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}
    `, {"fragmentName":"BatchRow"}) as unknown as TypedDocumentString<BatchRowFragment, unknown>;
export const WholeBatchFragmentDoc = new TypedDocumentString(`
    fragment WholeBatch on PayoutDetail {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  contentHash
  progressHash
  isFileGivenOut
  preparedBy
  createdAt
  rejectedBy
  rejectReason
  rows {
    ...BatchRow
  }
  approvals {
    approvedBy
    approvedAt
    isCurrent
    counts
  }
}
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}`, {"fragmentName":"WholeBatch"}) as unknown as TypedDocumentString<WholeBatchFragment, unknown>;
export const ReviewRowFragmentDoc = new TypedDocumentString(`
    fragment ReviewRow on PayoutReviewRow {
  transactionId
  amount
  accountName
  iban
  isNewPayee
  isChangedName
  isChangedPayee
  isBlacklisted
  isMerchantDisabled
}
    `, {"fragmentName":"ReviewRow"}) as unknown as TypedDocumentString<ReviewRowFragment, unknown>;
export const PayoutPolicyFieldsFragmentDoc = new TypedDocumentString(`
    fragment PayoutPolicyFields on PayoutPolicy {
  amounts {
    currency
    payoutAbove
    batchAbove
    dailyLimit
  }
  newPayeeByTwo
  changedNameByTwo
  days
  fromTime
  untilTime
  byHandAllowed
  updatedAt
}
    `, {"fragmentName":"PayoutPolicyFields"}) as unknown as TypedDocumentString<PayoutPolicyFieldsFragment, unknown>;
export const BatchesDocument = new TypedDocumentString(`
    query Batches {
  payouts(limit: 50) {
    ...BatchHead
  }
  prepared: payouts(limit: 100, state: prepared) {
    ...BatchHead
  }
  approved: payouts(limit: 100, state: approved) {
    ...BatchHead
  }
  overduePayouts(limit: 100) {
    payoutId
    number
    executionDay
    endToEndId
    kind
    state
    amount
    currency
    accountName
    iban
    waitingLineId
  }
}
    fragment BatchHead on Payout {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  preparedBy
  createdAt
}`) as unknown as TypedDocumentString<BatchesQuery, BatchesQueryVariables>;
export const MoreBatchesDocument = new TypedDocumentString(`
    query MoreBatches($before: Int!) {
  payouts(limit: 50, before: $before) {
    ...BatchHead
  }
}
    fragment BatchHead on Payout {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  preparedBy
  createdAt
}`) as unknown as TypedDocumentString<MoreBatchesQuery, MoreBatchesQueryVariables>;
export const BatchDocument = new TypedDocumentString(`
    query Batch($payoutId: String!) {
  payout(payoutId: $payoutId) {
    ...WholeBatch
  }
}
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}
fragment WholeBatch on PayoutDetail {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  contentHash
  progressHash
  isFileGivenOut
  preparedBy
  createdAt
  rejectedBy
  rejectReason
  rows {
    ...BatchRow
  }
  approvals {
    approvedBy
    approvedAt
    isCurrent
    counts
  }
}`) as unknown as TypedDocumentString<BatchQuery, BatchQueryVariables>;
export const ReviewDocument = new TypedDocumentString(`
    query Review($payoutId: String!) {
  payoutReview(payoutId: $payoutId) {
    sum
    currency
    approvalsNeeded
    approvalsGiven
    reasons
    isWithinHours
    balance
    balanceDay
    underWay
    dailyLimit
    dailyLeft
    largest {
      ...ReviewRow
    }
    marked {
      ...ReviewRow
    }
  }
}
    fragment ReviewRow on PayoutReviewRow {
  transactionId
  amount
  accountName
  iban
  isNewPayee
  isChangedName
  isChangedPayee
  isBlacklisted
  isMerchantDisabled
}`) as unknown as TypedDocumentString<ReviewQuery, ReviewQueryVariables>;
export const MoreRowsDocument = new TypedDocumentString(`
    query MoreRows($payoutId: String!, $after: Int!) {
  payoutRows(payoutId: $payoutId, after: $after, limit: 1000) {
    ...BatchRow
  }
}
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}`) as unknown as TypedDocumentString<MoreRowsQuery, MoreRowsQueryVariables>;
export const PayableDocument = new TypedDocumentString(`
    query Payable {
  payable(limit: 1000) {
    transactionId
    kind
    refundedLineId
    receivedAccountId
    isChangedPayee
    client
    bankName
    amount
    currency
    accountName
    iban
    createdAt
  }
}
    `) as unknown as TypedDocumentString<PayableQuery, PayableQueryVariables>;
export const PreparePayoutDocument = new TypedDocumentString(`
    mutation PreparePayout($input: PreparePayoutInput!) {
  preparePayout(input: $input) {
    ...WholeBatch
  }
}
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}
fragment WholeBatch on PayoutDetail {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  contentHash
  progressHash
  isFileGivenOut
  preparedBy
  createdAt
  rejectedBy
  rejectReason
  rows {
    ...BatchRow
  }
  approvals {
    approvedBy
    approvedAt
    isCurrent
    counts
  }
}`) as unknown as TypedDocumentString<PreparePayoutMutation, PreparePayoutMutationVariables>;
export const AddToPayoutDocument = new TypedDocumentString(`
    mutation AddToPayout($input: AddToPayoutInput!) {
  addToPayout(input: $input) {
    ...WholeBatch
  }
}
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}
fragment WholeBatch on PayoutDetail {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  contentHash
  progressHash
  isFileGivenOut
  preparedBy
  createdAt
  rejectedBy
  rejectReason
  rows {
    ...BatchRow
  }
  approvals {
    approvedBy
    approvedAt
    isCurrent
    counts
  }
}`) as unknown as TypedDocumentString<AddToPayoutMutation, AddToPayoutMutationVariables>;
export const RemoveFromPayoutDocument = new TypedDocumentString(`
    mutation RemoveFromPayout($input: RemoveFromPayoutInput!) {
  removeFromPayout(input: $input) {
    ...WholeBatch
  }
}
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}
fragment WholeBatch on PayoutDetail {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  contentHash
  progressHash
  isFileGivenOut
  preparedBy
  createdAt
  rejectedBy
  rejectReason
  rows {
    ...BatchRow
  }
  approvals {
    approvedBy
    approvedAt
    isCurrent
    counts
  }
}`) as unknown as TypedDocumentString<RemoveFromPayoutMutation, RemoveFromPayoutMutationVariables>;
export const ApprovePayoutDocument = new TypedDocumentString(`
    mutation ApprovePayout($payoutId: String!, $contentHash: String!) {
  approvePayout(payoutId: $payoutId, contentHash: $contentHash) {
    ...WholeBatch
  }
}
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}
fragment WholeBatch on PayoutDetail {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  contentHash
  progressHash
  isFileGivenOut
  preparedBy
  createdAt
  rejectedBy
  rejectReason
  rows {
    ...BatchRow
  }
  approvals {
    approvedBy
    approvedAt
    isCurrent
    counts
  }
}`) as unknown as TypedDocumentString<ApprovePayoutMutation, ApprovePayoutMutationVariables>;
export const RejectPayoutDocument = new TypedDocumentString(`
    mutation RejectPayout($payoutId: String!, $contentHash: String!, $progressHash: String, $reason: String!, $transactionIds: [String!]) {
  rejectPayout(
    payoutId: $payoutId
    contentHash: $contentHash
    progressHash: $progressHash
    reason: $reason
    transactionIds: $transactionIds
  ) {
    ...WholeBatch
  }
}
    fragment BatchRow on PayoutRow {
  rowNumber
  transactionId
  kind
  refundedLineId
  endToEndId
  state
  bankStatus
  bankReason {
    en
    tr
  }
  lineId
  amount
  accountName
  iban
  isChangedPayee
}
fragment WholeBatch on PayoutDetail {
  payoutId
  number
  state
  accountId
  currency
  executionDay
  count
  sum
  contentHash
  progressHash
  isFileGivenOut
  preparedBy
  createdAt
  rejectedBy
  rejectReason
  rows {
    ...BatchRow
  }
  approvals {
    approvedBy
    approvedAt
    isCurrent
    counts
  }
}`) as unknown as TypedDocumentString<RejectPayoutMutation, RejectPayoutMutationVariables>;
export const ExportPayoutDocument = new TypedDocumentString(`
    mutation ExportPayout($payoutId: String!, $contentHash: String!, $profile: String) {
  exportPayout(payoutId: $payoutId, contentHash: $contentHash, profile: $profile) {
    name
    mediaType
    sha256
    base64
  }
}
    `) as unknown as TypedDocumentString<ExportPayoutMutation, ExportPayoutMutationVariables>;
export const BatchFileDocument = new TypedDocumentString(`
    query BatchFile($payoutId: String!) {
  payoutFile(payoutId: $payoutId) {
    name
    mediaType
    sha256
    base64
  }
}
    `) as unknown as TypedDocumentString<BatchFileQuery, BatchFileQueryVariables>;
export const ChangePayeeDocument = new TypedDocumentString(`
    mutation ChangePayee($input: ChangePayeeInput!) {
  changePayee(input: $input) {
    iban
    isChangedPayee
  }
}
    `) as unknown as TypedDocumentString<ChangePayeeMutation, ChangePayeeMutationVariables>;
export const PayoutPolicyDocument = new TypedDocumentString(`
    query PayoutPolicy {
  payoutPolicy {
    ...PayoutPolicyFields
  }
}
    fragment PayoutPolicyFields on PayoutPolicy {
  amounts {
    currency
    payoutAbove
    batchAbove
    dailyLimit
  }
  newPayeeByTwo
  changedNameByTwo
  days
  fromTime
  untilTime
  byHandAllowed
  updatedAt
}`) as unknown as TypedDocumentString<PayoutPolicyQuery, PayoutPolicyQueryVariables>;
export const SetPayoutPolicyDocument = new TypedDocumentString(`
    mutation SetPayoutPolicy($input: SetPayoutPolicyInput!) {
  setPayoutPolicy(input: $input) {
    ...PayoutPolicyFields
  }
}
    fragment PayoutPolicyFields on PayoutPolicy {
  amounts {
    currency
    payoutAbove
    batchAbove
    dailyLimit
  }
  newPayeeByTwo
  changedNameByTwo
  days
  fromTime
  untilTime
  byHandAllowed
  updatedAt
}`) as unknown as TypedDocumentString<SetPayoutPolicyMutation, SetPayoutPolicyMutationVariables>;
export const BankFilesDocument = new TypedDocumentString(`
    query BankFiles {
  payoutProfiles {
    profileId
    title
  }
  payoutAccounts {
    accountId
    profileId
  }
}
    `) as unknown as TypedDocumentString<BankFilesQuery, BankFilesQueryVariables>;