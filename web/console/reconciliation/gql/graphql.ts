import type { TypedDocument } from '../../../../src/client/graphql-client.ts';
import type * as Types from '../../gql/schema.ts';
export type WholeDayFragment = { __typename?: 'Day', day: string, currency: string, shownClosing?: number | null, figuresHash: string, unassigned: number, unassignedCount: number, accounts: Array<{ __typename?: 'DayAccount', accountId: string, bank: string, accountName: string, iban: string, opening?: number | null, credits: number, debits: number, fees: number, closing?: number | null, lineCount: number, pendingCount: number, otherCurrencyCount: number, waitingCount: number, drift: number, unexplained: number, difference?: number | null, gap?: number | null, missing?: Types.MissingFigures | null }>, total: { __typename?: 'DayTotal', opening?: number | null, credits: number, debits: number, fees: number, closing?: number | null, waitingCount: number, drift: number, unexplained: number, missingCount: number }, closings: Array<{ __typename?: 'DayClosing', number: number, closedBy: string, closedAt: string, note?: string | null, reason?: string | null }>, changes: Array<{ __typename?: 'FigureChange', accountId?: string | null, figure: Types.ChangedFigure, closed?: number | null, now?: number | null }> };

export type DayQueryVariables = Types.Exact<{
  day?: Types.InputMaybe<Types.Scalars['String']['input']>;
  closing?: Types.InputMaybe<Types.Scalars['Int']['input']>;
}>;


export type DayQuery = { __typename?: 'Query', day: { __typename?: 'Day', day: string, currency: string, shownClosing?: number | null, figuresHash: string, unassigned: number, unassignedCount: number, accounts: Array<{ __typename?: 'DayAccount', accountId: string, bank: string, accountName: string, iban: string, opening?: number | null, credits: number, debits: number, fees: number, closing?: number | null, lineCount: number, pendingCount: number, otherCurrencyCount: number, waitingCount: number, drift: number, unexplained: number, difference?: number | null, gap?: number | null, missing?: Types.MissingFigures | null }>, total: { __typename?: 'DayTotal', opening?: number | null, credits: number, debits: number, fees: number, closing?: number | null, waitingCount: number, drift: number, unexplained: number, missingCount: number }, closings: Array<{ __typename?: 'DayClosing', number: number, closedBy: string, closedAt: string, note?: string | null, reason?: string | null }>, changes: Array<{ __typename?: 'FigureChange', accountId?: string | null, figure: Types.ChangedFigure, closed?: number | null, now?: number | null }> } };

export type CloseDayMutationVariables = Types.Exact<{
  day: Types.Scalars['String']['input'];
  figuresHash: Types.Scalars['String']['input'];
  lastClosing: Types.Scalars['Int']['input'];
  note?: Types.InputMaybe<Types.Scalars['String']['input']>;
  reason?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type CloseDayMutation = { __typename?: 'Mutation', closeDay?: { __typename?: 'Day', day: string, currency: string, shownClosing?: number | null, figuresHash: string, unassigned: number, unassignedCount: number, accounts: Array<{ __typename?: 'DayAccount', accountId: string, bank: string, accountName: string, iban: string, opening?: number | null, credits: number, debits: number, fees: number, closing?: number | null, lineCount: number, pendingCount: number, otherCurrencyCount: number, waitingCount: number, drift: number, unexplained: number, difference?: number | null, gap?: number | null, missing?: Types.MissingFigures | null }>, total: { __typename?: 'DayTotal', opening?: number | null, credits: number, debits: number, fees: number, closing?: number | null, waitingCount: number, drift: number, unexplained: number, missingCount: number }, closings: Array<{ __typename?: 'DayClosing', number: number, closedBy: string, closedAt: string, note?: string | null, reason?: string | null }>, changes: Array<{ __typename?: 'FigureChange', accountId?: string | null, figure: Types.ChangedFigure, closed?: number | null, now?: number | null }> } | null };

export type MovementsFileQueryVariables = Types.Exact<{
  fromDay: Types.Scalars['String']['input'];
  toDay: Types.Scalars['String']['input'];
  format?: Types.InputMaybe<Types.ExportFormat>;
  language?: Types.InputMaybe<Types.ExportLanguage>;
}>;


export type MovementsFileQuery = { __typename?: 'Query', movementsFile: { __typename?: 'MovementsFile', name: string, mediaType: string, base64: string } };

export type AccountDaysQueryVariables = Types.Exact<{
  accountId: Types.Scalars['String']['input'];
  fromDay?: Types.InputMaybe<Types.Scalars['String']['input']>;
  toDay?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type AccountDaysQuery = { __typename?: 'Query', accountDays: { __typename?: 'AccountDays', accountId: string, currency: string, fromDay: string, toDay: string, days: Array<{ __typename?: 'AccountDay', day: string, difference?: number | null, gap?: number | null, opening?: number | null, closing?: number | null, credits: number, debits: number, movement: number, deposits: number, payouts: number, fees: number, otherDebits: number, unknown: number, waiting: number, held: number, putAway: number, lineCount: number, pending: number, pendingCount: number, otherCurrencyCount: number, believed: number, believedDeposits: number, believedWithdrawals: number, believedCount: number, drift: number, unexplained: number }>, total: { __typename?: 'AccountDaysTotal', opening?: number | null, closing?: number | null, credits: number, debits: number, believed: number, drift: number, unexplained: number } } };

export type FileFieldsFragment = { __typename?: 'StatementFile', fileId: string, name: string, format: Types.StatementFormat, profileId?: string | null, lineCount: number, addedCount: number, importedAt: string, importedBy?: string | null, matchedAt?: string | null, statementCount: number, heldCount: number, waitingCount: number, takenBack?: { __typename?: 'TakenBackFile', at: string, by: string, reason: string } | null };

export type FileNameQueryVariables = Types.Exact<{
  fileId: Types.Scalars['String']['input'];
}>;


export type FileNameQuery = { __typename?: 'Query', statementFiles: { __typename?: 'StatementFilePage', items: Array<{ __typename?: 'StatementFile', name: string }> } };

export type FileCountsQueryVariables = Types.Exact<{
  fileId: Types.Scalars['String']['input'];
}>;


export type FileCountsQuery = { __typename?: 'Query', statementLineCounts: Array<{ __typename?: 'StatementLineCount', state: string, count: number }> };

export type TakeBackFileMutationVariables = Types.Exact<{
  fileId: Types.Scalars['String']['input'];
  reason: Types.Scalars['String']['input'];
}>;


export type TakeBackFileMutation = { __typename?: 'Mutation', takeBackStatementFile?: { __typename?: 'TakenBackStatements', file: { __typename?: 'StatementFile', fileId: string, name: string, format: Types.StatementFormat, profileId?: string | null, lineCount: number, addedCount: number, importedAt: string, importedBy?: string | null, matchedAt?: string | null, statementCount: number, heldCount: number, waitingCount: number, takenBack?: { __typename?: 'TakenBackFile', at: string, by: string, reason: string } | null } } | null };

export type StatementFilesQueryVariables = Types.Exact<{
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type StatementFilesQuery = { __typename?: 'Query', statementFiles: { __typename?: 'StatementFilePage', nextCursor?: string | null, items: Array<{ __typename?: 'StatementFile', fileId: string, name: string, format: Types.StatementFormat, profileId?: string | null, lineCount: number, addedCount: number, importedAt: string, importedBy?: string | null, matchedAt?: string | null, statementCount: number, heldCount: number, waitingCount: number, takenBack?: { __typename?: 'TakenBackFile', at: string, by: string, reason: string } | null }> } };

export type StatementFileQueryVariables = Types.Exact<{
  fileId: Types.Scalars['String']['input'];
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type StatementFileQuery = { __typename?: 'Query', statementFiles: { __typename?: 'StatementFilePage', items: Array<{ __typename?: 'StatementFile', fileId: string, name: string, format: Types.StatementFormat, profileId?: string | null, lineCount: number, addedCount: number, importedAt: string, importedBy?: string | null, matchedAt?: string | null, statementCount: number, heldCount: number, waitingCount: number, takenBack?: { __typename?: 'TakenBackFile', at: string, by: string, reason: string } | null }> }, bankStatements: { __typename?: 'BankStatementPage', nextCursor?: string | null, items: Array<{ __typename?: 'BankStatement', statementId: string, fileId: string, accountId: string, bankStatementId?: string | null, sequenceNumber?: string | null, opening?: number | null, closing?: number | null, firstDate?: string | null, lastDate?: string | null, lineCount: number, heldReason?: string | null, releaseReason?: string | null }> } };

export type LineFieldsFragment = { __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null };

export type CandidateFieldsFragment = { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null };

export type ReasonFieldsFragment = { __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> };

export type LineDetailFieldsFragment = { __typename?: 'StatementLineDetail', line: { __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }, candidates: Array<{ __typename?: 'MatchCandidate', rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }, reasons: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, refunds: Array<{ __typename?: 'RefundCandidate', refundId: string, refundedLineId: string, amount: number, currency: string, accountName: string, iban: string, accountId: string, batchNumber: number, differs: boolean }>, decisions: Array<{ __typename?: 'LineDecision', decisionId: string, state: string, rule: string, actor: Types.ActorKind, actorName?: string | null, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }> };

export type LinesQueryVariables = Types.Exact<{
  states?: Types.InputMaybe<Array<Types.Scalars['String']['input']> | Types.Scalars['String']['input']>;
  accountId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  fileId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  fromDay?: Types.InputMaybe<Types.Scalars['String']['input']>;
  toDay?: Types.InputMaybe<Types.Scalars['String']['input']>;
  query?: Types.InputMaybe<Types.Scalars['String']['input']>;
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
  limit: Types.Scalars['Int']['input'];
}>;


export type LinesQuery = { __typename?: 'Query', statementLines: { __typename?: 'StatementLinePage', nextCursor?: string | null, items: Array<{ __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }> } };

export type LineQueryVariables = Types.Exact<{
  lineId: Types.Scalars['String']['input'];
}>;


export type LineQuery = { __typename?: 'Query', statementLine: { __typename?: 'StatementLineDetail', line: { __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }, candidates: Array<{ __typename?: 'MatchCandidate', rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }, reasons: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, refunds: Array<{ __typename?: 'RefundCandidate', refundId: string, refundedLineId: string, amount: number, currency: string, accountName: string, iban: string, accountId: string, batchNumber: number, differs: boolean }>, decisions: Array<{ __typename?: 'LineDecision', decisionId: string, state: string, rule: string, actor: Types.ActorKind, actorName?: string | null, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }> } };

export type FindTransactionsQueryVariables = Types.Exact<{
  query: Types.Scalars['String']['input'];
  type: Types.TransactionType;
  amount: Types.Scalars['Amount']['input'];
}>;


export type FindTransactionsQuery = { __typename?: 'Query', fitting: { __typename?: 'QueryTransactionsConnection', nodes: Array<{ __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }> }, transactions: { __typename?: 'QueryTransactionsConnection', nodes: Array<{ __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }> } };

export type ConfirmLineMutationVariables = Types.Exact<{
  lineId: Types.Scalars['String']['input'];
  transactionId: Types.Scalars['String']['input'];
  sequence: Types.Scalars['Int']['input'];
  acceptDifference: Types.Scalars['Boolean']['input'];
  holdSeconds: Types.Scalars['Int']['input'];
}>;


export type ConfirmLineMutation = { __typename?: 'Mutation', confirmed?: { __typename?: 'StatementLineDetail', line: { __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }, candidates: Array<{ __typename?: 'MatchCandidate', rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }, reasons: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, refunds: Array<{ __typename?: 'RefundCandidate', refundId: string, refundedLineId: string, amount: number, currency: string, accountName: string, iban: string, accountId: string, batchNumber: number, differs: boolean }>, decisions: Array<{ __typename?: 'LineDecision', decisionId: string, state: string, rule: string, actor: Types.ActorKind, actorName?: string | null, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }> } | null };

export type ConfirmLinesMutationVariables = Types.Exact<{
  lineIds: Array<Types.Scalars['String']['input']> | Types.Scalars['String']['input'];
  transactionId: Types.Scalars['String']['input'];
  sequence: Types.Scalars['Int']['input'];
  acceptDifference: Types.Scalars['Boolean']['input'];
  holdSeconds: Types.Scalars['Int']['input'];
}>;


export type ConfirmLinesMutation = { __typename?: 'Mutation', confirmed?: { __typename?: 'StatementLineDetail', line: { __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }, candidates: Array<{ __typename?: 'MatchCandidate', rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }, reasons: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, refunds: Array<{ __typename?: 'RefundCandidate', refundId: string, refundedLineId: string, amount: number, currency: string, accountName: string, iban: string, accountId: string, batchNumber: number, differs: boolean }>, decisions: Array<{ __typename?: 'LineDecision', decisionId: string, state: string, rule: string, actor: Types.ActorKind, actorName?: string | null, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }> } | null };

export type PutLineAwayMutationVariables = Types.Exact<{
  lineId: Types.Scalars['String']['input'];
  note: Types.Scalars['String']['input'];
}>;


export type PutLineAwayMutation = { __typename?: 'Mutation', putAwayStatementLine?: { __typename?: 'StatementLineDetail', line: { __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }, candidates: Array<{ __typename?: 'MatchCandidate', rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }, reasons: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, refunds: Array<{ __typename?: 'RefundCandidate', refundId: string, refundedLineId: string, amount: number, currency: string, accountName: string, iban: string, accountId: string, batchNumber: number, differs: boolean }>, decisions: Array<{ __typename?: 'LineDecision', decisionId: string, state: string, rule: string, actor: Types.ActorKind, actorName?: string | null, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }> } | null };

export type UndoLineMutationVariables = Types.Exact<{
  lineId: Types.Scalars['String']['input'];
  decisionId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  reason: Types.Scalars['String']['input'];
}>;


export type UndoLineMutation = { __typename?: 'Mutation', undoStatementLine?: { __typename?: 'StatementLineDetail', line: { __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }, candidates: Array<{ __typename?: 'MatchCandidate', rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }, reasons: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, refunds: Array<{ __typename?: 'RefundCandidate', refundId: string, refundedLineId: string, amount: number, currency: string, accountName: string, iban: string, accountId: string, batchNumber: number, differs: boolean }>, decisions: Array<{ __typename?: 'LineDecision', decisionId: string, state: string, rule: string, actor: Types.ActorKind, actorName?: string | null, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }> } | null };

export type PreviewFieldsFragment = { __typename?: 'StatementPreview', isRepeat: boolean, skippedAccounts: Array<string>, lineCount: number, newCount: number, isDecided: boolean, problems: Array<{ __typename?: 'StatementProblem', code: string, reason: string, values: Array<string>, place?: string | null, message: string }>, statements: Array<{ __typename?: 'PreviewedStatement', bankStatementId?: string | null, opening?: number | null, closing?: number | null, heldReason?: string | null, heldPlace?: string | null }>, outcomes: Array<{ __typename?: 'PreviewedOutcome', state: string, count: number }>, warnings: Array<{ __typename?: 'PreviewedWarning', code: string, accountId: string, otherAccountId?: string | null, lineCount?: number | null, opening?: number | null, closing?: number | null, day?: string | null, message: string }>, lines: Array<{ __typename?: 'PreviewedLine', place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, counterpartyName?: string | null, remittance: Array<string>, isNew?: boolean | null, state?: string | null, rule?: string | null, transactionId?: string | null, candidateIds: Array<string> }> };

export type PreviewTextMutationVariables = Types.Exact<{
  name: Types.Scalars['String']['input'];
  content: Types.Scalars['String']['input'];
  accountId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  profileId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  skipUnknownAccounts?: Types.InputMaybe<Types.Scalars['Boolean']['input']>;
}>;


export type PreviewTextMutation = { __typename?: 'Mutation', previewStatementText?: { __typename?: 'StatementPreview', isRepeat: boolean, skippedAccounts: Array<string>, lineCount: number, newCount: number, isDecided: boolean, problems: Array<{ __typename?: 'StatementProblem', code: string, reason: string, values: Array<string>, place?: string | null, message: string }>, statements: Array<{ __typename?: 'PreviewedStatement', bankStatementId?: string | null, opening?: number | null, closing?: number | null, heldReason?: string | null, heldPlace?: string | null }>, outcomes: Array<{ __typename?: 'PreviewedOutcome', state: string, count: number }>, warnings: Array<{ __typename?: 'PreviewedWarning', code: string, accountId: string, otherAccountId?: string | null, lineCount?: number | null, opening?: number | null, closing?: number | null, day?: string | null, message: string }>, lines: Array<{ __typename?: 'PreviewedLine', place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, counterpartyName?: string | null, remittance: Array<string>, isNew?: boolean | null, state?: string | null, rule?: string | null, transactionId?: string | null, candidateIds: Array<string> }> } | null };

export type ProfileChoicesQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type ProfileChoicesQuery = { __typename?: 'Query', bankProfiles: Array<{ __typename?: 'BankProfile', profileId: string, title: string }> };

export type ListBankProfilesQueryVariables = Types.Exact<{ [key: string]: never; }>;


export type ListBankProfilesQuery = { __typename?: 'Query', bankProfiles: Array<{ __typename?: 'BankProfile', profileId: string, isBuiltIn: boolean, profile: string }> };

export type SaveBankProfileMutationVariables = Types.Exact<{
  profile: Types.Scalars['String']['input'];
}>;


export type SaveBankProfileMutation = { __typename?: 'Mutation', saveBankProfile?: { __typename?: 'BankProfile', profileId: string } | null };

export type RemoveBankProfileMutationVariables = Types.Exact<{
  profileId: Types.Scalars['String']['input'];
}>;


export type RemoveBankProfileMutation = { __typename?: 'Mutation', removeBankProfile?: { __typename?: 'RemovedBankProfile', profileId: string } | null };

export type TryBankProfileMutationVariables = Types.Exact<{
  profile?: Types.InputMaybe<Types.Scalars['String']['input']>;
  content: Types.Scalars['String']['input'];
  isPasted: Types.Scalars['Boolean']['input'];
}>;


export type TryBankProfileMutation = { __typename?: 'Mutation', tryBankProfile?: { __typename?: 'TriedBankProfile', lineCount: number, sample: { __typename?: 'StatementSample', isPasted: boolean, fittingIds: Array<string>, columns: Array<{ __typename?: 'SampleColumn', name: string, key: string, example: string, role?: string | null }> }, problems: Array<{ __typename?: 'StatementProblem', reason: string, values: Array<string>, place?: string | null, message: string }>, lines: Array<{ __typename?: 'PreviewedLine', place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, returnReason?: string | null, counterpartyName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, bankReference?: string | null, transactionCode?: string | null, balanceAfter?: number | null }> } | null };

export type ProposalsQueryVariables = Types.Exact<{
  fileId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  accountId?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type ProposalsQuery = { __typename?: 'Query', lineProposals: { __typename?: 'LineProposals', count: number, items: Array<{ __typename?: 'LineProposal', lineId: string, bookingDate?: string | null, payer?: string | null, amount: number, currency: string, transactionId: string, sequence: number, name: string, appKey: string }> } };

export type ConfirmProposalsMutationVariables = Types.Exact<{
  items: Array<Types.ProposalItem> | Types.ProposalItem;
  holdSeconds: Types.Scalars['Int']['input'];
}>;


export type ConfirmProposalsMutation = { __typename?: 'Mutation', results?: Array<{ __typename?: 'ProposalResult', lineId: string, error?: { __typename?: 'ProposalError', type: string, code?: string | null, message: string } | null }> | null };

export type LineRefundsQueryVariables = Types.Exact<{
  lineId: Types.Scalars['String']['input'];
}>;


export type LineRefundsQuery = { __typename?: 'Query', refunds: Array<{ __typename?: 'Refund', refundId: string, amount: number, currency: string, accountName: string, iban: string, state: Types.RefundState, reason: string, createdBy: string, createdAt: string, payouts: Array<{ __typename?: 'PayoutOf', payoutId: string, number: number, state: Types.PayoutState, rowState: Types.PayoutRowState, preparedBy: string, createdAt: string, approvedBy: Array<string>, exportedBy?: string | null, exportedAt?: string | null, fileName?: string | null, lineId?: string | null, bankReason?: { __typename?: 'BankReason', en: string, tr: string } | null }> }> };

export type GiveBackMutationVariables = Types.Exact<{
  input: Types.GiveBackStatementLineInput;
}>;


export type GiveBackMutation = { __typename?: 'Mutation', giveBackStatementLine?: { __typename?: 'Refund', amount: number } | null };

export type ConfirmRefundMutationVariables = Types.Exact<{
  lineId: Types.Scalars['String']['input'];
  refundId: Types.Scalars['String']['input'];
  acceptDifference: Types.Scalars['Boolean']['input'];
}>;


export type ConfirmRefundMutation = { __typename?: 'Mutation', confirmed?: { __typename?: 'StatementLineDetail', line: { __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }, candidates: Array<{ __typename?: 'MatchCandidate', rank: number, paidByLineIds: Array<string>, otherLineIds: Array<string>, sumWithOthers?: number | null, transaction: { __typename?: 'Transaction', transactionId: string, type: Types.TransactionType, status: Types.TransactionStatus, sequence: number, endedAs?: Types.EndedKind | null, amount: number, finalAmount?: number | null, name: string, accountName?: string | null, appKey?: string | null, bank: string, bankAccountIban?: string | null, reference?: string | null, createdAt: string, planned?: { __typename?: 'PlannedTransition', to: Types.TransactionStatus } | null }, reasons: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, refunds: Array<{ __typename?: 'RefundCandidate', refundId: string, refundedLineId: string, amount: number, currency: string, accountName: string, iban: string, accountId: string, batchNumber: number, differs: boolean }>, decisions: Array<{ __typename?: 'LineDecision', decisionId: string, state: string, rule: string, actor: Types.ActorKind, actorName?: string | null, note?: string | null, decidedAt: string, undoneAt?: string | null, undoReason?: string | null, evidence: Array<{ __typename?: 'MatchReason', code: string, detail?: string | null, lineIds: Array<string> }> }>, together: Array<{ __typename?: 'StatementLine', lineId: string, statementId: string, fileId: string, accountId: string, place: string, bookingDate?: string | null, valueDate?: string | null, direction: Types.LineDirection, amount: number, currency: string, isPending: boolean, isReversal: boolean, returnReason?: string | null, counterpartyName?: string | null, ultimateName?: string | null, counterpartyIban?: string | null, remittance: Array<string>, structuredReference?: string | null, endToEndId?: string | null, bankReference?: string | null, transactionCode?: string | null, state: string, stateAt: string, transactionId?: string | null, planned?: { __typename?: 'PlannedConfirm', transactionId: string, to: Types.TransactionStatus } | null }> } | null };

export type StatementFieldsFragment = { __typename?: 'BankStatement', statementId: string, fileId: string, accountId: string, bankStatementId?: string | null, sequenceNumber?: string | null, opening?: number | null, closing?: number | null, firstDate?: string | null, lastDate?: string | null, lineCount: number, heldReason?: string | null, releaseReason?: string | null };

export type HeldStatementsQueryVariables = Types.Exact<{
  after?: Types.InputMaybe<Types.Scalars['String']['input']>;
}>;


export type HeldStatementsQuery = { __typename?: 'Query', bankStatements: { __typename?: 'BankStatementPage', nextCursor?: string | null, items: Array<{ __typename?: 'BankStatement', statementId: string, fileId: string, accountId: string, bankStatementId?: string | null, sequenceNumber?: string | null, opening?: number | null, closing?: number | null, firstDate?: string | null, lastDate?: string | null, lineCount: number, heldReason?: string | null, releaseReason?: string | null }> } };

export type ReleaseStatementMutationVariables = Types.Exact<{
  statementId: Types.Scalars['String']['input'];
  reason: Types.Scalars['String']['input'];
}>;


export type ReleaseStatementMutation = { __typename?: 'Mutation', releaseStatement?: { __typename?: 'ReleasedStatement', statementId: string } | null };

export type ImportTextMutationVariables = Types.Exact<{
  name: Types.Scalars['String']['input'];
  content: Types.Scalars['String']['input'];
  accountId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  profileId?: Types.InputMaybe<Types.Scalars['String']['input']>;
  skipUnknownAccounts?: Types.InputMaybe<Types.Scalars['Boolean']['input']>;
}>;


export type ImportTextMutation = { __typename?: 'Mutation', importStatementText?: { __typename?: 'ImportedStatements', isRepeat: boolean, accounts: Array<string>, file: { __typename?: 'StatementFile', fileId: string, name: string, lineCount: number, addedCount: number }, statements: Array<{ __typename?: 'BankStatement', heldReason?: string | null }>, payoutReport?: { __typename?: 'PayoutReport', payoutId: string, payoutNumber: number, acceptedCount: number, heldCount: number, refusedCount: number, unmatched: Array<{ __typename?: 'UnmatchedStatus', kind: Types.UnmatchedStatusKind, id?: string | null, status?: string | null }> } | null } | null };

const WholeDay = "fragment WholeDay on Day{day currency shownClosing figuresHash unassigned unassignedCount accounts{accountId bank accountName iban opening credits debits fees closing lineCount pendingCount otherCurrencyCount waitingCount drift unexplained difference gap missing}total{opening credits debits fees closing waitingCount drift unexplained missingCount}closings{number closedBy closedAt note reason}changes{accountId figure closed now}}";
const FileFields = "fragment FileFields on StatementFile{fileId name format profileId lineCount addedCount importedAt importedBy matchedAt statementCount heldCount waitingCount takenBack{at by reason}}";
const LineFields = "fragment LineFields on StatementLine{lineId statementId fileId accountId place bookingDate valueDate direction amount currency isPending isReversal returnReason counterpartyName ultimateName counterpartyIban remittance structuredReference endToEndId bankReference transactionCode state stateAt transactionId planned{transactionId to}}";
const CandidateFields = "fragment CandidateFields on Transaction{transactionId type status sequence endedAs amount finalAmount name accountName appKey bank bankAccountIban reference createdAt planned{to}}";
const ReasonFields = "fragment ReasonFields on MatchReason{code detail lineIds}";
const LineDetailFields = "fragment LineDetailFields on StatementLineDetail{line{...LineFields}candidates{transaction{...CandidateFields}reasons{...ReasonFields}rank paidByLineIds otherLineIds sumWithOthers}refunds{refundId refundedLineId amount currency accountName iban accountId batchNumber differs}decisions{decisionId state rule evidence{...ReasonFields}actor actorName note decidedAt undoneAt undoReason}together{...LineFields}}";
const PreviewFields = "fragment PreviewFields on StatementPreview{isRepeat skippedAccounts problems{code reason values place message}statements{bankStatementId opening closing heldReason heldPlace}lineCount newCount isDecided outcomes{state count}warnings{code accountId otherAccountId lineCount opening closing day message}lines{place bookingDate valueDate direction amount currency counterpartyName remittance isNew state rule transactionId candidateIds}}";
const StatementFields = "fragment StatementFields on BankStatement{statementId fileId accountId bankStatementId sequenceNumber opening closing firstDate lastDate lineCount heldReason releaseReason}";
export const DayDocument: TypedDocument<DayQuery, DayQueryVariables> = "query Day($day:String$closing:Int){day(day:$day closing:$closing){...WholeDay}}" + WholeDay;
export const CloseDayDocument: TypedDocument<CloseDayMutation, CloseDayMutationVariables> = "mutation CloseDay($day:String!$figuresHash:String!$lastClosing:Int!$note:String$reason:String){closeDay(day:$day figuresHash:$figuresHash lastClosing:$lastClosing note:$note reason:$reason){...WholeDay}}" + WholeDay;
export const MovementsFileDocument: TypedDocument<MovementsFileQuery, MovementsFileQueryVariables> = "query MovementsFile($fromDay:String!$toDay:String!$format:ExportFormat$language:ExportLanguage){movementsFile(fromDay:$fromDay toDay:$toDay format:$format language:$language){name mediaType base64}}";
export const AccountDaysDocument: TypedDocument<AccountDaysQuery, AccountDaysQueryVariables> = "query AccountDays($accountId:String!$fromDay:String$toDay:String){accountDays(accountId:$accountId fromDay:$fromDay toDay:$toDay){accountId currency fromDay toDay days{day difference gap opening closing credits debits movement deposits payouts fees otherDebits unknown waiting held putAway lineCount pending pendingCount otherCurrencyCount believed believedDeposits believedWithdrawals believedCount drift unexplained}total{opening closing credits debits believed drift unexplained}}}";
export const FileNameDocument: TypedDocument<FileNameQuery, FileNameQueryVariables> = "query FileName($fileId:String!){statementFiles(fileId:$fileId limit:1){items{name}}}";
export const FileCountsDocument: TypedDocument<FileCountsQuery, FileCountsQueryVariables> = "query FileCounts($fileId:String!){statementLineCounts(fileId:$fileId){state count}}";
export const TakeBackFileDocument: TypedDocument<TakeBackFileMutation, TakeBackFileMutationVariables> = "mutation TakeBackFile($fileId:String!$reason:String!){takeBackStatementFile(fileId:$fileId reason:$reason){file{...FileFields}}}" + FileFields;
export const StatementFilesDocument: TypedDocument<StatementFilesQuery, StatementFilesQueryVariables> = "query StatementFiles($after:String){statementFiles(after:$after limit:50){items{...FileFields}nextCursor}}" + FileFields;
export const StatementFileDocument: TypedDocument<StatementFileQuery, StatementFileQueryVariables> = "query StatementFile($fileId:String!$after:String){statementFiles(fileId:$fileId limit:1){items{...FileFields}}bankStatements(fileId:$fileId after:$after limit:50){items{...StatementFields}nextCursor}}" + FileFields + StatementFields;
export const LinesDocument: TypedDocument<LinesQuery, LinesQueryVariables> = "query Lines($states:[String!]$accountId:String$fileId:String$fromDay:String$toDay:String$query:String$after:String$limit:Int!){statementLines(states:$states accountId:$accountId fileId:$fileId fromDay:$fromDay toDay:$toDay query:$query after:$after limit:$limit){items{...LineFields}nextCursor}}" + LineFields;
export const LineDocument: TypedDocument<LineQuery, LineQueryVariables> = "query Line($lineId:String!){statementLine(lineId:$lineId){...LineDetailFields}}" + LineDetailFields + LineFields + CandidateFields + ReasonFields;
export const FindTransactionsDocument: TypedDocument<FindTransactionsQuery, FindTransactionsQueryVariables> = "query FindTransactions($query:String!$type:TransactionType!$amount:Amount!){fitting:transactions(filter:{query:$query type:$type status:pending minAmount:$amount maxAmount:$amount}first:20){nodes{...CandidateFields}}transactions(filter:{query:$query}first:5){nodes{...CandidateFields}}}" + CandidateFields;
export const ConfirmLineDocument: TypedDocument<ConfirmLineMutation, ConfirmLineMutationVariables> = "mutation ConfirmLine($lineId:String!$transactionId:String!$sequence:Int!$acceptDifference:Boolean!$holdSeconds:Int!){confirmed:confirmStatementLine(lineId:$lineId transactionId:$transactionId sequence:$sequence acceptDifference:$acceptDifference holdSeconds:$holdSeconds){...LineDetailFields}}" + LineDetailFields + LineFields + CandidateFields + ReasonFields;
export const ConfirmLinesDocument: TypedDocument<ConfirmLinesMutation, ConfirmLinesMutationVariables> = "mutation ConfirmLines($lineIds:[String!]!$transactionId:String!$sequence:Int!$acceptDifference:Boolean!$holdSeconds:Int!){confirmed:confirmStatementLines(lineIds:$lineIds transactionId:$transactionId sequence:$sequence acceptDifference:$acceptDifference holdSeconds:$holdSeconds){...LineDetailFields}}" + LineDetailFields + LineFields + CandidateFields + ReasonFields;
export const PutLineAwayDocument: TypedDocument<PutLineAwayMutation, PutLineAwayMutationVariables> = "mutation PutLineAway($lineId:String!$note:String!){putAwayStatementLine(lineId:$lineId note:$note){...LineDetailFields}}" + LineDetailFields + LineFields + CandidateFields + ReasonFields;
export const UndoLineDocument: TypedDocument<UndoLineMutation, UndoLineMutationVariables> = "mutation UndoLine($lineId:String!$decisionId:String$reason:String!){undoStatementLine(lineId:$lineId decisionId:$decisionId reason:$reason){...LineDetailFields}}" + LineDetailFields + LineFields + CandidateFields + ReasonFields;
export const PreviewTextDocument: TypedDocument<PreviewTextMutation, PreviewTextMutationVariables> = "mutation PreviewText($name:String!$content:String!$accountId:String$profileId:String$skipUnknownAccounts:Boolean){previewStatementText(name:$name content:$content accountId:$accountId profileId:$profileId skipUnknownAccounts:$skipUnknownAccounts){...PreviewFields}}" + PreviewFields;
export const ProfileChoicesDocument: TypedDocument<ProfileChoicesQuery, ProfileChoicesQueryVariables> = "query ProfileChoices{bankProfiles{profileId title}}";
export const ListBankProfilesDocument: TypedDocument<ListBankProfilesQuery, ListBankProfilesQueryVariables> = "query ListBankProfiles{bankProfiles{profileId isBuiltIn profile}}";
export const SaveBankProfileDocument: TypedDocument<SaveBankProfileMutation, SaveBankProfileMutationVariables> = "mutation SaveBankProfile($profile:String!){saveBankProfile(profile:$profile){profileId}}";
export const RemoveBankProfileDocument: TypedDocument<RemoveBankProfileMutation, RemoveBankProfileMutationVariables> = "mutation RemoveBankProfile($profileId:String!){removeBankProfile(profileId:$profileId){profileId}}";
export const TryBankProfileDocument: TypedDocument<TryBankProfileMutation, TryBankProfileMutationVariables> = "mutation TryBankProfile($profile:String$content:String!$isPasted:Boolean!){tryBankProfile(profile:$profile content:$content isPasted:$isPasted){sample{columns{name key example role}isPasted fittingIds}problems{reason values place message}lineCount lines{place bookingDate valueDate direction amount currency isPending returnReason counterpartyName counterpartyIban remittance bankReference transactionCode balanceAfter}}}";
export const ProposalsDocument: TypedDocument<ProposalsQuery, ProposalsQueryVariables> = "query Proposals($fileId:String$accountId:String){lineProposals(fileId:$fileId accountId:$accountId){count items{lineId bookingDate payer amount currency transactionId sequence name appKey}}}";
export const ConfirmProposalsDocument: TypedDocument<ConfirmProposalsMutation, ConfirmProposalsMutationVariables> = "mutation ConfirmProposals($items:[ProposalItem!]!$holdSeconds:Int!){results:confirmProposals(items:$items holdSeconds:$holdSeconds){lineId error{type code message}}}";
export const LineRefundsDocument: TypedDocument<LineRefundsQuery, LineRefundsQueryVariables> = "query LineRefunds($lineId:String!){refunds(lineId:$lineId){refundId amount currency accountName iban state reason createdBy createdAt payouts{payoutId number state rowState bankReason{en tr}preparedBy createdAt approvedBy exportedBy exportedAt fileName lineId}}}";
export const GiveBackDocument: TypedDocument<GiveBackMutation, GiveBackMutationVariables> = "mutation GiveBack($input:GiveBackStatementLineInput!){giveBackStatementLine(input:$input){amount}}";
export const ConfirmRefundDocument: TypedDocument<ConfirmRefundMutation, ConfirmRefundMutationVariables> = "mutation ConfirmRefund($lineId:String!$refundId:String!$acceptDifference:Boolean!){confirmed:confirmStatementLine(lineId:$lineId transactionId:$refundId acceptDifference:$acceptDifference){...LineDetailFields}}" + LineDetailFields + LineFields + CandidateFields + ReasonFields;
export const HeldStatementsDocument: TypedDocument<HeldStatementsQuery, HeldStatementsQueryVariables> = "query HeldStatements($after:String){bankStatements(isHeld:true after:$after limit:50){items{...StatementFields}nextCursor}}" + StatementFields;
export const ReleaseStatementDocument: TypedDocument<ReleaseStatementMutation, ReleaseStatementMutationVariables> = "mutation ReleaseStatement($statementId:String!$reason:String!){releaseStatement(statementId:$statementId reason:$reason){statementId}}";
export const ImportTextDocument: TypedDocument<ImportTextMutation, ImportTextMutationVariables> = "mutation ImportText($name:String!$content:String!$accountId:String$profileId:String$skipUnknownAccounts:Boolean){importStatementText(name:$name content:$content accountId:$accountId profileId:$profileId skipUnknownAccounts:$skipUnknownAccounts){isRepeat accounts file{fileId name lineCount addedCount}statements{heldReason}payoutReport{payoutId payoutNumber acceptedCount heldCount refusedCount unmatched{kind id status}}}}";
