import type { OperationName } from '../../operations/permissions.ts';

/** A request that a service with demo data can be sent. */
export interface Example {
  /** The parameters of the path and the query. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Ids that stand for those of the reader's own transactions, events, statements and lines. */
export const EXAMPLE_IDS = {
  transactionId: '6b00c8cc92ab21e9e76aa5d1',
  eventId: '6b00c8cc9e6d1afcfc688914',
  statementId: '6b00c8cd1f3a7be2c4d90f11',
  lineId: '6b00c8cd5e8b12d7a6f3c422',
  otherLineId: '6b00c8cd5e8b12d7a6f3c423',
  accountId: '6b00c8c14d7f90aa35be1d02',
} as const;

const { transactionId, eventId, statementId, lineId, otherLineId, accountId } = EXAMPLE_IDS;
const BANK = { bankId: '507f1f77bcf86cd799439011' };
const PERSON = { userId: '987654', userName: 'ada', name: 'Ada Yılmaz' };
const TRANSACTION = { parameters: { transactionId } };
const LINE = { parameters: { lineId } };
const REASON = { reason: 'The bank has confirmed it' };

/** Lines as they are copied from the page of a bank. */
const PASTED = '21.11.2026\t1.250,50\tADA YILMAZ havale\n21.11.2026\t-15,00\tMasraf';

/** How tables of a bank are read. */
const PROFILE = JSON.stringify({
  id: 'my-bank',
  title: 'My Bank',
  columns: { date: ['Date'], amount: ['Amount'], description: ['Description'] },
  required: ['description'],
  decimal: 'comma',
  dates: ['dd.mm.yyyy'],
  direction: { kind: 'signed' },
  senders: [],
  defaultCurrency: 'TRY',
});

/** The examples of the document, by operations. A test sends each of them to a service. */
export const EXAMPLES: Readonly<Partial<Record<OperationName, Example>>> = {
  createDeposit: { body: { ...BANK, processId: 'order-1001', amount: 500, ...PERSON } },
  createWithdrawal: {
    body: {
      ...{ ...BANK, processId: 'payout-1001', amount: 250.5, ...PERSON },
      accountName: 'Ada Yılmaz',
      iban: 'TR330006100519786457841326',
    },
  },
  listAvailableBanks: { parameters: { type: 'deposit' } },
  listTransactions: { parameters: { status: 'pending', limit: 20 } },
  getTransaction: TRANSACTION,
  cancelTransaction: TRANSACTION,
  listEvents: { parameters: { limit: 20 } },
  listCallbackAttempts: { parameters: { transactionId } },
  listFailedCallbacks: { parameters: { appKey: 'demo-merchant' } },
  redeliverCallback: { parameters: { eventId } },
  redeliverFailedCallbacks: { body: { appKey: 'demo-merchant' } },
  readQueueTotals: { parameters: { type: 'deposit' } },
  settleTransaction: { ...TRANSACTION, body: { sequence: 1, finalAmount: 499.5 } },
  rejectTransaction: { ...TRANSACTION, body: { sequence: 1, ...REASON, seenBy: 'merchant' } },
  reverseTransaction: { ...TRANSACTION, body: { sequence: 2, ...REASON } },
  correctTransaction: { ...TRANSACTION, body: { sequence: 2, ...REASON, finalAmount: 500 } },
  undoTransition: { ...TRANSACTION, body: { sequence: 2 } },
  settleTransactions: { body: { items: [{ transactionId, sequence: 1 }], holdSeconds: 8 } },
  claimWithdrawal: TRANSACTION,
  releaseWithdrawal: TRANSACTION,
  markWithdrawalSent: TRANSACTION,
  clearBlacklistMark: { ...TRANSACTION, body: { reason: 'Another person of the same name' } },
  addNote: { ...TRANSACTION, body: { text: 'The payer has called.' } },
  importStatementFile: { parameters: { name: '2026-11-21.xml' } },
  importStatementText: {
    body: { name: '21 November', content: PASTED, accountId },
  },
  previewStatementFile: { parameters: { name: '2026-11-21.xml' } },
  previewStatementText: { body: { name: '21 November', content: PASTED, accountId } },
  listAccountDays: { parameters: { accountId, fromDay: '2026-11-01', toDay: '2026-11-21' } },
  getBankProfile: { parameters: { profileId: 'akbank' } },
  saveBankProfile: { body: { profile: PROFILE } },
  removeBankProfile: { parameters: { profileId: 'my-bank' } },
  tryBankProfile: { body: { profile: PROFILE, content: PASTED } },
  updateMatchPolicy: { body: { appKey: 'demo-merchant', underpaidTolerance: 5, late: 'accept' } },
  removeMatchPolicy: { body: { appKey: 'demo-merchant' } },
  releaseStatement: { parameters: { statementId }, body: REASON },
  listStatementLines: { parameters: { state: 'unknown', limit: 20 } },
  getStatementLine: LINE,
  confirmStatementLine: { ...LINE, body: { transactionId, holdSeconds: 8 } },
  confirmStatementLines: { body: { lineIds: [lineId, otherLineId], transactionId, holdSeconds: 8 } },
  putAwayStatementLine: { ...LINE, body: { note: 'Interest of the bank' } },
  undoStatementLine: { ...LINE, body: REASON },
  settleTestTransaction: { ...TRANSACTION, body: { finalAmount: 499.5 } },
  rejectTestTransaction: { ...TRANSACTION, body: { reason: 'wrong sender' } },
  reverseTestTransaction: { ...TRANSACTION, body: { reason: 'recalled by the bank' } },
  expireTestTransaction: TRANSACTION,
};
