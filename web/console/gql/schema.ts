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
  Amount: { input: number; output: number; }
  DateTime: { input: string; output: string; }
  ProblemParams: { input: Record<string, number | string | readonly string[]>; output: Record<string, number | string | readonly string[]>; }
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

export type AddToPayoutInput = {
  contentHash: Scalars['String']['input'];
  payoutId: Scalars['String']['input'];
  transactionIds: Array<Scalars['String']['input']>;
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
  | 'dayClosing'
  | 'event'
  | 'matchPolicy'
  | 'payout'
  | 'payoutPolicy'
  | 'payoutProfile'
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
  | 'settle';

export type ChangePayeeInput = {
  accountName: Scalars['String']['input'];
  iban: Scalars['String']['input'];
  reason: Scalars['String']['input'];
  transactionId: Scalars['String']['input'];
};

export type ChangedFigure =
  | 'closing'
  | 'credits'
  | 'debits'
  | 'difference'
  | 'drift'
  | 'fees'
  | 'gap'
  | 'lineCount'
  | 'opening'
  | 'otherCurrencyCount'
  | 'pendingCount'
  | 'unassigned'
  | 'unexplained';

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

export type ExportFormat =
  | 'csv'
  | 'xlsx';

export type ExportLanguage =
  | 'en'
  | 'tr';

export type GiveBackStatementLineInput = {
  acceptDifference?: InputMaybe<Scalars['Boolean']['input']>;
  accountName?: InputMaybe<Scalars['String']['input']>;
  amount?: InputMaybe<Scalars['Amount']['input']>;
  iban?: InputMaybe<Scalars['String']['input']>;
  lineId: Scalars['String']['input'];
  reason: Scalars['String']['input'];
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

export type MissingFigures =
  | 'balance'
  | 'statement';

export type PayoutAmountsInput = {
  batchAbove?: InputMaybe<Scalars['Amount']['input']>;
  currency: Scalars['String']['input'];
  dailyLimit?: InputMaybe<Scalars['Amount']['input']>;
  payoutAbove?: InputMaybe<Scalars['Amount']['input']>;
};

export type PayoutKind =
  | 'refund'
  | 'withdrawal';

export type PayoutRowState =
  | 'accepted'
  | 'exported'
  | 'held'
  | 'paid'
  | 'refused'
  | 'removed'
  | 'returned'
  | 'waiting';

export type PayoutState =
  | 'approved'
  | 'exported'
  | 'paid'
  | 'prepared'
  | 'refused'
  | 'rejected';

export type PreparePayoutInput = {
  accountId: Scalars['String']['input'];
  executionDay?: InputMaybe<Scalars['String']['input']>;
  transactionIds: Array<Scalars['String']['input']>;
};

export type ProposalItem = {
  lineId: Scalars['String']['input'];
  sequence: Scalars['Int']['input'];
  transactionId: Scalars['String']['input'];
};

export type ReasonReader =
  | 'merchant'
  | 'nobody'
  | 'payer';

export type ReasonTemplateKind =
  | 'cancel'
  | 'correct'
  | 'putAway'
  | 'reject'
  | 'reverse';

export type RefundState =
  | 'cancelled'
  | 'open'
  | 'paid'
  | 'returned';

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

export type RemoveFromPayoutInput = {
  contentHash: Scalars['String']['input'];
  payoutId: Scalars['String']['input'];
  transactionIds: Array<Scalars['String']['input']>;
};

export type ReverseTestTransactionInput = {
  reason?: InputMaybe<Scalars['String']['input']>;
  transactionId: Scalars['String']['input'];
};

export type ReverseTransactionInput = {
  acceptStillOut?: InputMaybe<Scalars['Boolean']['input']>;
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

export type SecondApproverReason =
  | 'batchSum'
  | 'changedName'
  | 'changedPayee'
  | 'newPayee'
  | 'rowAmount';

export type SetPayoutPolicyInput = {
  amounts?: InputMaybe<Array<PayoutAmountsInput>>;
  byHandAllowed?: InputMaybe<Scalars['Boolean']['input']>;
  changedNameByTwo?: InputMaybe<Scalars['Boolean']['input']>;
  days?: InputMaybe<Array<Weekday>>;
  fromTime?: InputMaybe<Scalars['String']['input']>;
  newPayeeByTwo?: InputMaybe<Scalars['Boolean']['input']>;
  seenUpdatedAt?: InputMaybe<Scalars['DateTime']['input']>;
  untilTime?: InputMaybe<Scalars['String']['input']>;
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
  | 'pain002'
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

export type TransactionFilter = {
  accountId?: InputMaybe<Scalars['String']['input']>;
  appKey?: InputMaybe<Scalars['String']['input']>;
  bankId?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  isClaimedByMe?: InputMaybe<Scalars['Boolean']['input']>;
  isInPayout?: InputMaybe<Scalars['Boolean']['input']>;
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
  | 'pending'
  | 'planned';

export type UnmatchedStatusKind =
  | 'duplicate'
  | 'let_go'
  | 'other_amount'
  | 'refused_but_executed'
  | 'refused_but_paid'
  | 'unknown_payment'
  | 'unknown_payout'
  | 'unknown_status';

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

export type Weekday =
  | 'friday'
  | 'monday'
  | 'saturday'
  | 'sunday'
  | 'thursday'
  | 'tuesday'
  | 'wednesday';
