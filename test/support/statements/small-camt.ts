export interface CamtToWrite {
  readonly iban: string;
  readonly amounts: readonly string[];
  /** The text in front of the document. */
  readonly before?: string;
}

/** Writes a camt.053 of credits with the balances before and after them. */
export function writeCamt({ iban, amounts, before = '' }: CamtToWrite): string {
  const sum = amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);
  const entries = amounts.map(
    (amount, index) => `<Ntry><Amt Ccy="TRY">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>2026-11-20</Dt></BookgDt><BkTxCd><Prtry><Cd>FAST</Cd></Prtry></BkTxCd>
      <NtryDtls><TxDtls><RmtInf><Ustrd>payment ${index}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>${before}
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
      <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T18:00:00</CreDtTm></GrpHdr>
      <Stmt><Id>S1</Id><ElctrncSeqNb>17</ElctrncSeqNb><CreDtTm>2026-11-20T18:00:00</CreDtTm>
        <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>TRY</Ccy></Acct>
        ${balance('OPBD', '0.00')}${balance('CLBD', (sum / 100).toFixed(2))}${entries.join('')}
      </Stmt>
    </BkToCstmrStmt></Document>`;
}

function balance(code: string, amount: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="TRY">${amount}</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
}
