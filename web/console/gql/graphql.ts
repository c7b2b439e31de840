import type { TypedDocument } from '../../../src/client/graphql-client.ts';
import type * as Types from './schema.ts';
export type CallbackSummaryQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type CallbackSummaryQuery = { __typename?: 'Query', callbackSummary: { __typename?: 'CallbackSummary', items: Array<{ __typename?: 'ClientCallbacks', appKey: string, name: string, waiting: number, failed: number, lastError?: string | null, lastFailedAt?: string | null }> } };

export type FailedCallbacksQueryVariables = Types.Exact<{
  appKey: Types.Scalars['String']['input'];
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type FailedCallbacksQuery = { __typename?: 'Query', failedCallbacks: { __typename?: 'FailedCallbackPage', nextCursor?: string | null, items: Array<{ __typename?: 'FailedCallback', eventId: string, transactionId: string, type: Types.TransactionType, name: string, amount: number, change: Types.ChangeKind, occurredAt: string, lastError?: string | null, lastFailedAt?: string | null, lastAnswer?: string | null }> } };

export type DetailQueryVariables = Types.Exact<{
  id: Types.Scalars['String']['input'];
}>;


export type DetailQuery = { __typename?: 'Query', transaction: { __typename?: 'Transaction', hash?: string | null, url?: string | null, transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, claimHistory?: Array<{ __typename?: 'ClaimPeriod', holder: string, claimedAt: string, endedAt?: string | null, end?: Types.ClaimEnd | null, sentAt?: string | null }> | null, notes?: Array<{ __typename?: 'Note', text: string, author: string, createdAt: string }> | null, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } };

export type HistoryQueryVariables = Types.Exact<{
  id: Types.Scalars['String']['input'];
  attemptsAfter?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type HistoryQuery = { __typename?: 'Query', events: { __typename?: 'EventPage', nextCursor?: string | null, items: Array<{ __typename?: 'Event', eventId: string, occurredAt: string, change: Types.ChangeKind, status: Types.TransactionStatus, statusReason?: string | null, internalReason?: string | null, seenBy?: Types.ReasonReader | null, amount: number, sequence: number, actor: Types.ActorKind, actorAppKey?: string | null, actorName?: string | null, callback?: Types.CallbackState | null, callbackDueInSeconds?: number | null, payment?: { __typename?: 'WithdrawalPayment', iban?: string | null, bankReference?: string | null } | null }> }, callbackAttempts: { __typename?: 'CallbackAttemptPage', nextCursor?: string | null, items: Array<{ __typename?: 'CallbackAttempt', eventId: string, startedAt: string, durationMs: number, status?: number | null, error?: string | null, answer?: string | null }> } };

export type ClearBlacklistMarkMutationVariables = Types.Exact<{
  transactionId: Types.Scalars['String']['input'];
  reason: Types.Scalars['String']['input'];
}>;


export type ClearBlacklistMarkMutation = { __typename?: 'Mutation', clearBlacklistMark?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type AddNoteMutationVariables = Types.Exact<{
  transactionId: Types.Scalars['String']['input'];
  text: Types.Scalars['String']['input'];
}>;


export type AddNoteMutation = { __typename?: 'Mutation', addNote?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string } } | null };

export type LinesOfQueryVariables = Types.Exact<{
  transactionId: Types.Scalars['String']['input'];
}>;


export type LinesOfQuery = { __typename?: 'Query', linesOfTransaction: Array<{ __typename?: 'FoundLine', fileName: string, line: { __typename?: 'StatementLine', lineId: string, accountId: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, counterpartyName?: string | null } }> };

export type PayoutsOfQueryVariables = Types.Exact<{
  transactionId: Types.Scalars['String']['input'];
}>;


export type PayoutsOfQuery = { __typename?: 'Query', payoutsOf: Array<{ __typename?: 'PayoutOf', payoutId: string, number: number, state: Types.PayoutState, rowState: Types.PayoutRowState, preparedBy: string, createdAt: string, approvedBy: Array<string>, exportedBy?: string | null, exportedAt?: string | null, fileName?: string | null, lineId?: string | null, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }> };

export type LineCountsQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type LineCountsQuery = { __typename?: 'Query', statementLineCounts: Array<{ __typename?: 'StatementLineCount', state: string, count: number }> };

export type SessionQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type SessionQuery = { __typename?: 'Query', whoAmI: { __typename?: 'KeyHolder', appKey: string, name: string, role: Types.Role, timeZone: string, currency: string, test?: boolean | null } };

export type SignInMutationVariables = Types.Exact<{ [key: string]: never; }>;


export type SignInMutation = { __typename?: 'Mutation', signIn?: { __typename?: 'KeyHolder', appKey: string } | null };

export type FilterChoicesQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type FilterChoicesQuery = { __typename?: 'Query', filterChoices: { __typename?: 'FilterChoices', banks?: Array<{ __typename?: 'BankChoice', bankId: string, name: string }> | null, accounts: Array<{ __typename?: 'AccountChoice', accountId: string, bankId: string, accountName: string, iban: string, active: boolean }>, clients: Array<{ __typename?: 'ClientChoice', appKey: string, name: string }> } };

export type StatisticsQueryVariables = Types.Exact<{
  from: Types.Scalars['DateTime']['input'];
  to: Types.Scalars['DateTime']['input'];
  groupBy: Types.StatisticsGroup;
  type?: Types.InputMaybe<Types.TransactionType>;
}>;


export type StatisticsQuery = { __typename?: 'Query', stats: Array<{ __typename?: 'Statistics', key: string, name?: string | null, createdCount: number, createdAmount: number, pendingCount: number, successfulCount: number, successfulAmount: number, unsuccessfulCount: number, expiredCount: number, cancelledCount: number, rejectedCount: number, reversedCount: number, secondsToSettle?: number | null }> };

export type TemplateFieldsFragment = { __typename?: 'ReasonTemplate', id: string, text: string, kind: Types.ReasonTemplateKind, seenBy: Types.ReasonReader };

export type ReasonTemplatesQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type ReasonTemplatesQuery = { __typename?: 'Query', reasonTemplates: Array<{ __typename?: 'ReasonTemplate', id: string, text: string, kind: Types.ReasonTemplateKind, seenBy: Types.ReasonReader }> };

export type SaveReasonTemplateMutationVariables = Types.Exact<{
  input: Types.SaveReasonTemplateInput;
}>;


export type SaveReasonTemplateMutation = { __typename?: 'Mutation', saveReasonTemplate?: { __typename?: 'ReasonTemplate', id: string, text: string, kind: Types.ReasonTemplateKind, seenBy: Types.ReasonReader } | null };

export type RemoveReasonTemplateMutationVariables = Types.Exact<{
  id: Types.Scalars['String']['input'];
}>;


export type RemoveReasonTemplateMutation = { __typename?: 'Mutation', removeReasonTemplate?: { __typename?: 'RemovedReasonTemplate', id: string } | null };

export type TransactionFieldsFragment = { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null };

export type QueueQueryVariables = Types.Exact<{
  before?: Types.InputMaybe<Types.Scalars['String']['input']>;
  filter: Types.TransactionFilter;
}>;


export type QueueQuery = { __typename?: 'Query', transactions: { __typename?: 'QueryTransactionsConnection', nodes: Array<{ __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null }>, pageInfo: { __typename?: 'PageInfo', hasPreviousPage: boolean, startCursor?: string | null } } };

export type QueueTotalsQueryVariables = Types.Exact<{
  filter?: Types.InputMaybe<Types.TransactionFilter>;
}>;


export type QueueTotalsQuery = { __typename?: 'Query', queueTotals: { __typename?: 'QueueTotals', waiting: number, sent: number, deposits: number, withdrawals: number, inPayouts?: number | null } };

export type TransactionSumsQueryVariables = Types.Exact<{
  filter?: Types.InputMaybe<Types.TransactionFilter>;
}>;


export type TransactionSumsQuery = { __typename?: 'Query', transactionSums: { __typename?: 'TransactionSums', isComplete: boolean, groups: Array<{ __typename?: 'TransactionSum', type: Types.TransactionType, status: Types.TransactionStatus, currency: string, count: number, amount: number, finalAmount: number }> } };

export type TransactionsQueryVariables = Types.Exact<{
  filter?: Types.InputMaybe<Types.TransactionFilter>;
  first: Types.Scalars['Int']['input'];
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type TransactionsQuery = { __typename?: 'Query', transactions: { __typename?: 'QueryTransactionsConnection', nodes: Array<{ __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null }>, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type LastChangesQueryVariables = Types.Exact<{
  transactionIds: Array<Types.Scalars['String']['input']> | Types.Scalars['String']['input'];
}>;


export type LastChangesQuery = { __typename?: 'Query', lastChanges: Array<{ __typename?: 'LastChange', actor: Types.ActorKind, name?: string | null } | null> };

export type TransactionChangedSubscriptionVariables = Types.Exact<{ [key: string]: never; }>;


export type TransactionChangedSubscription = { __typename?: 'Subscription', transactionChanged: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } };

export type SettleMutationVariables = Types.Exact<{
  input: Types.SettleTransactionInput;
}>;


export type SettleMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type RejectMutationVariables = Types.Exact<{
  input: Types.RejectTransactionInput;
}>;


export type RejectMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type ReverseMutationVariables = Types.Exact<{
  input: Types.ReverseTransactionInput;
}>;


export type ReverseMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type CorrectMutationVariables = Types.Exact<{
  input: Types.CorrectTransactionInput;
}>;


export type CorrectMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type CancelMutationVariables = Types.Exact<{
  input: Types.CancelTransactionInput;
}>;


export type CancelMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type RedeliverMutationVariables = Types.Exact<{
  eventId: Types.Scalars['String']['input'];
}>;


export type RedeliverMutation = { __typename?: 'Mutation', redeliverCallback?: { __typename?: 'Event', eventId: string, callback?: Types.CallbackState | null } | null };

export type RedeliverFailedMutationVariables = Types.Exact<{
  appKey: Types.Scalars['String']['input'];
}>;


export type RedeliverFailedMutation = { __typename?: 'Mutation', redeliverFailedCallbacks?: { __typename?: 'RedeliveredCallbacks', count: number, waitingCount: number } | null };

export type SettleManyMutationVariables = Types.Exact<{
  items: Array<Types.SettleItem> | Types.SettleItem;
  holdSeconds: Types.Scalars['Int']['input'];
}>;


export type SettleManyMutation = { __typename?: 'Mutation', results?: Array<{ __typename?: 'SettleResult', transactionId: string, transaction?: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } | null, error?: { __typename?: 'SettleError', type: string, message: string, lastChange?: { __typename?: 'LastChange', change: Types.ChangeKind, actor: Types.ActorKind, name?: string | null } | null } | null }> | null };

export type UndoMutationVariables = Types.Exact<{
  transactionId: Types.Scalars['String']['input'];
  sequence: Types.Scalars['Int']['input'];
}>;


export type UndoMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type ClaimWithdrawalMutationVariables = Types.Exact<{
  transactionId: Types.Scalars['String']['input'];
  takeOverFrom?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type ClaimWithdrawalMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type MarkWithdrawalSentMutationVariables = Types.Exact<{
  transactionId: Types.Scalars['String']['input'];
}>;


export type MarkWithdrawalSentMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

export type ReleaseWithdrawalMutationVariables = Types.Exact<{
  transactionId: Types.Scalars['String']['input'];
}>;


export type ReleaseWithdrawalMutation = { __typename?: 'Mutation', transition?: { __typename?: 'TransactionEnvelope', data: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, statusReason?: string | null, sequence: number, amount: number, finalAmount?: number | null, appKey?: string | null, bankId: string, bank: string, processId: string, userId: string, userName: string, name: string, convertedName: string, bankAccountName?: string | null, bankAccountIban?: string | null, accountName?: string | null, iban?: string | null, sentAt?: string | null, expiresAt?: string | null, reference?: string | null, payoutNumber?: number | null, blacklisted?: boolean | null, test?: boolean | null, endedAs?: Types.EndedKind | null, isLate: boolean, createdAt: string, updatedAt: string, payer?: { __typename?: 'Payer', name?: string | null, iban?: string | null } | null, claim?: { __typename?: 'WithdrawalClaim', holder: string, holderAppKey: string, claimedAt: string, expiresAt?: string | null, isLive: boolean, sentAt?: string | null, isMine: boolean } | null, payment?: { __typename?: 'WithdrawalPayment', accountId: string, iban?: string | null, bankReference?: string | null } | null, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus, byAppKey: string, byName: string } | null } } | null };

const TemplateFields = "fragment TemplateFields on ReasonTemplate{id text kind seenBy}";
const TransactionFields = "fragment TransactionFields on Transaction{transactionId type status statusReason sequence amount finalAmount appKey bankId bank processId userId userName name convertedName bankAccountName bankAccountIban accountName iban sentAt expiresAt reference payer{name iban}claim{holder holderAppKey claimedAt expiresAt isLive sentAt isMine}payoutNumber payment{accountId iban bankReference}blacklisted planned{to byAppKey byName}test endedAs isLate createdAt updatedAt}";
export const CallbackSummaryDocument: TypedDocument<CallbackSummaryQuery, CallbackSummaryQueryVariables> = "query CallbackSummary{callbackSummary{items{appKey name waiting failed lastError lastFailedAt}}}";
export const FailedCallbacksDocument: TypedDocument<FailedCallbacksQuery, FailedCallbacksQueryVariables> = "query FailedCallbacks($appKey:String!$after:String){failedCallbacks(appKey:$appKey after:$after limit:50){items{eventId transactionId type name amount change occurredAt lastError lastFailedAt lastAnswer}nextCursor}}";
export const DetailDocument: TypedDocument<DetailQuery, DetailQueryVariables> = "query Detail($id:String!){transaction(id:$id){...TransactionFields hash url claimHistory{holder claimedAt endedAt end sentAt}notes{text author createdAt}}}" + TransactionFields;
export const HistoryDocument: TypedDocument<HistoryQuery, HistoryQueryVariables> = "query History($id:String!$attemptsAfter:String){events(transactionId:$id limit:100){items{eventId occurredAt change status statusReason internalReason seenBy amount sequence actor actorAppKey actorName callback callbackDueInSeconds payment{iban bankReference}}nextCursor}callbackAttempts(transactionId:$id limit:20 after:$attemptsAfter){items{eventId startedAt durationMs status error answer}nextCursor}}";
export const ClearBlacklistMarkDocument: TypedDocument<ClearBlacklistMarkMutation, ClearBlacklistMarkMutationVariables> = "mutation ClearBlacklistMark($transactionId:String!$reason:String!){clearBlacklistMark(transactionId:$transactionId reason:$reason){data{...TransactionFields}}}" + TransactionFields;
export const AddNoteDocument: TypedDocument<AddNoteMutation, AddNoteMutationVariables> = "mutation AddNote($transactionId:String!$text:String!){addNote(transactionId:$transactionId text:$text){data{transactionId}}}";
export const LinesOfDocument: TypedDocument<LinesOfQuery, LinesOfQueryVariables> = "query LinesOf($transactionId:String!){linesOfTransaction(transactionId:$transactionId){line{lineId accountId bookingDate valueDate direction amount counterpartyName}fileName}}";
export const PayoutsOfDocument: TypedDocument<PayoutsOfQuery, PayoutsOfQueryVariables> = "query PayoutsOf($transactionId:String!){payoutsOf(transactionId:$transactionId){payoutId number state rowState bankReason{en tr}preparedBy createdAt approvedBy exportedBy exportedAt fileName lineId}}";
export const LineCountsDocument: TypedDocument<LineCountsQuery, LineCountsQueryVariables> = "query LineCounts{statementLineCounts{state count}}";
export const SessionDocument: TypedDocument<SessionQuery, SessionQueryVariables> = "query Session{whoAmI{appKey name role timeZone currency test}}";
export const SignInDocument: TypedDocument<SignInMutation, SignInMutationVariables> = "mutation SignIn{signIn{appKey}}";
export const FilterChoicesDocument: TypedDocument<FilterChoicesQuery, FilterChoicesQueryVariables> = "query FilterChoices{filterChoices{banks{bankId name}accounts{accountId bankId accountName iban active}clients{appKey name}}}";
export const StatisticsDocument: TypedDocument<StatisticsQuery, StatisticsQueryVariables> = "query Statistics($from:DateTime!$to:DateTime!$groupBy:StatisticsGroup!$type:TransactionType){stats(from:$from to:$to groupBy:$groupBy type:$type){key name createdCount createdAmount pendingCount successfulCount successfulAmount unsuccessfulCount expiredCount cancelledCount rejectedCount reversedCount secondsToSettle}}";
export const ReasonTemplatesDocument: TypedDocument<ReasonTemplatesQuery, ReasonTemplatesQueryVariables> = "query ReasonTemplates{reasonTemplates{...TemplateFields}}" + TemplateFields;
export const SaveReasonTemplateDocument: TypedDocument<SaveReasonTemplateMutation, SaveReasonTemplateMutationVariables> = "mutation SaveReasonTemplate($input:SaveReasonTemplateInput!){saveReasonTemplate(input:$input){...TemplateFields}}" + TemplateFields;
export const RemoveReasonTemplateDocument: TypedDocument<RemoveReasonTemplateMutation, RemoveReasonTemplateMutationVariables> = "mutation RemoveReasonTemplate($id:String!){removeReasonTemplate(id:$id){id}}";
export const QueueDocument: TypedDocument<QueueQuery, QueueQueryVariables> = "query Queue($before:String$filter:TransactionFilter!){transactions(last:50 before:$before filter:$filter){nodes{...TransactionFields}pageInfo{hasPreviousPage startCursor}}}" + TransactionFields;
export const QueueTotalsDocument: TypedDocument<QueueTotalsQuery, QueueTotalsQueryVariables> = "query QueueTotals($filter:TransactionFilter){queueTotals(filter:$filter){waiting sent deposits withdrawals inPayouts}}";
export const TransactionSumsDocument: TypedDocument<TransactionSumsQuery, TransactionSumsQueryVariables> = "query TransactionSums($filter:TransactionFilter){transactionSums(filter:$filter){groups{type status currency count amount finalAmount}isComplete}}";
export const TransactionsDocument: TypedDocument<TransactionsQuery, TransactionsQueryVariables> = "query Transactions($filter:TransactionFilter$first:Int!$after:String){transactions(filter:$filter first:$first after:$after){nodes{...TransactionFields}pageInfo{hasNextPage endCursor}}}" + TransactionFields;
export const LastChangesDocument: TypedDocument<LastChangesQuery, LastChangesQueryVariables> = "query LastChanges($transactionIds:[String!]!){lastChanges(transactionIds:$transactionIds){actor name}}";
export const TransactionChangedDocument: TypedDocument<TransactionChangedSubscription, TransactionChangedSubscriptionVariables> = "subscription TransactionChanged{transactionChanged{...TransactionFields}}" + TransactionFields;
export const SettleDocument: TypedDocument<SettleMutation, SettleMutationVariables> = "mutation Settle($input:SettleTransactionInput!){transition:settleTransaction(input:$input){data{...TransactionFields}}}" + TransactionFields;
export const RejectDocument: TypedDocument<RejectMutation, RejectMutationVariables> = "mutation Reject($input:RejectTransactionInput!){transition:rejectTransaction(input:$input){data{...TransactionFields}}}" + TransactionFields;
export const ReverseDocument: TypedDocument<ReverseMutation, ReverseMutationVariables> = "mutation Reverse($input:ReverseTransactionInput!){transition:reverseTransaction(input:$input){data{...TransactionFields}}}" + TransactionFields;
export const CorrectDocument: TypedDocument<CorrectMutation, CorrectMutationVariables> = "mutation Correct($input:CorrectTransactionInput!){transition:correctTransaction(input:$input){data{...TransactionFields}}}" + TransactionFields;
export const CancelDocument: TypedDocument<CancelMutation, CancelMutationVariables> = "mutation Cancel($input:CancelTransactionInput!){transition:cancelTransaction(input:$input){data{...TransactionFields}}}" + TransactionFields;
export const RedeliverDocument: TypedDocument<RedeliverMutation, RedeliverMutationVariables> = "mutation Redeliver($eventId:String!){redeliverCallback(eventId:$eventId){eventId callback}}";
export const RedeliverFailedDocument: TypedDocument<RedeliverFailedMutation, RedeliverFailedMutationVariables> = "mutation RedeliverFailed($appKey:String!){redeliverFailedCallbacks(appKey:$appKey waiting:true){count waitingCount}}";
export const SettleManyDocument: TypedDocument<SettleManyMutation, SettleManyMutationVariables> = "mutation SettleMany($items:[SettleItem!]!$holdSeconds:Int!){results:settleTransactions(items:$items holdSeconds:$holdSeconds){transactionId transaction{...TransactionFields}error{type message lastChange{change actor name}}}}" + TransactionFields;
export const UndoDocument: TypedDocument<UndoMutation, UndoMutationVariables> = "mutation Undo($transactionId:String!$sequence:Int!){transition:undoTransition(transactionId:$transactionId sequence:$sequence){data{...TransactionFields}}}" + TransactionFields;
export const ClaimWithdrawalDocument: TypedDocument<ClaimWithdrawalMutation, ClaimWithdrawalMutationVariables> = "mutation ClaimWithdrawal($transactionId:String!$takeOverFrom:String){transition:claimWithdrawal(transactionId:$transactionId takeOverFrom:$takeOverFrom){data{...TransactionFields}}}" + TransactionFields;
export const MarkWithdrawalSentDocument: TypedDocument<MarkWithdrawalSentMutation, MarkWithdrawalSentMutationVariables> = "mutation MarkWithdrawalSent($transactionId:String!){transition:markWithdrawalSent(transactionId:$transactionId){data{...TransactionFields}}}" + TransactionFields;
export const ReleaseWithdrawalDocument: TypedDocument<ReleaseWithdrawalMutation, ReleaseWithdrawalMutationVariables> = "mutation ReleaseWithdrawal($transactionId:String!){transition:releaseWithdrawal(transactionId:$transactionId){data{...TransactionFields}}}" + TransactionFields;
