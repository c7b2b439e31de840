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

export type AccountDaysQueryVariables = Exact<{
  accountId: Scalars['String']['input'];
  fromDay?: InputMaybe<Scalars['String']['input']>;
  toDay?: InputMaybe<Scalars['String']['input']>;
}>;


export type AccountDaysQuery = { accountDays: { accountId: string, currency: string, fromDay: string, toDay: string, days: Array<{ day: string, isOpeningStated: boolean, isClosingStated: boolean, difference?: number | null, gap?: number | null, opening?: number | null, closing?: number | null, credits: number, debits: number, movement: number, deposits: number, payouts: number, fees: number, otherDebits: number, unknown: number, waiting: number, held: number, putAway: number, lineCount: number, pending: number, pendingCount: number, otherCurrencyCount: number, believed: number, believedDeposits: number, believedWithdrawals: number, believedCount: number, drift: number, unexplained: number }>, total: { opening?: number | null, closing?: number | null, credits: number, debits: number, movement: number, deposits: number, payouts: number, fees: number, otherDebits: number, unknown: number, waiting: number, held: number, putAway: number, lineCount: number, pending: number, pendingCount: number, otherCurrencyCount: number, believed: number, believedDeposits: number, believedWithdrawals: number, believedCount: number, drift: number, unexplained: number } } };

export type FileFieldsFragment = { fileId: string, name: string, format: StatementFormat, profileId?: string | null, lineCount: number, addedCount: number, importedAt: string, importedBy?: string | null, matchedAt?: string | null, accountIds: Array<string>, statementCount: number, heldCount: number };

export type StatementFilesQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type StatementFilesQuery = { statementFiles: { nextCursor?: string | null, items: Array<{ fileId: string, name: string, format: StatementFormat, profileId?: string | null, lineCount: number, addedCount: number, importedAt: string, importedBy?: string | null, matchedAt?: string | null, accountIds: Array<string>, statementCount: number, heldCount: number }> } };

export type StatementFileQueryVariables = Exact<{
  fileId: Scalars['String']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type StatementFileQuery = { statementFiles: { items: Array<{ fileId: string, name: string, format: StatementFormat, profileId?: string | null, lineCount: number, addedCount: number, importedAt: string, importedBy?: string | null, matchedAt?: string | null, accountIds: Array<string>, statementCount: number, heldCount: number }> }, bankStatements: { nextCursor?: string | null, items: Array<{ statementId: string, fileId: string, accountId: string, bankStatementId?: string | null, sequenceNumber?: string | null, opening?: number | null, closing?: number | null, firstDate?: string | null, lastDate?: string | null, lineCount: number, heldReason?: string | null, releaseReason?: string | null }> } };

export type LineFieldsFragment = { lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null };

export type CandidateFieldsFragment = { transactionId: string, type: TransactionType, status: TransactionStatus, sequence: number, statusReason?: string | null, endedAs?: EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, reference?: string | null, createdAt: string };

export type ReasonFieldsFragment = { code: string, detail?: string | null, lineIds: Array<string> };

export type LineDetailFieldsFragment = { line: { lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }, candidates: Array<{ rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { transactionId: string, type: TransactionType, status: TransactionStatus, sequence: number, statusReason?: string | null, endedAs?: EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, reference?: string | null, createdAt: string }, reasons: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, decisions: Array<{ decisionId: string, state: string, rule: string, transactionId?: string | null, actor: ActorKind, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }> };

export type LinesQueryVariables = Exact<{
  states?: InputMaybe<Array<Scalars['String']['input']> | Scalars['String']['input']>;
  accountId?: InputMaybe<Scalars['String']['input']>;
  fileId?: InputMaybe<Scalars['String']['input']>;
  fromDay?: InputMaybe<Scalars['String']['input']>;
  toDay?: InputMaybe<Scalars['String']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  limit: Scalars['Int']['input'];
}>;


export type LinesQuery = { statementLines: { nextCursor?: string | null, items: Array<{ lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }> } };

export type LineQueryVariables = Exact<{
  lineId: Scalars['String']['input'];
}>;


export type LineQuery = { statementLine: { line: { lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }, candidates: Array<{ rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { transactionId: string, type: TransactionType, status: TransactionStatus, sequence: number, statusReason?: string | null, endedAs?: EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, reference?: string | null, createdAt: string }, reasons: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, decisions: Array<{ decisionId: string, state: string, rule: string, transactionId?: string | null, actor: ActorKind, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }> } };

export type FindTransactionsQueryVariables = Exact<{
  query: Scalars['String']['input'];
}>;


export type FindTransactionsQuery = { transactions: { nodes: Array<{ transactionId: string, type: TransactionType, status: TransactionStatus, sequence: number, statusReason?: string | null, endedAs?: EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, reference?: string | null, createdAt: string }> } };

export type ConfirmLineMutationVariables = Exact<{
  lineId: Scalars['String']['input'];
  transactionId: Scalars['String']['input'];
  sequence: Scalars['Int']['input'];
  acceptDifference: Scalars['Boolean']['input'];
  holdSeconds: Scalars['Int']['input'];
}>;


export type ConfirmLineMutation = { confirmed: { line: { lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }, candidates: Array<{ rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { transactionId: string, type: TransactionType, status: TransactionStatus, sequence: number, statusReason?: string | null, endedAs?: EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, reference?: string | null, createdAt: string }, reasons: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, decisions: Array<{ decisionId: string, state: string, rule: string, transactionId?: string | null, actor: ActorKind, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }> } };

export type ConfirmLinesMutationVariables = Exact<{
  lineIds: Array<Scalars['String']['input']> | Scalars['String']['input'];
  transactionId: Scalars['String']['input'];
  sequence: Scalars['Int']['input'];
  acceptDifference: Scalars['Boolean']['input'];
  holdSeconds: Scalars['Int']['input'];
}>;


export type ConfirmLinesMutation = { confirmed: { line: { lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }, candidates: Array<{ rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { transactionId: string, type: TransactionType, status: TransactionStatus, sequence: number, statusReason?: string | null, endedAs?: EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, reference?: string | null, createdAt: string }, reasons: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, decisions: Array<{ decisionId: string, state: string, rule: string, transactionId?: string | null, actor: ActorKind, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }> } };

export type PutLineAwayMutationVariables = Exact<{
  lineId: Scalars['String']['input'];
  note: Scalars['String']['input'];
}>;


export type PutLineAwayMutation = { putAwayStatementLine: { line: { lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }, candidates: Array<{ rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { transactionId: string, type: TransactionType, status: TransactionStatus, sequence: number, statusReason?: string | null, endedAs?: EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, reference?: string | null, createdAt: string }, reasons: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, decisions: Array<{ decisionId: string, state: string, rule: string, transactionId?: string | null, actor: ActorKind, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }> } };

export type UndoLineMutationVariables = Exact<{
  lineId: Scalars['String']['input'];
  decisionId?: InputMaybe<Scalars['String']['input']>;
  reason: Scalars['String']['input'];
}>;


export type UndoLineMutation = { undoStatementLine: { line: { lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }, candidates: Array<{ rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { transactionId: string, type: TransactionType, status: TransactionStatus, sequence: number, statusReason?: string | null, endedAs?: EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, reference?: string | null, createdAt: string }, reasons: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, decisions: Array<{ decisionId: string, state: string, rule: string, transactionId?: string | null, actor: ActorKind, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null }> } };

export type PreviewFieldsFragment = { format: StatementFormat, profileId?: string | null, isRepeat: boolean, skippedAccounts: Array<string>, lineCount: number, newCount: number, isDecided: boolean, problems: Array<{ code: string, place?: string | null, message: string }>, statements: Array<{ accountId: string, bankStatementId?: string | null, opening?: number | null, closing?: number | null, heldReason?: string | null, heldPlace?: string | null }>, outcomes: Array<{ state: string, count: number }>, lines: Array<{ place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, counterpartyName?: string | null, remittance: Array<string>, isNew?: boolean | null, state?: string | null, rule?: string | null, transactionId?: string | null, candidateIds: Array<string> }> };

export type PreviewTextMutationVariables = Exact<{
  name: Scalars['String']['input'];
  content: Scalars['String']['input'];
  accountId?: InputMaybe<Scalars['String']['input']>;
  profileId?: InputMaybe<Scalars['String']['input']>;
  skipUnknownAccounts?: InputMaybe<Scalars['Boolean']['input']>;
}>;


export type PreviewTextMutation = { previewStatementText: { format: StatementFormat, profileId?: string | null, isRepeat: boolean, skippedAccounts: Array<string>, lineCount: number, newCount: number, isDecided: boolean, problems: Array<{ code: string, place?: string | null, message: string }>, statements: Array<{ accountId: string, bankStatementId?: string | null, opening?: number | null, closing?: number | null, heldReason?: string | null, heldPlace?: string | null }>, outcomes: Array<{ state: string, count: number }>, lines: Array<{ place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, counterpartyName?: string | null, remittance: Array<string>, isNew?: boolean | null, state?: string | null, rule?: string | null, transactionId?: string | null, candidateIds: Array<string> }> } };

export type ProfileChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type ProfileChoicesQuery = { bankProfiles: Array<{ profileId: string, title: string }> };

export type ListBankProfilesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListBankProfilesQuery = { bankProfiles: Array<{ profileId: string, title: string, isBuiltIn: boolean, profile: string }> };

export type SaveBankProfileMutationVariables = Exact<{
  profile: Scalars['String']['input'];
}>;


export type SaveBankProfileMutation = { saveBankProfile: { profileId: string } };

export type RemoveBankProfileMutationVariables = Exact<{
  profileId: Scalars['String']['input'];
}>;


export type RemoveBankProfileMutation = { removeBankProfile: { profileId: string } };

export type TryBankProfileMutationVariables = Exact<{
  profile: Scalars['String']['input'];
  content: Scalars['String']['input'];
  isPasted: Scalars['Boolean']['input'];
}>;


export type TryBankProfileMutation = { tryBankProfile: { lineCount: number, columns: Array<{ name: string, role?: string | null }>, problems: Array<{ place?: string | null, message: string }>, lines: Array<{ place: string, bookingDate?: string | null, valueDate?: string | null, direction: LineDirection, amount: number, currency: string, isPending: boolean, returnReason?: string | null, counterpartyName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, bankReference?: string | null, transactionCode?: string | null, balanceAfter?: number | null }> } };

export type StatementFieldsFragment = { statementId: string, fileId: string, accountId: string, bankStatementId?: string | null, sequenceNumber?: string | null, opening?: number | null, closing?: number | null, firstDate?: string | null, lastDate?: string | null, lineCount: number, heldReason?: string | null, releaseReason?: string | null };

export type HeldStatementsQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type HeldStatementsQuery = { bankStatements: { nextCursor?: string | null, items: Array<{ statementId: string, fileId: string, accountId: string, bankStatementId?: string | null, sequenceNumber?: string | null, opening?: number | null, closing?: number | null, firstDate?: string | null, lastDate?: string | null, lineCount: number, heldReason?: string | null, releaseReason?: string | null }> } };

export type ReleaseStatementMutationVariables = Exact<{
  statementId: Scalars['String']['input'];
  reason: Scalars['String']['input'];
}>;


export type ReleaseStatementMutation = { releaseStatement: { statementId: string } };

export type ImportTextMutationVariables = Exact<{
  name: Scalars['String']['input'];
  content: Scalars['String']['input'];
  accountId?: InputMaybe<Scalars['String']['input']>;
  profileId?: InputMaybe<Scalars['String']['input']>;
  skipUnknownAccounts?: InputMaybe<Scalars['Boolean']['input']>;
}>;


export type ImportTextMutation = { importStatementText: { isRepeat: boolean, accounts: Array<string>, file: { fileId: string, name: string, lineCount: number, addedCount: number }, statements: Array<{ heldReason?: string | null }> } };

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
export const FileFieldsFragmentDoc = new TypedDocumentString(`
    fragment FileFields on StatementFile {
  fileId
  name
  format
  profileId
  lineCount
  addedCount
  importedAt
  importedBy
  matchedAt
  accountIds
  statementCount
  heldCount
}
    `, {"fragmentName":"FileFields"}) as unknown as TypedDocumentString<FileFieldsFragment, unknown>;
export const LineFieldsFragmentDoc = new TypedDocumentString(`
    fragment LineFields on StatementLine {
  lineId
  statementId
  fileId
  accountId
  place
  bookingDate
  valueDate
  direction
  amount
  currency
  isPending
  isReversal
  returnReason
  counterpartyName
  ultimateName
  counterpartyIban
  remittance
  structuredReference
  endToEndId
  bankReference
  transactionCode
  state
  stateAt
  transactionId
}
    `, {"fragmentName":"LineFields"}) as unknown as TypedDocumentString<LineFieldsFragment, unknown>;
export const CandidateFieldsFragmentDoc = new TypedDocumentString(`
    fragment CandidateFields on Transaction {
  transactionId
  type
  status
  sequence
  statusReason
  endedAs
  amount
  finalAmount
  name
  accountName
  appKey
  bank
  reference
  createdAt
}
    `, {"fragmentName":"CandidateFields"}) as unknown as TypedDocumentString<CandidateFieldsFragment, unknown>;
export const ReasonFieldsFragmentDoc = new TypedDocumentString(`
    fragment ReasonFields on MatchReason {
  code
  detail
  lineIds
}
    `, {"fragmentName":"ReasonFields"}) as unknown as TypedDocumentString<ReasonFieldsFragment, unknown>;
export const LineDetailFieldsFragmentDoc = new TypedDocumentString(`
    fragment LineDetailFields on StatementLineDetail {
  line {
    ...LineFields
  }
  candidates {
    transaction {
      ...CandidateFields
    }
    reasons {
      ...ReasonFields
    }
    rank
    paidByLineIds
    otherLineIds
    sumWithOthers
  }
  decisions {
    decisionId
    state
    rule
    evidence {
      ...ReasonFields
    }
    transactionId
    actor
    note
    decidedAt
    undoneAt
    undoReason
  }
  together {
    ...LineFields
  }
}
    fragment LineFields on StatementLine {
  lineId
  statementId
  fileId
  accountId
  place
  bookingDate
  valueDate
  direction
  amount
  currency
  isPending
  isReversal
  returnReason
  counterpartyName
  ultimateName
  counterpartyIban
  remittance
  structuredReference
  endToEndId
  bankReference
  transactionCode
  state
  stateAt
  transactionId
}
fragment CandidateFields on Transaction {
  transactionId
  type
  status
  sequence
  statusReason
  endedAs
  amount
  finalAmount
  name
  accountName
  appKey
  bank
  reference
  createdAt
}
fragment ReasonFields on MatchReason {
  code
  detail
  lineIds
}`, {"fragmentName":"LineDetailFields"}) as unknown as TypedDocumentString<LineDetailFieldsFragment, unknown>;
export const PreviewFieldsFragmentDoc = new TypedDocumentString(`
    fragment PreviewFields on StatementPreview {
  format
  profileId
  isRepeat
  skippedAccounts
  problems {
    code
    place
    message
  }
  statements {
    accountId
    bankStatementId
    opening
    closing
    heldReason
    heldPlace
  }
  lineCount
  newCount
  isDecided
  outcomes {
    state
    count
  }
  lines {
    place
    bookingDate
    valueDate
    direction
    amount
    currency
    counterpartyName
    remittance
    isNew
    state
    rule
    transactionId
    candidateIds
  }
}
    `, {"fragmentName":"PreviewFields"}) as unknown as TypedDocumentString<PreviewFieldsFragment, unknown>;
export const StatementFieldsFragmentDoc = new TypedDocumentString(`
    fragment StatementFields on BankStatement {
  statementId
  fileId
  accountId
  bankStatementId
  sequenceNumber
  opening
  closing
  firstDate
  lastDate
  lineCount
  heldReason
  releaseReason
}
    `, {"fragmentName":"StatementFields"}) as unknown as TypedDocumentString<StatementFieldsFragment, unknown>;
export const AccountDaysDocument = new TypedDocumentString(`
    query AccountDays($accountId: String!, $fromDay: String, $toDay: String) {
  accountDays(accountId: $accountId, fromDay: $fromDay, toDay: $toDay) {
    accountId
    currency
    fromDay
    toDay
    days {
      day
      isOpeningStated
      isClosingStated
      difference
      gap
      opening
      closing
      credits
      debits
      movement
      deposits
      payouts
      fees
      otherDebits
      unknown
      waiting
      held
      putAway
      lineCount
      pending
      pendingCount
      otherCurrencyCount
      believed
      believedDeposits
      believedWithdrawals
      believedCount
      drift
      unexplained
    }
    total {
      opening
      closing
      credits
      debits
      movement
      deposits
      payouts
      fees
      otherDebits
      unknown
      waiting
      held
      putAway
      lineCount
      pending
      pendingCount
      otherCurrencyCount
      believed
      believedDeposits
      believedWithdrawals
      believedCount
      drift
      unexplained
    }
  }
}
    `) as unknown as TypedDocumentString<AccountDaysQuery, AccountDaysQueryVariables>;
export const StatementFilesDocument = new TypedDocumentString(`
    query StatementFiles($after: String) {
  statementFiles(after: $after, limit: 50) {
    items {
      ...FileFields
    }
    nextCursor
  }
}
    fragment FileFields on StatementFile {
  fileId
  name
  format
  profileId
  lineCount
  addedCount
  importedAt
  importedBy
  matchedAt
  accountIds
  statementCount
  heldCount
}`) as unknown as TypedDocumentString<StatementFilesQuery, StatementFilesQueryVariables>;
export const StatementFileDocument = new TypedDocumentString(`
    query StatementFile($fileId: String!, $after: String) {
  statementFiles(fileId: $fileId, limit: 1) {
    items {
      ...FileFields
    }
  }
  bankStatements(fileId: $fileId, after: $after, limit: 50) {
    items {
      ...StatementFields
    }
    nextCursor
  }
}
    fragment FileFields on StatementFile {
  fileId
  name
  format
  profileId
  lineCount
  addedCount
  importedAt
  importedBy
  matchedAt
  accountIds
  statementCount
  heldCount
}
fragment StatementFields on BankStatement {
  statementId
  fileId
  accountId
  bankStatementId
  sequenceNumber
  opening
  closing
  firstDate
  lastDate
  lineCount
  heldReason
  releaseReason
}`) as unknown as TypedDocumentString<StatementFileQuery, StatementFileQueryVariables>;
export const LinesDocument = new TypedDocumentString(`
    query Lines($states: [String!], $accountId: String, $fileId: String, $fromDay: String, $toDay: String, $after: String, $limit: Int!) {
  statementLines(
    states: $states
    accountId: $accountId
    fileId: $fileId
    fromDay: $fromDay
    toDay: $toDay
    after: $after
    limit: $limit
  ) {
    items {
      ...LineFields
    }
    nextCursor
  }
}
    fragment LineFields on StatementLine {
  lineId
  statementId
  fileId
  accountId
  place
  bookingDate
  valueDate
  direction
  amount
  currency
  isPending
  isReversal
  returnReason
  counterpartyName
  ultimateName
  counterpartyIban
  remittance
  structuredReference
  endToEndId
  bankReference
  transactionCode
  state
  stateAt
  transactionId
}`) as unknown as TypedDocumentString<LinesQuery, LinesQueryVariables>;
export const LineDocument = new TypedDocumentString(`
    query Line($lineId: String!) {
  statementLine(lineId: $lineId) {
    ...LineDetailFields
  }
}
    fragment LineFields on StatementLine {
  lineId
  statementId
  fileId
  accountId
  place
  bookingDate
  valueDate
  direction
  amount
  currency
  isPending
  isReversal
  returnReason
  counterpartyName
  ultimateName
  counterpartyIban
  remittance
  structuredReference
  endToEndId
  bankReference
  transactionCode
  state
  stateAt
  transactionId
}
fragment CandidateFields on Transaction {
  transactionId
  type
  status
  sequence
  statusReason
  endedAs
  amount
  finalAmount
  name
  accountName
  appKey
  bank
  reference
  createdAt
}
fragment ReasonFields on MatchReason {
  code
  detail
  lineIds
}
fragment LineDetailFields on StatementLineDetail {
  line {
    ...LineFields
  }
  candidates {
    transaction {
      ...CandidateFields
    }
    reasons {
      ...ReasonFields
    }
    rank
    paidByLineIds
    otherLineIds
    sumWithOthers
  }
  decisions {
    decisionId
    state
    rule
    evidence {
      ...ReasonFields
    }
    transactionId
    actor
    note
    decidedAt
    undoneAt
    undoReason
  }
  together {
    ...LineFields
  }
}`) as unknown as TypedDocumentString<LineQuery, LineQueryVariables>;
export const FindTransactionsDocument = new TypedDocumentString(`
    query FindTransactions($query: String!) {
  transactions(filter: {query: $query}, first: 5) {
    nodes {
      ...CandidateFields
    }
  }
}
    fragment CandidateFields on Transaction {
  transactionId
  type
  status
  sequence
  statusReason
  endedAs
  amount
  finalAmount
  name
  accountName
  appKey
  bank
  reference
  createdAt
}`) as unknown as TypedDocumentString<FindTransactionsQuery, FindTransactionsQueryVariables>;
export const ConfirmLineDocument = new TypedDocumentString(`
    mutation ConfirmLine($lineId: String!, $transactionId: String!, $sequence: Int!, $acceptDifference: Boolean!, $holdSeconds: Int!) {
  confirmed: confirmStatementLine(
    lineId: $lineId
    transactionId: $transactionId
    sequence: $sequence
    acceptDifference: $acceptDifference
    holdSeconds: $holdSeconds
  ) {
    ...LineDetailFields
  }
}
    fragment LineFields on StatementLine {
  lineId
  statementId
  fileId
  accountId
  place
  bookingDate
  valueDate
  direction
  amount
  currency
  isPending
  isReversal
  returnReason
  counterpartyName
  ultimateName
  counterpartyIban
  remittance
  structuredReference
  endToEndId
  bankReference
  transactionCode
  state
  stateAt
  transactionId
}
fragment CandidateFields on Transaction {
  transactionId
  type
  status
  sequence
  statusReason
  endedAs
  amount
  finalAmount
  name
  accountName
  appKey
  bank
  reference
  createdAt
}
fragment ReasonFields on MatchReason {
  code
  detail
  lineIds
}
fragment LineDetailFields on StatementLineDetail {
  line {
    ...LineFields
  }
  candidates {
    transaction {
      ...CandidateFields
    }
    reasons {
      ...ReasonFields
    }
    rank
    paidByLineIds
    otherLineIds
    sumWithOthers
  }
  decisions {
    decisionId
    state
    rule
    evidence {
      ...ReasonFields
    }
    transactionId
    actor
    note
    decidedAt
    undoneAt
    undoReason
  }
  together {
    ...LineFields
  }
}`) as unknown as TypedDocumentString<ConfirmLineMutation, ConfirmLineMutationVariables>;
export const ConfirmLinesDocument = new TypedDocumentString(`
    mutation ConfirmLines($lineIds: [String!]!, $transactionId: String!, $sequence: Int!, $acceptDifference: Boolean!, $holdSeconds: Int!) {
  confirmed: confirmStatementLines(
    lineIds: $lineIds
    transactionId: $transactionId
    sequence: $sequence
    acceptDifference: $acceptDifference
    holdSeconds: $holdSeconds
  ) {
    ...LineDetailFields
  }
}
    fragment LineFields on StatementLine {
  lineId
  statementId
  fileId
  accountId
  place
  bookingDate
  valueDate
  direction
  amount
  currency
  isPending
  isReversal
  returnReason
  counterpartyName
  ultimateName
  counterpartyIban
  remittance
  structuredReference
  endToEndId
  bankReference
  transactionCode
  state
  stateAt
  transactionId
}
fragment CandidateFields on Transaction {
  transactionId
  type
  status
  sequence
  statusReason
  endedAs
  amount
  finalAmount
  name
  accountName
  appKey
  bank
  reference
  createdAt
}
fragment ReasonFields on MatchReason {
  code
  detail
  lineIds
}
fragment LineDetailFields on StatementLineDetail {
  line {
    ...LineFields
  }
  candidates {
    transaction {
      ...CandidateFields
    }
    reasons {
      ...ReasonFields
    }
    rank
    paidByLineIds
    otherLineIds
    sumWithOthers
  }
  decisions {
    decisionId
    state
    rule
    evidence {
      ...ReasonFields
    }
    transactionId
    actor
    note
    decidedAt
    undoneAt
    undoReason
  }
  together {
    ...LineFields
  }
}`) as unknown as TypedDocumentString<ConfirmLinesMutation, ConfirmLinesMutationVariables>;
export const PutLineAwayDocument = new TypedDocumentString(`
    mutation PutLineAway($lineId: String!, $note: String!) {
  putAwayStatementLine(lineId: $lineId, note: $note) {
    ...LineDetailFields
  }
}
    fragment LineFields on StatementLine {
  lineId
  statementId
  fileId
  accountId
  place
  bookingDate
  valueDate
  direction
  amount
  currency
  isPending
  isReversal
  returnReason
  counterpartyName
  ultimateName
  counterpartyIban
  remittance
  structuredReference
  endToEndId
  bankReference
  transactionCode
  state
  stateAt
  transactionId
}
fragment CandidateFields on Transaction {
  transactionId
  type
  status
  sequence
  statusReason
  endedAs
  amount
  finalAmount
  name
  accountName
  appKey
  bank
  reference
  createdAt
}
fragment ReasonFields on MatchReason {
  code
  detail
  lineIds
}
fragment LineDetailFields on StatementLineDetail {
  line {
    ...LineFields
  }
  candidates {
    transaction {
      ...CandidateFields
    }
    reasons {
      ...ReasonFields
    }
    rank
    paidByLineIds
    otherLineIds
    sumWithOthers
  }
  decisions {
    decisionId
    state
    rule
    evidence {
      ...ReasonFields
    }
    transactionId
    actor
    note
    decidedAt
    undoneAt
    undoReason
  }
  together {
    ...LineFields
  }
}`) as unknown as TypedDocumentString<PutLineAwayMutation, PutLineAwayMutationVariables>;
export const UndoLineDocument = new TypedDocumentString(`
    mutation UndoLine($lineId: String!, $decisionId: String, $reason: String!) {
  undoStatementLine(lineId: $lineId, decisionId: $decisionId, reason: $reason) {
    ...LineDetailFields
  }
}
    fragment LineFields on StatementLine {
  lineId
  statementId
  fileId
  accountId
  place
  bookingDate
  valueDate
  direction
  amount
  currency
  isPending
  isReversal
  returnReason
  counterpartyName
  ultimateName
  counterpartyIban
  remittance
  structuredReference
  endToEndId
  bankReference
  transactionCode
  state
  stateAt
  transactionId
}
fragment CandidateFields on Transaction {
  transactionId
  type
  status
  sequence
  statusReason
  endedAs
  amount
  finalAmount
  name
  accountName
  appKey
  bank
  reference
  createdAt
}
fragment ReasonFields on MatchReason {
  code
  detail
  lineIds
}
fragment LineDetailFields on StatementLineDetail {
  line {
    ...LineFields
  }
  candidates {
    transaction {
      ...CandidateFields
    }
    reasons {
      ...ReasonFields
    }
    rank
    paidByLineIds
    otherLineIds
    sumWithOthers
  }
  decisions {
    decisionId
    state
    rule
    evidence {
      ...ReasonFields
    }
    transactionId
    actor
    note
    decidedAt
    undoneAt
    undoReason
  }
  together {
    ...LineFields
  }
}`) as unknown as TypedDocumentString<UndoLineMutation, UndoLineMutationVariables>;
export const PreviewTextDocument = new TypedDocumentString(`
    mutation PreviewText($name: String!, $content: String!, $accountId: String, $profileId: String, $skipUnknownAccounts: Boolean) {
  previewStatementText(
    name: $name
    content: $content
    accountId: $accountId
    profileId: $profileId
    skipUnknownAccounts: $skipUnknownAccounts
  ) {
    ...PreviewFields
  }
}
    fragment PreviewFields on StatementPreview {
  format
  profileId
  isRepeat
  skippedAccounts
  problems {
    code
    place
    message
  }
  statements {
    accountId
    bankStatementId
    opening
    closing
    heldReason
    heldPlace
  }
  lineCount
  newCount
  isDecided
  outcomes {
    state
    count
  }
  lines {
    place
    bookingDate
    valueDate
    direction
    amount
    currency
    counterpartyName
    remittance
    isNew
    state
    rule
    transactionId
    candidateIds
  }
}`) as unknown as TypedDocumentString<PreviewTextMutation, PreviewTextMutationVariables>;
export const ProfileChoicesDocument = new TypedDocumentString(`
    query ProfileChoices {
  bankProfiles {
    profileId
    title
  }
}
    `) as unknown as TypedDocumentString<ProfileChoicesQuery, ProfileChoicesQueryVariables>;
export const ListBankProfilesDocument = new TypedDocumentString(`
    query ListBankProfiles {
  bankProfiles {
    profileId
    title
    isBuiltIn
    profile
  }
}
    `) as unknown as TypedDocumentString<ListBankProfilesQuery, ListBankProfilesQueryVariables>;
export const SaveBankProfileDocument = new TypedDocumentString(`
    mutation SaveBankProfile($profile: String!) {
  saveBankProfile(profile: $profile) {
    profileId
  }
}
    `) as unknown as TypedDocumentString<SaveBankProfileMutation, SaveBankProfileMutationVariables>;
export const RemoveBankProfileDocument = new TypedDocumentString(`
    mutation RemoveBankProfile($profileId: String!) {
  removeBankProfile(profileId: $profileId) {
    profileId
  }
}
    `) as unknown as TypedDocumentString<RemoveBankProfileMutation, RemoveBankProfileMutationVariables>;
export const TryBankProfileDocument = new TypedDocumentString(`
    mutation TryBankProfile($profile: String!, $content: String!, $isPasted: Boolean!) {
  tryBankProfile(profile: $profile, content: $content, isPasted: $isPasted) {
    columns {
      name
      role
    }
    problems {
      place
      message
    }
    lineCount
    lines {
      place
      bookingDate
      valueDate
      direction
      amount
      currency
      isPending
      returnReason
      counterpartyName
      counterpartyIban
      remittance
      bankReference
      transactionCode
      balanceAfter
    }
  }
}
    `) as unknown as TypedDocumentString<TryBankProfileMutation, TryBankProfileMutationVariables>;
export const HeldStatementsDocument = new TypedDocumentString(`
    query HeldStatements($after: String) {
  bankStatements(isHeld: true, after: $after, limit: 50) {
    items {
      ...StatementFields
    }
    nextCursor
  }
}
    fragment StatementFields on BankStatement {
  statementId
  fileId
  accountId
  bankStatementId
  sequenceNumber
  opening
  closing
  firstDate
  lastDate
  lineCount
  heldReason
  releaseReason
}`) as unknown as TypedDocumentString<HeldStatementsQuery, HeldStatementsQueryVariables>;
export const ReleaseStatementDocument = new TypedDocumentString(`
    mutation ReleaseStatement($statementId: String!, $reason: String!) {
  releaseStatement(statementId: $statementId, reason: $reason) {
    statementId
  }
}
    `) as unknown as TypedDocumentString<ReleaseStatementMutation, ReleaseStatementMutationVariables>;
export const ImportTextDocument = new TypedDocumentString(`
    mutation ImportText($name: String!, $content: String!, $accountId: String, $profileId: String, $skipUnknownAccounts: Boolean) {
  importStatementText(
    name: $name
    content: $content
    accountId: $accountId
    profileId: $profileId
    skipUnknownAccounts: $skipUnknownAccounts
  ) {
    isRepeat
    accounts
    file {
      fileId
      name
      lineCount
      addedCount
    }
    statements {
      heldReason
    }
  }
}
    `) as unknown as TypedDocumentString<ImportTextMutation, ImportTextMutationVariables>;