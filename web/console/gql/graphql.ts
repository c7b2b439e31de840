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

export type CallbackSummaryQueryVariables = Exact<{ [key: string]: never; }>;


export type CallbackSummaryQuery = { callbackSummary: { items: Array<{ appKey: string, name: string, waiting: number, failed: number, lastError?: string | null, lastFailedAt?: string | null }> } };

export type FailedCallbacksQueryVariables = Exact<{
  appKey: Scalars['String']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type FailedCallbacksQuery = { failedCallbacks: { nextCursor?: string | null, items: Array<{ eventId: string, transactionId: string, type: TransactionType, name: string, amount: number, change: ChangeKind, occurredAt: string, lastError?: string | null, lastFailedAt?: string | null, lastAnswer?: string | null }> } };

export type DetailQueryVariables = Exact<{
  id: Scalars['String']['input'];
}>;


export type DetailQuery = { transaction: { hash?: string | null, url?: string | null, transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, claimHistory?: Array<{ holder: string, claimedAt: string, endedAt?: string | null, end?: ClaimEnd | null, sentAt?: string | null }> | null, notes?: Array<{ text: string, author: string, createdAt: string }> | null, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } };

export type HistoryQueryVariables = Exact<{
  id: Scalars['String']['input'];
  attemptsAfter?: InputMaybe<Scalars['String']['input']>;
}>;


export type HistoryQuery = { events: { nextCursor?: string | null, items: Array<{ eventId: string, occurredAt: string, change: ChangeKind, previousStatus: TransactionStatus, status: TransactionStatus, statusReason?: string | null, internalReason?: string | null, seenBy?: ReasonReader | null, amount: number, sequence: number, actor: ActorKind, actorAppKey?: string | null, actorName?: string | null, callback?: CallbackState | null, callbackDueInSeconds?: number | null, payment?: { iban?: string | null, bankReference?: string | null } | null }> }, callbackAttempts: { nextCursor?: string | null, items: Array<{ eventId: string, startedAt: string, durationMs: number, status?: number | null, error?: string | null, answer?: string | null }> } };

export type ClearBlacklistMarkMutationVariables = Exact<{
  transactionId: Scalars['String']['input'];
  reason: Scalars['String']['input'];
}>;


export type ClearBlacklistMarkMutation = { clearBlacklistMark: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type AddNoteMutationVariables = Exact<{
  transactionId: Scalars['String']['input'];
  text: Scalars['String']['input'];
}>;


export type AddNoteMutation = { addNote: { data: { transactionId: string } } };

export type LineCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type LineCountsQuery = { statementLineCounts: Array<{ state: string, count: number, sum: number }> };

export type SessionQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionQuery = { whoAmI: { appKey: string, name: string, role: Role, timeZone: string, test?: boolean | null }, banks: Array<{ _id: string, name: string, currency: string }> };

export type SignInMutationVariables = Exact<{ [key: string]: never; }>;


export type SignInMutation = { signIn: { appKey: string } };

export type FilterChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type FilterChoicesQuery = { filterChoices: { accounts: Array<{ accountId: string, bankId: string, accountName: string, iban: string, active: boolean }>, clients: Array<{ appKey: string, name: string }> } };

export type StatisticsQueryVariables = Exact<{
  input: StatisticsInput;
}>;


export type StatisticsQuery = { stats: Array<{ key: string, name?: string | null, createdCount: number, createdAmount: number, pendingCount: number, successfulCount: number, successfulAmount: number, unsuccessfulCount: number, expiredCount: number, cancelledCount: number, rejectedCount: number, reversedCount: number, secondsToSettle?: number | null }> };

export type TemplateFieldsFragment = { id: string, text: string, kind: ReasonTemplateKind, seenBy: ReasonReader };

export type ReasonTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type ReasonTemplatesQuery = { reasonTemplates: Array<{ id: string, text: string, kind: ReasonTemplateKind, seenBy: ReasonReader }> };

export type SaveReasonTemplateMutationVariables = Exact<{
  input: SaveReasonTemplateInput;
}>;


export type SaveReasonTemplateMutation = { saveReasonTemplate: { id: string, text: string, kind: ReasonTemplateKind, seenBy: ReasonReader } };

export type RemoveReasonTemplateMutationVariables = Exact<{
  id: Scalars['String']['input'];
}>;


export type RemoveReasonTemplateMutation = { removeReasonTemplate: { id: string } };

export type TransactionFieldsFragment = { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null };

export type QueueQueryVariables = Exact<{
  before?: InputMaybe<Scalars['String']['input']>;
  filter: TransactionFilter;
}>;


export type QueueQuery = { transactions: { nodes: Array<{ transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null }>, pageInfo: { hasPreviousPage: boolean, startCursor?: string | null } } };

export type QueueTotalsQueryVariables = Exact<{
  filter?: InputMaybe<TransactionFilter>;
}>;


export type QueueTotalsQuery = { queueTotals: { waiting: number, sent: number, deposits: number, withdrawals: number } };

export type TransactionsQueryVariables = Exact<{
  filter?: InputMaybe<TransactionFilter>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TransactionsQuery = { transactions: { nodes: Array<{ transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor?: string | null } } };

export type LastChangesQueryVariables = Exact<{
  transactionIds: Array<Scalars['String']['input']> | Scalars['String']['input'];
}>;


export type LastChangesQuery = { lastChanges: Array<{ actor: ActorKind, name?: string | null } | null> };

export type TransactionChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type TransactionChangedSubscription = { transactionChanged: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } };

export type SettleMutationVariables = Exact<{
  input: SettleTransactionInput;
}>;


export type SettleMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type RejectMutationVariables = Exact<{
  input: RejectTransactionInput;
}>;


export type RejectMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type ReverseMutationVariables = Exact<{
  input: ReverseTransactionInput;
}>;


export type ReverseMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type CorrectMutationVariables = Exact<{
  input: CorrectTransactionInput;
}>;


export type CorrectMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type CancelMutationVariables = Exact<{
  input: CancelTransactionInput;
}>;


export type CancelMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type RedeliverMutationVariables = Exact<{
  eventId: Scalars['String']['input'];
}>;


export type RedeliverMutation = { redeliverCallback: { eventId: string, callback?: CallbackState | null } };

export type RedeliverFailedMutationVariables = Exact<{
  appKey: Scalars['String']['input'];
}>;


export type RedeliverFailedMutation = { redeliverFailedCallbacks: { count: number } };

export type SettleManyMutationVariables = Exact<{
  items: Array<SettleItem> | SettleItem;
  holdSeconds: Scalars['Int']['input'];
}>;


export type SettleManyMutation = { results: Array<{ transactionId: string, transaction?: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } | null, error?: { type: string, message: string, lastChange?: { change: ChangeKind, actor: ActorKind, name?: string | null } | null } | null }> };

export type UndoMutationVariables = Exact<{
  transactionId: Scalars['String']['input'];
  sequence: Scalars['Int']['input'];
}>;


export type UndoMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type ClaimWithdrawalMutationVariables = Exact<{
  transactionId: Scalars['String']['input'];
  takeOverFrom?: InputMaybe<Scalars['String']['input']>;
}>;


export type ClaimWithdrawalMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type MarkWithdrawalSentMutationVariables = Exact<{
  transactionId: Scalars['String']['input'];
}>;


export type MarkWithdrawalSentMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

export type ReleaseWithdrawalMutationVariables = Exact<{
  transactionId: Scalars['String']['input'];
}>;


export type ReleaseWithdrawalMutation = { transition: { data: { transactionId: string, type: TransactionType, status: TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { name?: string | null, iban?: string | null } | null, claim?: { holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { accountId: string, iban?: string | null, bankReference?: string | null } | null } } };

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
export const TemplateFieldsFragmentDoc = new TypedDocumentString(`
    fragment TemplateFields on ReasonTemplate {
  id
  text
  kind
  seenBy
}
    `, {"fragmentName":"TemplateFields"}) as unknown as TypedDocumentString<TemplateFieldsFragment, unknown>;
export const TransactionFieldsFragmentDoc = new TypedDocumentString(`
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}
    `, {"fragmentName":"TransactionFields"}) as unknown as TypedDocumentString<TransactionFieldsFragment, unknown>;
export const CallbackSummaryDocument = new TypedDocumentString(`
    query CallbackSummary {
  callbackSummary {
    items {
      appKey
      name
      waiting
      failed
      lastError
      lastFailedAt
    }
  }
}
    `) as unknown as TypedDocumentString<CallbackSummaryQuery, CallbackSummaryQueryVariables>;
export const FailedCallbacksDocument = new TypedDocumentString(`
    query FailedCallbacks($appKey: String!, $after: String) {
  failedCallbacks(appKey: $appKey, after: $after, limit: 50) {
    items {
      eventId
      transactionId
      type
      name
      amount
      change
      occurredAt
      lastError
      lastFailedAt
      lastAnswer
    }
    nextCursor
  }
}
    `) as unknown as TypedDocumentString<FailedCallbacksQuery, FailedCallbacksQueryVariables>;
export const DetailDocument = new TypedDocumentString(`
    query Detail($id: String!) {
  transaction(id: $id) {
    ...TransactionFields
    hash
    url
    claimHistory {
      holder
      claimedAt
      endedAt
      end
      sentAt
    }
    notes {
      text
      author
      createdAt
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<DetailQuery, DetailQueryVariables>;
export const HistoryDocument = new TypedDocumentString(`
    query History($id: String!, $attemptsAfter: String) {
  events(transactionId: $id, limit: 100) {
    items {
      eventId
      occurredAt
      change
      previousStatus
      status
      statusReason
      internalReason
      seenBy
      amount
      sequence
      actor
      actorAppKey
      actorName
      callback
      callbackDueInSeconds
      payment {
        iban
        bankReference
      }
    }
    nextCursor
  }
  callbackAttempts(transactionId: $id, limit: 20, after: $attemptsAfter) {
    items {
      eventId
      startedAt
      durationMs
      status
      error
      answer
    }
    nextCursor
  }
}
    `) as unknown as TypedDocumentString<HistoryQuery, HistoryQueryVariables>;
export const ClearBlacklistMarkDocument = new TypedDocumentString(`
    mutation ClearBlacklistMark($transactionId: String!, $reason: String!) {
  clearBlacklistMark(transactionId: $transactionId, reason: $reason) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ClearBlacklistMarkMutation, ClearBlacklistMarkMutationVariables>;
export const AddNoteDocument = new TypedDocumentString(`
    mutation AddNote($transactionId: String!, $text: String!) {
  addNote(transactionId: $transactionId, text: $text) {
    data {
      transactionId
    }
  }
}
    `) as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const LineCountsDocument = new TypedDocumentString(`
    query LineCounts {
  statementLineCounts {
    state
    count
    sum
  }
}
    `) as unknown as TypedDocumentString<LineCountsQuery, LineCountsQueryVariables>;
export const SessionDocument = new TypedDocumentString(`
    query Session {
  whoAmI {
    appKey
    name
    role
    timeZone
    test
  }
  banks {
    _id
    name
    currency
  }
}
    `) as unknown as TypedDocumentString<SessionQuery, SessionQueryVariables>;
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn {
  signIn {
    appKey
  }
}
    `) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const FilterChoicesDocument = new TypedDocumentString(`
    query FilterChoices {
  filterChoices {
    accounts {
      accountId
      bankId
      accountName
      iban
      active
    }
    clients {
      appKey
      name
    }
  }
}
    `) as unknown as TypedDocumentString<FilterChoicesQuery, FilterChoicesQueryVariables>;
export const StatisticsDocument = new TypedDocumentString(`
    query Statistics($input: StatisticsInput!) {
  stats(input: $input) {
    key
    name
    createdCount
    createdAmount
    pendingCount
    successfulCount
    successfulAmount
    unsuccessfulCount
    expiredCount
    cancelledCount
    rejectedCount
    reversedCount
    secondsToSettle
  }
}
    `) as unknown as TypedDocumentString<StatisticsQuery, StatisticsQueryVariables>;
export const ReasonTemplatesDocument = new TypedDocumentString(`
    query ReasonTemplates {
  reasonTemplates {
    ...TemplateFields
  }
}
    fragment TemplateFields on ReasonTemplate {
  id
  text
  kind
  seenBy
}`) as unknown as TypedDocumentString<ReasonTemplatesQuery, ReasonTemplatesQueryVariables>;
export const SaveReasonTemplateDocument = new TypedDocumentString(`
    mutation SaveReasonTemplate($input: SaveReasonTemplateInput!) {
  saveReasonTemplate(input: $input) {
    ...TemplateFields
  }
}
    fragment TemplateFields on ReasonTemplate {
  id
  text
  kind
  seenBy
}`) as unknown as TypedDocumentString<SaveReasonTemplateMutation, SaveReasonTemplateMutationVariables>;
export const RemoveReasonTemplateDocument = new TypedDocumentString(`
    mutation RemoveReasonTemplate($id: String!) {
  removeReasonTemplate(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RemoveReasonTemplateMutation, RemoveReasonTemplateMutationVariables>;
export const QueueDocument = new TypedDocumentString(`
    query Queue($before: String, $filter: TransactionFilter!) {
  transactions(last: 50, before: $before, filter: $filter) {
    nodes {
      ...TransactionFields
    }
    pageInfo {
      hasPreviousPage
      startCursor
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<QueueQuery, QueueQueryVariables>;
export const QueueTotalsDocument = new TypedDocumentString(`
    query QueueTotals($filter: TransactionFilter) {
  queueTotals(filter: $filter) {
    waiting
    sent
    deposits
    withdrawals
  }
}
    `) as unknown as TypedDocumentString<QueueTotalsQuery, QueueTotalsQueryVariables>;
export const TransactionsDocument = new TypedDocumentString(`
    query Transactions($filter: TransactionFilter, $first: Int!, $after: String) {
  transactions(filter: $filter, first: $first, after: $after) {
    nodes {
      ...TransactionFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<TransactionsQuery, TransactionsQueryVariables>;
export const LastChangesDocument = new TypedDocumentString(`
    query LastChanges($transactionIds: [String!]!) {
  lastChanges(transactionIds: $transactionIds) {
    actor
    name
  }
}
    `) as unknown as TypedDocumentString<LastChangesQuery, LastChangesQueryVariables>;
export const TransactionChangedDocument = new TypedDocumentString(`
    subscription TransactionChanged {
  transactionChanged {
    ...TransactionFields
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<TransactionChangedSubscription, TransactionChangedSubscriptionVariables>;
export const SettleDocument = new TypedDocumentString(`
    mutation Settle($input: SettleTransactionInput!) {
  transition: settleTransaction(input: $input) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<SettleMutation, SettleMutationVariables>;
export const RejectDocument = new TypedDocumentString(`
    mutation Reject($input: RejectTransactionInput!) {
  transition: rejectTransaction(input: $input) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<RejectMutation, RejectMutationVariables>;
export const ReverseDocument = new TypedDocumentString(`
    mutation Reverse($input: ReverseTransactionInput!) {
  transition: reverseTransaction(input: $input) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ReverseMutation, ReverseMutationVariables>;
export const CorrectDocument = new TypedDocumentString(`
    mutation Correct($input: CorrectTransactionInput!) {
  transition: correctTransaction(input: $input) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CorrectMutation, CorrectMutationVariables>;
export const CancelDocument = new TypedDocumentString(`
    mutation Cancel($input: CancelTransactionInput!) {
  transition: cancelTransaction(input: $input) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CancelMutation, CancelMutationVariables>;
export const RedeliverDocument = new TypedDocumentString(`
    mutation Redeliver($eventId: String!) {
  redeliverCallback(eventId: $eventId) {
    eventId
    callback
  }
}
    `) as unknown as TypedDocumentString<RedeliverMutation, RedeliverMutationVariables>;
export const RedeliverFailedDocument = new TypedDocumentString(`
    mutation RedeliverFailed($appKey: String!) {
  redeliverFailedCallbacks(appKey: $appKey) {
    count
  }
}
    `) as unknown as TypedDocumentString<RedeliverFailedMutation, RedeliverFailedMutationVariables>;
export const SettleManyDocument = new TypedDocumentString(`
    mutation SettleMany($items: [SettleItem!]!, $holdSeconds: Int!) {
  results: settleTransactions(items: $items, holdSeconds: $holdSeconds) {
    transactionId
    transaction {
      ...TransactionFields
    }
    error {
      type
      message
      lastChange {
        change
        actor
        name
      }
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<SettleManyMutation, SettleManyMutationVariables>;
export const UndoDocument = new TypedDocumentString(`
    mutation Undo($transactionId: String!, $sequence: Int!) {
  transition: undoTransition(transactionId: $transactionId, sequence: $sequence) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UndoMutation, UndoMutationVariables>;
export const ClaimWithdrawalDocument = new TypedDocumentString(`
    mutation ClaimWithdrawal($transactionId: String!, $takeOverFrom: String) {
  transition: claimWithdrawal(
    transactionId: $transactionId
    takeOverFrom: $takeOverFrom
  ) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ClaimWithdrawalMutation, ClaimWithdrawalMutationVariables>;
export const MarkWithdrawalSentDocument = new TypedDocumentString(`
    mutation MarkWithdrawalSent($transactionId: String!) {
  transition: markWithdrawalSent(transactionId: $transactionId) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<MarkWithdrawalSentMutation, MarkWithdrawalSentMutationVariables>;
export const ReleaseWithdrawalDocument = new TypedDocumentString(`
    mutation ReleaseWithdrawal($transactionId: String!) {
  transition: releaseWithdrawal(transactionId: $transactionId) {
    data {
      ...TransactionFields
    }
  }
}
    fragment TransactionFields on Transaction {
  transactionId
  type
  status
  statusReason
  sequence
  amount
  finalAmount
  appKey
  bankId
  bank
  processId
  userId
  userName
  name
  convertedName
  bankAccountName
  bankAccountIban
  accountName
  iban
  sentAt
  expiresAt
  reference
  payer {
    name
    iban
  }
  claim {
    holder
    holderAppKey
    claimedAt
    expiresAt
    isLive
    sentAt
    isMine
  }
  payment {
    accountId
    iban
    bankReference
  }
  blacklisted
  test
  endedAs
  isLate
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<ReleaseWithdrawalMutation, ReleaseWithdrawalMutationVariables>;