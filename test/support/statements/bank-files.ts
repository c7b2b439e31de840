/** Files as a bank would make them, with only what tests of the import and of matching need. */

/** A booked payment, or a pending one. */
export interface BankLine {
  /** Below zero for a debit. */
  readonly amountMinor: number;
  /** `2026-11-20`. */
  readonly date?: string;
  readonly name?: string;
  readonly iban?: string;
  readonly text?: string;
  readonly endToEndId?: string;
  readonly bankReference?: string;
  readonly isPending?: boolean;
  readonly returnReason?: string;
  /** The payment of a file, or the file, and the number of its payments that the bank has booked together. */
  readonly batch?: { readonly paymentId?: string; readonly fileId?: string; readonly count: number };
  readonly currency?: string;
}

export interface BankStatement {
  readonly iban: string;
  readonly lines: readonly BankLine[];
  readonly id?: string;
  readonly sequenceNumber?: number;
  readonly openingMinor?: number;
  /** By default the opening balance and the booked lines. */
  readonly closingMinor?: number;
  readonly page?: number;
  readonly isLastPage?: boolean;
  readonly currency?: string;
  /** By default the day of the last line. */
  readonly closingDate?: string;
  /** The times of `FrToDt`. */
  readonly period?: readonly [from: string, to: string];
}

const DAY = '2026-11-20';

const amountOf = (minor: number): string => (Math.abs(minor) / 100).toFixed(2);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const side = (minor: number): string => `<CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function entryOf(line: BankLine): string {
  const { amountMinor, date = DAY, name, iban, text, endToEndId, bankReference } = line;
  const { isPending, returnReason, batch } = line;
  const role = amountMinor < 0 ? 'Cdtr' : 'Dbtr';
  const parties =
    (name === undefined ? '' : `<${role}><Nm>${escaped(name)}</Nm></${role}>`) +
    (iban === undefined ? '' : `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`);
  const details = batch
    ? `<Btch>${batch.fileId === undefined ? '' : `<MsgId>${batch.fileId}</MsgId>`}${batch.paymentId === undefined ? '' : `<PmtInfId>${batch.paymentId}</PmtInfId>`}<NbOfTxs>${batch.count}</NbOfTxs></Btch>${text === undefined ? '' : `<TxDtls><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls>`}`
    : `<TxDtls>${endToEndId === undefined ? '' : `<Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>`}
${parties === '' ? '' : `<RltdPties>${parties}</RltdPties>`}
${text === undefined ? '' : `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf>`}
${returnReason === undefined ? '' : `<RtrInf><Rsn><Cd>${returnReason}</Cd></Rsn></RtrInf>`}
</TxDtls>`;
  return `<Ntry><Amt Ccy="${line.currency ?? 'TRY'}">${amountOf(amountMinor)}</Amt>${side(amountMinor)}
<Sts>${isPending ? 'PDNG' : 'BOOK'}</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>
${bankReference === undefined ? '' : `<AcctSvcrRef>${bankReference}</AcctSvcrRef>`}
<NtryDtls>${details}</NtryDtls></Ntry>`;
}

function balanceOf(
  code: string,
  minor: number,
  { currency, date }: { readonly currency: string; readonly date: string },
): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amountOf(minor)}</Amt>${side(minor)}<Dt><Dt>${date}</Dt></Dt></Bal>`;
}

function statementOf(statement: BankStatement, index: number): string {
  const { iban, lines, openingMinor = 100_000, page, isLastPage = true, currency = 'TRY' } = statement;
  const { sequenceNumber: number, period } = statement;
  const days = lines.map(({ date = DAY }) => date).sort();
  const { closingDate = days.at(-1) ?? DAY } = statement;
  const fromTo = period ? `<FrToDt><FrDtTm>${period[0]}</FrDtTm><ToDtTm>${period[1]}</ToDtTm></FrToDt>` : '';
  const booked = lines.filter(({ isPending }) => !isPending);
  const sumMinor = booked.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor);
  const pages =
    page === undefined
      ? ''
      : `<StmtPgntn><PgNb>${page}</PgNb><LastPgInd>${isLastPage}</LastPgInd></StmtPgntn>`;
  return `<Stmt><Id>${statement.id ?? `S${index}`}</Id>${pages}${number === undefined ? '' : `<ElctrncSeqNb>${number}</ElctrncSeqNb>`}${fromTo}<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balanceOf('OPBD', openingMinor, { currency, date: days[0] ?? closingDate })}${balanceOf('CLBD', statement.closingMinor ?? sumMinor, { currency, date: closingDate })}
${lines.map(entryOf).join('')}</Stmt>`;
}

let made = 0;

/** A camt.053 of these statements. Each has another message id, so no two have the same bytes. */
export function camtOf(...statements: readonly BankStatement[]): Buffer {
  made += 1;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M${made}</MsgId><CreDtTm>${DAY}T23:00:00</CreDtTm></GrpHdr>
${statements.map(statementOf).join('\n')}</BkToCstmrStmt></Document>`);
}

/** A camt.054 with the lines of such statements, and no balances. */
export function notificationOf(...statements: readonly BankStatement[]): Buffer {
  const text = camtOf(...statements)
    .toString()
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>')
    .replaceAll('camt.053', 'camt.054')
    .replaceAll(/<Bal>.*?<\/Bal>/g, '');
  return Buffer.from(text);
}

/** A CSV file with a balance after each line, newest line last. */
export function csvOf(
  iban: string,
  lines: readonly (BankLine & { readonly balanceMinor: number })[],
): Buffer {
  const signed = (minor: number) => `${minor < 0 ? '-' : ''}${amountOf(minor)}`;
  const rows = lines.map(({ amountMinor, balanceMinor, date = DAY, text = '', name = '' }) =>
    [iban, date, signed(amountMinor), signed(balanceMinor), text, name, 'TRY'].join(';'),
  );
  return Buffer.from(['Own IBAN;Date;Amount;Balance;Description;Name;Currency', ...rows, ''].join('\n'));
}
