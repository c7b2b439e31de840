/** The records of a file, each inside the one before it; a reason is inside any of the others. */
export type RecordKind = 'report' | 'payment' | 'transaction' | 'reason';

/** An element that is read, or lies on the way to one. All others are passed over. */
export interface ElementNode {
  readonly children: Map<string, ElementNode>;
  /** The record that begins with the element. */
  record: RecordKind | null;
  /** The key of its text in the record around it. */
  key: string | null;
}

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

function createNode(record: RecordKind | null, paths: Readonly<Record<string, string>> = {}): ElementNode {
  const node: ElementNode = { children: new Map(), record, key: null };
  for (const [path, key] of Object.entries(paths)) nodeAt(node, path).key = key;
  return node;
}

/** The node at a path below another, made if there is none. */
function nodeAt(root: ElementNode, path: string): ElementNode {
  let node = root;
  for (const name of path.split('/')) {
    const child = node.children.get(name) ?? createNode(null);
    node.children.set(name, child);
    node = child;
  }
  return node;
}

function createReport(): ElementNode {
  const reason = createNode('reason', REASON);
  const transaction = createNode('transaction', TRANSACTION);
  transaction.children.set('StsRsnInf', reason);
  const payment = createNode('payment', PAYMENT);
  payment.children.set('StsRsnInf', reason);
  payment.children.set('TxInfAndSts', transaction);
  const report = createNode('report', REPORT);
  nodeAt(report, 'OrgnlGrpInfAndSts').children.set('StsRsnInf', reason);
  report.children.set('OrgnlPmtInfAndSts', payment);
  return report;
}

/** The local name of the message, and its elements. */
export const REPORT_NAME = 'CstmrPmtStsRpt';
export const REPORT_NODE: ElementNode = createReport();
