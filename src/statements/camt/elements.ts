import type { StatementKind } from '../../reconciliation/domain/statement.ts';

/** The records of a file, each inside the one before it; a balance is inside a statement. */
export type RecordKind = 'message' | 'statement' | 'balance' | 'entry' | 'transaction';

/** An element that is read, or lies on the way to one. All others are passed over. */
export interface ElementNode {
  readonly children: Map<string, ElementNode>;
  /** The record that begins with the element. */
  record: RecordKind | null;
  /** The key of its text in the record around it. */
  key: string | null;
  /** The key by which the record around it counts it. */
  counter: string | null;
  /** Whether a second one in the same record makes it unclear what is meant. */
  isOnly: boolean;
}

type Paths = Readonly<Record<string, string>>;

/** Keys of texts that decide about money: a record has each once. */
const ONLY = new Set([
  'Amt',
  'CdtDbtInd',
  'RvslInd',
  'Sts',
  'Sts/Cd',
  'Sts/Prtry',
  'TxAmt/Amt',
  'InstdAmt/Amt',
  'CntrValAmt/Amt',
  'BookgDt/Dt',
  'BookgDt/DtTm',
  'ValDt/Dt',
  'ValDt/DtTm',
  'Dt/Dt',
  'Dt/DtTm',
  'Bal/Tp/Cd',
  'EndToEndId',
  'Acct/Ccy',
  'Acct/IBAN',
  'Acct/Othr',
  'PgNb',
  'LastPgInd',
]);

/** Names of parties. They are direct children until version .07, and inside a choice since .08. */
function partyPaths(role: 'Dbtr' | 'Cdtr'): Paths {
  const paths: Record<string, string> = {
    [`RltdPties/${role}Acct/Id/IBAN`]: `${role}Acct/IBAN`,
    [`RltdPties/${role}Acct/Id/Othr/Id`]: `${role}Acct/Othr`,
  };
  for (const party of [role, `Ultmt${role}`])
    for (const name of ['Nm', 'Pty/Nm', 'Agt/FinInstnId/Nm'])
      paths[`RltdPties/${party}/${name}`] = `${party}/Nm`;
  return paths;
}

const BANK_CODE: Paths = {
  'BkTxCd/Domn/Cd': 'Domn',
  'BkTxCd/Domn/Fmly/Cd': 'Fmly',
  'BkTxCd/Domn/Fmly/SubFmlyCd': 'SubFmly',
  'BkTxCd/Prtry/Cd': 'BkTxCd/Prtry',
};

/** Charges one by one, in version .02 directly, and their total. */
const CHARGES: Paths = {
  'Chrgs/Amt': 'Chrgs/Amt',
  'Chrgs/Rcrd/Amt': 'Chrgs/Amt',
  'Chrgs/TtlChrgsAndTaxAmt': 'Chrgs/Total',
};

const TRANSACTION: Paths = {
  'Refs/AcctSvcrRef': 'AcctSvcrRef',
  'Refs/AcctSvcrTxId': 'AcctSvcrTxId',
  'Refs/EndToEndId': 'EndToEndId',
  'Refs/PmtInfId': 'PmtInfId',
  Amt: 'Amt',
  CdtDbtInd: 'CdtDbtInd',
  'AmtDtls/InstdAmt/Amt': 'InstdAmt/Amt',
  'AmtDtls/TxAmt/Amt': 'TxAmt/Amt',
  'AmtDtls/CntrValAmt/Amt': 'CntrValAmt/Amt',
  ...CHARGES,
  ...BANK_CODE,
  ...partyPaths('Dbtr'),
  ...partyPaths('Cdtr'),
  'RmtInf/Ustrd': 'text',
  'RmtInf/Strd/RfrdDocInf/Nb': 'text',
  'RmtInf/Strd/CdtrRefInf/Ref': 'reference',
  'RmtInf/Strd/AddtlRmtInf': 'text',
  'RtrInf/Rsn/Cd': 'RtrInf/Rsn',
  'RtrInf/Rsn/Prtry': 'RtrInf/Rsn',
  'RtrInf/AddtlInf': 'RtrInf/AddtlInf',
  AddtlTxInf: 'AddtlTxInf',
};

const ENTRY: Paths = {
  Amt: 'Amt',
  CdtDbtInd: 'CdtDbtInd',
  RvslInd: 'RvslInd',
  Sts: 'Sts',
  'Sts/Cd': 'Sts/Cd',
  'Sts/Prtry': 'Sts/Prtry',
  'BookgDt/Dt': 'BookgDt/Dt',
  'BookgDt/DtTm': 'BookgDt/DtTm',
  'ValDt/Dt': 'ValDt/Dt',
  'ValDt/DtTm': 'ValDt/DtTm',
  AcctSvcrRef: 'AcctSvcrRef',
  ...BANK_CODE,
  'NtryDtls/Btch/NbOfTxs': 'Btch/NbOfTxs',
  'NtryDtls/Btch/PmtInfId': 'Btch/PmtInfId',
  ...CHARGES,
  AddtlNtryInf: 'AddtlNtryInf',
};

const BALANCE: Paths = {
  'Tp/CdOrPrtry/Cd': 'Bal/Tp/Cd',
  'Tp/SubTp/Cd': 'Bal/SubTp',
  'CdtLine/Incl': 'CdtLine/Incl',
  Amt: 'Amt',
  CdtDbtInd: 'CdtDbtInd',
  'Dt/Dt': 'Dt/Dt',
  'Dt/DtTm': 'Dt/DtTm',
};

/** Pages of a statement are numbered in it since .08, and before that in its message. */
const PAGES = ['StmtPgntn', 'RptPgntn', 'NtfctnPgntn'];

function statementPaths(): Paths {
  const paths: Record<string, string> = {
    Id: 'Id',
    ElctrncSeqNb: 'ElctrncSeqNb',
    LglSeqNb: 'LglSeqNb',
    'Acct/Id/IBAN': 'Acct/IBAN',
    'Acct/Id/Othr/Id': 'Acct/Othr',
    'Acct/Ccy': 'Acct/Ccy',
  };
  for (const page of PAGES) {
    paths[`${page}/PgNb`] = 'PgNb';
    paths[`${page}/LastPgInd`] = 'LastPgInd';
  }
  return paths;
}

function createNode(record: RecordKind | null, paths: Paths = {}): ElementNode {
  const node: ElementNode = { children: new Map(), record, key: null, counter: null, isOnly: false };
  for (const [path, key] of Object.entries(paths)) {
    const leaf = nodeAt(node, path);
    leaf.key = key;
    leaf.isOnly = ONLY.has(key);
  }
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

function createMessage(statementName: string): ElementNode {
  const entry = createNode('entry', ENTRY);
  const details = nodeAt(entry, 'NtryDtls');
  details.counter = 'NtryDtls';
  details.children.set('TxDtls', createNode('transaction', TRANSACTION));
  const statement = createNode('statement', statementPaths());
  statement.children.set('Bal', createNode('balance', BALANCE));
  statement.children.set('Ntry', entry);
  const message = createNode('message', {
    'GrpHdr/MsgPgntn/PgNb': 'PgNb',
    'GrpHdr/MsgPgntn/LastPgInd': 'LastPgInd',
  });
  message.children.set(statementName, statement);
  return message;
}

/** The messages of this reader by the local name of their element, which is the same in all versions. */
export const MESSAGES: ReadonlyMap<string, { readonly kind: StatementKind; readonly node: ElementNode }> =
  new Map([
    ['BkToCstmrStmt', { kind: 'statement', node: createMessage('Stmt') }],
    ['BkToCstmrDbtCdtNtfctn', { kind: 'notification', node: createMessage('Ntfctn') }],
    ['BkToCstmrAcctRpt', { kind: 'intraday', node: createMessage('Rpt') }],
  ]);
