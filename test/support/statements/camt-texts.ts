/** Parts of camt files as banks write them, by hand. */

export const OUR_IBAN = 'DE89370400440532013000';
export const THEIR_IBAN = 'NL91ABNA0417164300';

const ACCOUNT = `<Acct><Id><IBAN>${OUR_IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>`;

/** A camt.053.001.08 of these statements, or other elements of its message. */
export function statementFile(...statements: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><GrpHdr><MsgId>053D20261122</MsgId><CreDtTm>2026-11-22T18:00:00</CreDtTm></GrpHdr>
${statements.join('\n')}
</BkToCstmrStmt></Document>`;
}

/** The same as a notification (camt.054) or a report (camt.052). */
export function asNotification(file: string): string {
  return file.replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn').replaceAll('Stmt>', 'Ntfctn>');
}
export function asReport(file: string): string {
  return file.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt').replaceAll('Stmt>', 'Rpt>');
}

export function statement(...content: readonly string[]): string {
  return `<Stmt><Id>2026-11-22</Id>${ACCOUNT}${content.join('\n')}</Stmt>`;
}

/** A file of one statement with these entries. */
export function fileOf(...entries: readonly string[]): string {
  return statementFile(statement(...entries));
}

export function balance(code: string, amount: string, more = ''): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry>${more}</Tp><Amt Ccy="EUR">${amount}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-22</Dt></Dt></Bal>`;
}

interface EntryTexts {
  readonly amount?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly dates?: string;
  /** Elements between the status and the details. */
  readonly more?: string;
  readonly details?: string;
  readonly words?: string;
}

/** An entry for a booked credit of 100 euros without details, unless other fields are given. */
export function entry(texts: EntryTexts = {}): string {
  const { amount = '<Amt Ccy="EUR">100.00</Amt>', direction = 'CRDT' } = texts;
  const status = texts.status ?? '<Sts><Cd>BOOK</Cd></Sts>';
  const dates = texts.dates ?? '<BookgDt><Dt>2026-11-22</Dt></BookgDt><ValDt><Dt>2026-11-21</Dt></ValDt>';
  return `<Ntry>${amount}<CdtDbtInd>${direction}</CdtDbtInd>${texts.more?.startsWith('<RvslInd') ? texts.more : ''}${status}${dates}
${texts.more?.startsWith('<RvslInd') ? '' : (texts.more ?? '')}${texts.details === undefined ? '' : `<NtryDtls>${texts.details}</NtryDtls>`}${texts.words === undefined ? '' : `<AddtlNtryInf>${texts.words}</AddtlNtryInf>`}</Ntry>`;
}

/** A transaction with an amount in euros and a text of the payer. */
export function transaction(amount: string, text: string, more = ''): string {
  return `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>${more}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
}

/** A party of a transaction since version .08, with its account. */
export function party(role: 'Dbtr' | 'Cdtr', name: string, iban?: string): string {
  const account = iban === undefined ? '' : `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`;
  return `<${role}><Pty><Nm>${name}</Nm></Pty></${role}>${account}`;
}

/** A transaction between these parties, with more elements after them. */
export function between(parties: string, more = ''): string {
  return `<TxDtls><RltdPties>${parties}</RltdPties>${more}</TxDtls>`;
}
