import { createRecord, type ElementNode, nodeAt } from '../iso20022/elements.ts';

/** The records of a file, each inside the one before it; a reason is inside any of the others. */
export type RecordKind = 'report' | 'payment' | 'transaction' | 'reason';

/** The text of which a reason can have several; all others stand once, or it is unclear what is meant. */
export const REPEATED_KEY = 'AddtlInf';

/** Keys of texts by their paths below a record. They are the same in versions .03 to .14. */
const REPORT = {
  'GrpHdr/MsgId': 'MsgId',
  'GrpHdr/CreDtTm': 'CreDtTm',
  'OrgnlGrpInfAndSts/OrgnlMsgId': 'OrgnlMsgId',
  'OrgnlGrpInfAndSts/OrgnlMsgNmId': 'OrgnlMsgNmId',
  'OrgnlGrpInfAndSts/GrpSts': 'GrpSts',
};
const PAYMENT = { OrgnlPmtInfId: 'OrgnlPmtInfId', PmtInfSts: 'PmtInfSts' };
const TRANSACTION = {
  OrgnlInstrId: 'OrgnlInstrId',
  OrgnlEndToEndId: 'OrgnlEndToEndId',
  TxSts: 'TxSts',
  'OrgnlTxRef/Amt/InstdAmt': 'InstdAmt',
  'OrgnlTxRef/CdtrAcct/Id/IBAN': 'IBAN',
};
const REASON = { 'Rsn/Cd': 'Cd', 'Rsn/Prtry': 'Prtry', AddtlInf: REPEATED_KEY };

const isOnly = (key: string) => key !== REPEATED_KEY;

function createReport(): ElementNode<RecordKind> {
  const reason = createRecord<RecordKind>('reason', REASON, isOnly);
  const transaction = createRecord<RecordKind>('transaction', TRANSACTION, isOnly);
  transaction.children.set('StsRsnInf', reason);
  const payment = createRecord<RecordKind>('payment', PAYMENT, isOnly);
  payment.children.set('StsRsnInf', reason);
  payment.children.set('TxInfAndSts', transaction);
  const report = createRecord<RecordKind>('report', REPORT, isOnly);
  nodeAt(report, 'OrgnlGrpInfAndSts').children.set('StsRsnInf', reason);
  report.children.set('OrgnlPmtInfAndSts', payment);
  return report;
}

/** The message of this reader by the local name of its element. */
export const REPORTS: ReadonlyMap<string, ElementNode<RecordKind>> = new Map([
  ['CstmrPmtStsRpt', createReport()],
]);
