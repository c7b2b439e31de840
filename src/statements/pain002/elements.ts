import { createRecordNode, type ElementNode } from '../iso20022/elements.ts';

/** The records of a file, each inside the one before it; a reason is inside any of the others. */
export type RecordKind = 'report' | 'payment' | 'transaction' | 'reason';

/**
 * A reason can have several texts. Every other element must be unique, because otherwise it is unclear which one
 * counts.
 */
const REASON = 'Cd=Rsn/Cd! Prtry=Rsn/Prtry! AddtlInf';
const TRANSACTION = `
  OrgnlInstrId! OrgnlEndToEndId! TxSts! InstdAmt=OrgnlTxRef/Amt/InstdAmt! IBAN=OrgnlTxRef/CdtrAcct/Id/IBAN!`;
const PAYMENT = 'OrgnlPmtInfId! PmtInfSts!';
const REPORT = `
  MsgId=GrpHdr/MsgId! CreDtTm=GrpHdr/CreDtTm! OrgnlMsgId=OrgnlGrpInfAndSts/OrgnlMsgId!
  OrgnlMsgNmId=OrgnlGrpInfAndSts/OrgnlMsgNmId! GrpSts=OrgnlGrpInfAndSts/GrpSts!`;

function createReport(): ElementNode<RecordKind> {
  const reason = createRecordNode<RecordKind>('reason', REASON);
  const transaction = createRecordNode<RecordKind>('transaction', TRANSACTION, { StsRsnInf: reason });
  const payment = createRecordNode<RecordKind>('payment', PAYMENT, {
    StsRsnInf: reason,
    TxInfAndSts: transaction,
  });
  return createRecordNode<RecordKind>('report', REPORT, {
    'OrgnlGrpInfAndSts/StsRsnInf': reason,
    OrgnlPmtInfAndSts: payment,
  });
}

/** The message of this reader, the same in versions .03 to .14, by the local name of its element. */
export const REPORTS: ReadonlyMap<string, ElementNode<RecordKind>> = new Map([
  ['CstmrPmtStsRpt', createReport()],
]);
