import type { StatementKind } from '../../reconciliation/domain/statement.ts';
import { createRecord, type ElementNode, nodeAt, type Paths } from '../iso20022/elements.ts';

/** The records of a file, each inside the one before it; a balance is inside a statement. */
export type RecordKind = 'message' | 'statement' | 'balance' | 'entry' | 'transaction';

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
  'Refs/MsgId': 'MsgId',
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
  'NtryDtls/Btch/MsgId': 'Btch/MsgId',
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
    'FrToDt/FrDtTm': 'FrDtTm',
    'FrToDt/ToDtTm': 'ToDtTm',
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

const isOnly = (key: string) => ONLY.has(key);

function createMessage(statementName: string): ElementNode<RecordKind> {
  const entry = createRecord<RecordKind>('entry', ENTRY, isOnly);
  const details = nodeAt(entry, 'NtryDtls');
  details.counter = 'NtryDtls';
  const transaction = createRecord<RecordKind>('transaction', TRANSACTION, isOnly);
  nodeAt(transaction, 'RtrInf').counter = 'RtrInf';
  details.children.set('TxDtls', transaction);
  const statement = createRecord<RecordKind>('statement', statementPaths(), isOnly);
  statement.children.set('Bal', createRecord('balance', BALANCE, isOnly));
  statement.children.set('Ntry', entry);
  const pages = { 'GrpHdr/MsgPgntn/PgNb': 'PgNb', 'GrpHdr/MsgPgntn/LastPgInd': 'LastPgInd' };
  const message = createRecord<RecordKind>('message', pages, isOnly);
  message.children.set(statementName, statement);
  return message;
}

/** The messages of this reader by the local name of their element, which is the same in all versions. */
export const MESSAGES: ReadonlyMap<string, ElementNode<RecordKind>> = new Map([
  ['BkToCstmrStmt', createMessage('Stmt')],
  ['BkToCstmrDbtCdtNtfctn', createMessage('Ntfctn')],
  ['BkToCstmrAcctRpt', createMessage('Rpt')],
]);

const KINDS = new Map<string, StatementKind>([
  ['BkToCstmrDbtCdtNtfctn', 'notification'],
  ['BkToCstmrAcctRpt', 'intraday'],
]);

/** What the statements of a message are. */
export const kindOf = (message: string): StatementKind => KINDS.get(message) ?? 'statement';
