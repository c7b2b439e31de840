import type { StatementKind } from '../../reconciliation/domain/statement.ts';
import { createRecordNode, type ElementNode } from '../iso20022/elements.ts';

/** The records of a file, each inside the one before it; a balance is inside a statement. */
export type RecordKind = 'message' | 'statement' | 'balance' | 'entry' | 'transaction';

/** Names of parties, or of their accounts. They are direct children until version .07, and inside a choice since .08. */
const partyPaths = (role: 'Dbtr' | 'Cdtr') => `
  ${role}Acct/IBAN=RltdPties/${role}Acct/Id/IBAN ${role}Acct/Othr=RltdPties/${role}Acct/Id/Othr/Id
  ${namePaths(role)} ${namePaths(`Ultmt${role}`)} ${role}/Nm=RltdPties/${role}Acct/Nm`;
const namePaths = (party: string) =>
  ['Nm', 'Pty/Nm', 'Agt/FinInstnId/Nm'].map((name) => `${party}/Nm=RltdPties/${party}/${name}`).join(' ');

const BANK_CODE = `
  Domn=BkTxCd/Domn/Cd Fmly=BkTxCd/Domn/Fmly/Cd SubFmly=BkTxCd/Domn/Fmly/SubFmlyCd BkTxCd/Prtry=BkTxCd/Prtry/Cd`;

/** Charges one by one, in version .02 directly, and their total. */
const CHARGES = 'Chrgs/Amt Chrgs/Amt=Chrgs/Rcrd/Amt Chrgs/Total=Chrgs/TtlChrgsAndTaxAmt';

const TRANSACTION = `
  AcctSvcrRef=Refs/AcctSvcrRef AcctSvcrTxId=Refs/AcctSvcrTxId EndToEndId=Refs/EndToEndId!
  PmtInfId=Refs/PmtInfId MsgId=Refs/MsgId
  Amt! CdtDbtInd! InstdAmt/Amt=AmtDtls/InstdAmt/Amt! TxAmt/Amt=AmtDtls/TxAmt/Amt! CntrValAmt/Amt=AmtDtls/CntrValAmt/Amt!
  ${CHARGES} ${BANK_CODE} ${partyPaths('Dbtr')} ${partyPaths('Cdtr')}
  text=RmtInf/Ustrd text=RmtInf/Strd/RfrdDocInf/Nb text=RmtInf/Strd/AddtlRmtInf reference=RmtInf/Strd/CdtrRefInf/Ref
  #RtrInf RtrInf/Rsn=RtrInf/Rsn/Cd RtrInf/Rsn=RtrInf/Rsn/Prtry RtrInf/AddtlInf AddtlTxInf`;

const ENTRY = `
  Amt! CdtDbtInd! RvslInd! Sts! Sts/Cd! Sts/Prtry! BookgDt/Dt! BookgDt/DtTm! ValDt/Dt! ValDt/DtTm! AcctSvcrRef
  #NtryDtls Btch/NbOfTxs=NtryDtls/Btch/NbOfTxs Btch/PmtInfId=NtryDtls/Btch/PmtInfId Btch/MsgId=NtryDtls/Btch/MsgId
  ${BANK_CODE} ${CHARGES} AddtlNtryInf`;

const BALANCE = `
  Bal/Tp/Cd=Tp/CdOrPrtry/Cd! Bal/SubTp=Tp/SubTp/Cd CdtLine/Incl Amt! CdtDbtInd! Dt/Dt! Dt/DtTm!`;

/** Pages of a statement are numbered in it since .08, and before that in its message. */
const pagePaths = (element: string) => `PgNb=${element}/PgNb! LastPgInd=${element}/LastPgInd!`;

const STATEMENT = `
  Id ElctrncSeqNb LglSeqNb FrDtTm=FrToDt/FrDtTm ToDtTm=FrToDt/ToDtTm
  Acct/IBAN=Acct/Id/IBAN! Acct/Othr=Acct/Id/Othr/Id! Acct/Ccy!
  ${pagePaths('StmtPgntn')} ${pagePaths('RptPgntn')} ${pagePaths('NtfctnPgntn')}`;

function createMessage(statementName: string): ElementNode<RecordKind> {
  const transaction = createRecordNode<RecordKind>('transaction', TRANSACTION);
  const entry = createRecordNode<RecordKind>('entry', ENTRY, { 'NtryDtls/TxDtls': transaction });
  const balance = createRecordNode<RecordKind>('balance', BALANCE);
  const statement = createRecordNode<RecordKind>('statement', STATEMENT, { Bal: balance, Ntry: entry });
  return createRecordNode<RecordKind>('message', pagePaths('GrpHdr/MsgPgntn'), {
    [statementName]: statement,
  });
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
