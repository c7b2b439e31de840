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
  /** An object of numbers, texts and lists of texts, by the names that the words for a problem use. */
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
  /** The holder of the account. */
  accountName: Scalars['String']['input'];
  /** Whether it takes transactions now. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** The bank of the account. */
  bankId: Scalars['String']['input'];
  /** The most that may be pending and paid in one day of TIME_ZONE; null for no limit. */
  dailyLimit?: InputMaybe<Scalars['Amount']['input']>;
  /** The IBAN of the account. */
  iban: Scalars['String']['input'];
};

export type AddBankInput = {
  /** Whether it takes transactions now. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** The id of the bank; one is made by default. */
  bankId?: InputMaybe<Scalars['String']['input']>;
  /** The limits of a deposit; null if the bank takes none. */
  deposit?: InputMaybe<AmountLimitsInput>;
  /** The name of the bank. */
  name: Scalars['String']['input'];
  /** The limits of a withdrawal; null if the bank takes none. */
  withdrawal?: InputMaybe<AmountLimitsInput>;
};

export type AddToBlacklistInput = {
  /** The client that the entry applies to; every client by default. */
  appKey?: InputMaybe<Scalars['String']['input']>;
  /** What is blocked: a user, an IBAN or a name. */
  kind: BlacklistKind;
  /** Why it is added. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** The userId, the IBAN, or the name in any spelling. */
  value: Scalars['String']['input'];
};

export type AddToPayoutInput = {
  /** The contentHash of the batch that you have seen. */
  contentHash: Scalars['String']['input'];
  /** The id of the batch. */
  payoutId: Scalars['String']['input'];
  /** The withdrawals, and refunds by their refundId, up to 1,000, of the currency of the batch. */
  transactionIds: Array<Scalars['String']['input']>;
};

export type AmountLimitsInput = {
  /** The largest amount. */
  maxAmount: Scalars['Amount']['input'];
  /** The smallest amount. */
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
  /** The seconds after which it happens, up to 30. Until then the key that decided can undo it; 0 by default. */
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The words of an operator who cancels for the client. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** Who reads the reason. */
  seenBy?: InputMaybe<ReasonReader>;
  /** The number of the last change of the transaction. */
  sequence?: InputMaybe<Scalars['Int']['input']>;
  /** The id that the service gave the transaction. */
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
  /** The holder of that account. */
  accountName: Scalars['String']['input'];
  /** The account that is to be paid. */
  iban: Scalars['String']['input'];
  /** Why, and who named it, in up to 500 characters. */
  reason: Scalars['String']['input'];
  /** The withdrawal, or the refund. */
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
  /** Whether the finalAmount is intended although it is beyond the limits of the bank, or more than a fifth away from the amount. Of a line: also whether a debit is meant that names a payout and differs from it, and whether money is there that is in doubt. */
  acceptDifference?: InputMaybe<Scalars['Boolean']['input']>;
  /** The bank's number of the transfer. */
  bankReference?: InputMaybe<Scalars['String']['input']>;
  /** The amount that was actually paid; by default the final amount that it had before, or else the requested amount. */
  finalAmount?: InputMaybe<Scalars['Amount']['input']>;
  /** The seconds after which it happens, up to 30. Until then the key that decided can undo it; 0 by default. */
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The bank account that a withdrawal was paid from. */
  paidFromAccountId?: InputMaybe<Scalars['String']['input']>;
  /** The words of the operator. */
  reason: Scalars['String']['input'];
  /** Who reads the reason. */
  seenBy?: InputMaybe<ReasonReader>;
  /** The number of the last change of the transaction that was seen. */
  sequence: Scalars['Int']['input'];
  /** The id that the service gave the transaction. */
  transactionId: Scalars['String']['input'];
};

export type CreateClientInput = {
  /** The name of the new key; one is made by default. */
  appKey?: InputMaybe<Scalars['String']['input']>;
  /** Where callbacks are sent to; null for none. */
  callbackUrl?: InputMaybe<Scalars['String']['input']>;
  /** The addresses and CIDR blocks that the key may be used from; any if it is empty. */
  ipAllowlist?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The name of the client. */
  name: Scalars['String']['input'];
  /** Whether the plain sign is refused. */
  requiresTimedSign?: InputMaybe<Scalars['Boolean']['input']>;
  /** The role of the key. */
  role: Role;
  /** Whether it is a test key: its transactions are never live. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
};

export type CreateDepositInput = {
  /** The amount, with at most two digits after the point. */
  amount: Scalars['Amount']['input'];
  /** The bank: an `_id` of the available banks. */
  bankId: Scalars['String']['input'];
  /** The name of the payer or payee. */
  name: Scalars['String']['input'];
  /** The appKey of the merchant that an operator acts for. Merchants leave it out. */
  onBehalfOf?: InputMaybe<Scalars['String']['input']>;
  /** The id that the client chose, unique over all its transactions. */
  processId: Scalars['String']['input'];
  /** The URL that the payment page leads its payer back to. */
  returnUrl?: InputMaybe<Scalars['String']['input']>;
  /** The user, by the id of the client. */
  userId: Scalars['String']['input'];
  /** The name of the user at the client. */
  userName: Scalars['String']['input'];
};

export type CreateWithdrawalInput = {
  /** The holder of the account that receives the money. */
  accountName: Scalars['String']['input'];
  /** The amount, with at most two digits after the point. */
  amount: Scalars['Amount']['input'];
  /** The bank: an `_id` of the available banks. */
  bankId: Scalars['String']['input'];
  /** The IBAN to pay to. Blanks, hyphens and lower case are accepted. */
  iban: Scalars['String']['input'];
  /** The name of the payer or payee. */
  name: Scalars['String']['input'];
  /** The appKey of the merchant that an operator acts for. Merchants leave it out. */
  onBehalfOf?: InputMaybe<Scalars['String']['input']>;
  /** The id that the client chose, unique over all its transactions. */
  processId: Scalars['String']['input'];
  /** The user, by the id of the client. */
  userId: Scalars['String']['input'];
  /** The name of the user at the client. */
  userName: Scalars['String']['input'];
};

export type EndedKind =
  | 'cancelled'
  | 'expired'
  | 'rejected'
  | 'reversed';

export type ExpireTestTransactionInput = {
  /** The id that the service gave the transaction. */
  transactionId: Scalars['String']['input'];
};

export type ExportFormat =
  | 'csv'
  | 'xlsx';

export type ExportLanguage =
  | 'en'
  | 'tr';

export type GiveBackStatementLineInput = {
  /** Whether the money is there although a debit, or another line, puts it in doubt. */
  acceptDifference?: InputMaybe<Scalars['Boolean']['input']>;
  /** The holder of that account; by default the payer of the line. */
  accountName?: InputMaybe<Scalars['String']['input']>;
  /** By default the whole line, less what was charged when it came back before. Of a smaller amount, the rest stays here. */
  amount?: InputMaybe<Scalars['Amount']['input']>;
  /** The account that gets it; by default that of the payer in the line. */
  iban?: InputMaybe<Scalars['String']['input']>;
  /** The id of the line. */
  lineId: Scalars['String']['input'];
  /** Why, in up to 500 characters. */
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
  /** A batch whose sum is above it needs a second approver; null for none. */
  batchAbove?: InputMaybe<Scalars['Amount']['input']>;
  /** The currency, as a code of ISO 4217. */
  currency: Scalars['String']['input'];
  /** What one account pays at most on one execution day; null for no limit. */
  dailyLimit?: InputMaybe<Scalars['Amount']['input']>;
  /** A single payout above it needs a second approver; null for none. */
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
  /** The bank account that pays. */
  accountId: Scalars['String']['input'];
  /** The day on which the bank shall pay, up to 30 days ahead; by default today. A day of a weekend becomes the Monday after it. */
  executionDay?: InputMaybe<Scalars['String']['input']>;
  /** The withdrawals, and refunds by their refundId, up to 1,000, of one currency. */
  transactionIds: Array<Scalars['String']['input']>;
};

export type ProposalItem = {
  /** The id of the line. */
  lineId: Scalars['String']['input'];
  /** The number of the last change of the transaction that was seen. */
  sequence: Scalars['Int']['input'];
  /** The deposit that it pays. */
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
  /** The words of the operator. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** The id that the service gave the transaction. */
  transactionId: Scalars['String']['input'];
};

export type RejectTransactionInput = {
  /** The seconds after which it happens, up to 30. Until then the key that decided can undo it; 0 by default. */
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The words of the operator. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** Who reads the reason. */
  seenBy?: InputMaybe<ReasonReader>;
  /** The number of the last change of the transaction that was seen. */
  sequence: Scalars['Int']['input'];
  /** The id that the service gave the transaction. */
  transactionId: Scalars['String']['input'];
};

export type RemoveFromPayoutInput = {
  /** The contentHash of the batch that you have seen. */
  contentHash: Scalars['String']['input'];
  /** The id of the batch. */
  payoutId: Scalars['String']['input'];
  /** The withdrawals to take out. */
  transactionIds: Array<Scalars['String']['input']>;
};

export type ReverseTestTransactionInput = {
  /** The words of the operator. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** The id that the service gave the transaction. */
  transactionId: Scalars['String']['input'];
};

export type ReverseTransactionInput = {
  /** For admins: whether to reverse a withdrawal although statements and files say that more of its money may be out. */
  acceptStillOut?: InputMaybe<Scalars['Boolean']['input']>;
  /** The seconds after which it happens, up to 30. Until then the key that decided can undo it; 0 by default. */
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The words of the operator. */
  reason: Scalars['String']['input'];
  /** Who reads the reason. */
  seenBy?: InputMaybe<ReasonReader>;
  /** The number of the last change of the transaction that was seen. */
  sequence: Scalars['Int']['input'];
  /** The id that the service gave the transaction. */
  transactionId: Scalars['String']['input'];
};

export type Role =
  | 'admin'
  | 'merchant'
  | 'operator'
  | 'viewer';

export type RotateSecretInput = {
  /** The name of the key. */
  appKey: Scalars['String']['input'];
  /** The seconds for which the previous secret stays valid. From 0 to 2592000; 86400 by default. */
  graceSeconds?: InputMaybe<Scalars['Int']['input']>;
};

export type SaveReasonTemplateInput = {
  /** The template to change; a new one by default. */
  id?: InputMaybe<Scalars['String']['input']>;
  /** The transition that it is a reason of. */
  kind: ReasonTemplateKind;
  /** Who reads the reason. */
  seenBy: ReasonReader;
  /** The words of the reason. */
  text: Scalars['String']['input'];
};

export type SecondApproverReason =
  | 'batchSum'
  | 'changedName'
  | 'changedPayee'
  | 'newPayee'
  | 'rowAmount';

export type SetPayoutPolicyInput = {
  /** The amounts in each currency. A currency that is not in the list has none. */
  amounts?: InputMaybe<Array<PayoutAmountsInput>>;
  /** Whether operators may claim withdrawals with real money, and settle them by hand. Those that were claimed before can be claimed again in any case, since no batch takes them. */
  byHandAllowed?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether another account name than last time needs a second approver. */
  changedNameByTwo?: InputMaybe<Scalars['Boolean']['input']>;
  /** The days on which batches are approved and exported; empty for all. */
  days?: InputMaybe<Array<Weekday>>;
  /** HH:MM in TIME_ZONE, from which batches are approved and exported; null for midnight. */
  fromTime?: InputMaybe<Scalars['String']['input']>;
  /** Whether a payee to whom nothing was paid for this user needs a second approver. */
  newPayeeByTwo?: InputMaybe<Scalars['Boolean']['input']>;
  /** The updatedAt of the policy that you have seen: if somebody has changed it since, the request is refused. Without it the request replaces any policy. */
  seenUpdatedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** HH:MM in TIME_ZONE, until which they are; one before fromTime is that of the next day. */
  untilTime?: InputMaybe<Scalars['String']['input']>;
};

export type SettleItem = {
  /** Whether the finalAmount is intended although it is beyond the limits of the bank, or more than a fifth away from the amount. Of a line: also whether a debit is meant that names a payout and differs from it, and whether money is there that is in doubt. */
  acceptDifference?: InputMaybe<Scalars['Boolean']['input']>;
  /** The amount that was actually paid; the requested amount by default. */
  finalAmount?: InputMaybe<Scalars['Amount']['input']>;
  /** The number of the last change of the transaction that was seen. */
  sequence: Scalars['Int']['input'];
  /** The id that the service gave the transaction. */
  transactionId: Scalars['String']['input'];
};

export type SettleTestTransactionInput = {
  /** The amount that was actually paid; the requested amount by default. */
  finalAmount?: InputMaybe<Scalars['Amount']['input']>;
  /** The id that the service gave the transaction. */
  transactionId: Scalars['String']['input'];
};

export type SettleTransactionInput = {
  /** Whether the finalAmount is intended although it is beyond the limits of the bank, or more than a fifth away from the amount. Of a line: also whether a debit is meant that names a payout and differs from it, and whether money is there that is in doubt. */
  acceptDifference?: InputMaybe<Scalars['Boolean']['input']>;
  /** The bank's number of the transfer. */
  bankReference?: InputMaybe<Scalars['String']['input']>;
  /** The amount that was actually paid; the requested amount by default. */
  finalAmount?: InputMaybe<Scalars['Amount']['input']>;
  /** The seconds after which it happens, up to 30. Until then the key that decided can undo it; 0 by default. */
  holdSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** The bank account that a withdrawal was paid from. */
  paidFromAccountId?: InputMaybe<Scalars['String']['input']>;
  /** The words of the operator. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** Who reads the reason. */
  seenBy?: InputMaybe<ReasonReader>;
  /** The number of the last change of the transaction that was seen. */
  sequence: Scalars['Int']['input'];
  /** The id that the service gave the transaction. */
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
  /** The account that deposits are paid into. */
  accountId?: InputMaybe<Scalars['String']['input']>;
  /** The client. Keys that see all clients send and get it. */
  appKey?: InputMaybe<Scalars['String']['input']>;
  /** Only transactions of this bank. */
  bankId?: InputMaybe<Scalars['String']['input']>;
  /** Created at or after this time. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether it is pending, and the caller has claimed it last; not for merchants. */
  isClaimedByMe?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether a batch of payouts is going to pay it; not for merchants. */
  isInPayout?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether its money came, or may have come, after it had ended. */
  isLate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the payer has said that the money was sent. */
  isSent?: InputMaybe<Scalars['Boolean']['input']>;
  /** The largest amount. */
  maxAmount?: InputMaybe<Scalars['Amount']['input']>;
  /** The smallest amount. */
  minAmount?: InputMaybe<Scalars['Amount']['input']>;
  /** The account on which the money moved: of a deposit its own, of a withdrawal that of its lines. With movedFrom; not for merchants. */
  movedAccountId?: InputMaybe<Scalars['String']['input']>;
  /** The money moved at or after this time: it became successful, or was reversed. */
  movedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** The money moved before this time. */
  movedTo?: InputMaybe<Scalars['DateTime']['input']>;
  /** The id that the client chose, unique over all its transactions. */
  processId?: InputMaybe<Scalars['String']['input']>;
  /** What somebody typed into one field: amounts, names, ids, references, the end of an IBAN. */
  query?: InputMaybe<Scalars['String']['input']>;
  /** How unsuccessful ones ended; any of these. */
  reason?: InputMaybe<Array<EndedKind>>;
  /** Only transactions with this status. */
  status?: InputMaybe<TransactionStatus>;
  /** Created before this time. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether it is a deposit or a withdrawal. */
  type?: InputMaybe<TransactionType>;
  /** The user, by the id of the client. */
  userId?: InputMaybe<Scalars['String']['input']>;
};

export type TransactionSelection = {
  /** The client. Keys that see all clients send and get it. */
  appKey?: InputMaybe<Scalars['String']['input']>;
  /** Only transactions with this status. */
  status?: InputMaybe<TransactionStatus>;
  /** Only this transaction. */
  transactionId?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is a deposit or a withdrawal. */
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
  /** The account to change. */
  accountId: Scalars['String']['input'];
  /** Whether it takes transactions now. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** The most that may be pending and paid in one day of TIME_ZONE; null for no limit. */
  dailyLimit?: InputMaybe<Scalars['Amount']['input']>;
};

export type UpdateBankInput = {
  /** Whether it takes transactions now. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** The bank to change. */
  bankId: Scalars['String']['input'];
  /** The limits of a deposit; null if the bank takes none. */
  deposit?: InputMaybe<AmountLimitsInput>;
  /** The name of the bank. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The limits of a withdrawal; null if the bank takes none. */
  withdrawal?: InputMaybe<AmountLimitsInput>;
};

export type UpdateClientInput = {
  /** The name of the key. */
  appKey: Scalars['String']['input'];
  /** A color such as #1f4fa3. The payment page derives its colors from it. */
  brandColor?: InputMaybe<Scalars['String']['input']>;
  /** A picture in base64: PNG, JPEG or WebP. */
  brandLogo?: InputMaybe<Scalars['String']['input']>;
  /** The name that payers read in place of the client's. */
  brandName?: InputMaybe<Scalars['String']['input']>;
  /** Where callbacks are sent to; null for none. */
  callbackUrl?: InputMaybe<Scalars['String']['input']>;
  /** Whether the key is refused from now on. */
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The addresses and CIDR blocks that the key may be used from; any if it is empty. */
  ipAllowlist?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The name of the client. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Whether the plain sign is refused. */
  requiresTimedSign?: InputMaybe<Scalars['Boolean']['input']>;
  /** The hosts that payers may be led back to, such as shop.example.com. */
  returnHosts?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Where payers are led back to from deposits that name no returnUrl. */
  returnUrl?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateMatchPolicyInput = {
  /** The merchant; give either it or desk. */
  appKey?: InputMaybe<Scalars['String']['input']>;
  /** True for the policy of all merchants that have none. */
  desk?: InputMaybe<Scalars['Boolean']['input']>;
  /** What happens to the exact amount after the expiry. */
  late?: InputMaybe<MatchLateRule>;
  /** Whether a payment settles whose name does not fit the user of the deposit. */
  otherPayer?: InputMaybe<MatchOtherPayerRule>;
  /** What happens to a payment that is higher still. */
  overpaidBeyond?: InputMaybe<MatchDifferenceRule>;
  /** How much more still settles. */
  overpaidTolerance?: InputMaybe<Scalars['Amount']['input']>;
  /** The same in thousandths of the deposit. */
  overpaidTolerancePerMille?: InputMaybe<Scalars['Int']['input']>;
  /** What happens to a payment that is lower still. */
  underpaidBeyond?: InputMaybe<MatchDifferenceRule>;
  /** How much less still settles. */
  underpaidTolerance?: InputMaybe<Scalars['Amount']['input']>;
  /** The same in thousandths of the deposit. */
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

export type VolumeQueryVariables = Exact<{
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
}>;


export type VolumeQuery = { __typename?: 'Query', stats: Array<{ __typename?: 'Statistics', key: string, createdCount: number, createdAmount: number, successfulAmount: number }>, transactions: { __typename?: 'QueryTransactionsConnection', nodes: Array<{ __typename?: 'Transaction', transactionId: string, type: TransactionType, amount: number, name: string, createdAt: string }> } };

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

export const VolumeDocument = new TypedDocumentString(`
    query Volume($from: DateTime!, $to: DateTime!) {
  stats(groupBy: day, from: $from, to: $to) {
    key
    createdCount
    createdAmount
    successfulAmount
  }
  transactions(first: 20, filter: {status: pending}) {
    nodes {
      transactionId
      type
      amount
      name
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<VolumeQuery, VolumeQueryVariables>;