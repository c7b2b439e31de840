/** Files of a bank for the benchmark of the import. */

export interface FileTerms {
  readonly iban: string;
  readonly lines: number;
  /** References of deposits over 500.00, one for each of the first lines. */
  readonly references: readonly string[];
}

const DAY = new Date().toISOString().slice(0, 10);

interface Payment {
  readonly amount: string;
  readonly text: string;
  readonly name: string;
}

/** Payments of strangers, and those of the references among them. */
function* paymentsOf({ lines, references }: FileTerms): Generator<Payment> {
  for (let index = 0; index < lines; index += 1) {
    const reference = references[index];
    const name = `PAYER ${index % 977}`;
    if (reference === undefined)
      yield { amount: `${100 + (index % 900)}.00`, text: `transfer ${index}`, name };
    else yield { amount: '500.00', text: `Yatirim ${reference}`, name: 'BENCH USER' };
  }
}

export function camtFile(terms: FileTerms): Buffer {
  const entries = [...paymentsOf(terms)].map(
    (
      { amount, text, name },
      index,
    ) => `<Ntry><Amt Ccy="TRY">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>${DAY}</Dt></BookgDt><ValDt><Dt>${DAY}</Dt></ValDt><AcctSvcrRef>B${index}</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>E2E-${index}</EndToEndId></Refs><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
  );
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>BENCH</MsgId>
<CreDtTm>${DAY}T23:00:00</CreDtTm></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>${terms.iban}</IBAN></Id><Ccy>TRY</Ccy></Acct>
${entries.join('')}</Stmt></BkToCstmrStmt></Document>`);
}

export function csvFile(terms: FileTerms): Buffer {
  const rows = [...paymentsOf(terms)].map(({ amount, text, name }) =>
    [terms.iban, DAY, amount, `csv ${text}`, name, 'TRY'].join(';'),
  );
  return Buffer.from(['Own IBAN;Date;Amount;Description;Name;Currency', ...rows, ''].join('\n'));
}
