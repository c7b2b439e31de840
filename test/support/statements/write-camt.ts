import type {
  Balance,
  StatementEnd,
  StatementHeader,
  StatementLine,
} from '../../../src/reconciliation/domain/statement.ts';
import { accountId, type CamtForm, isOld, writeAmount, writeEntry } from './write-camt-entry.ts';
import { group, leaf } from './xml-text.ts';

/** A statement of the model. Each list of lines becomes one entry, with a transaction for each line. */
export interface WrittenStatement {
  readonly header: StatementHeader;
  readonly entries: readonly (readonly StatementLine[])[];
  readonly end: StatementEnd;
  /** The balance at the moment of a report. */
  readonly interim?: Balance;
}

const NAMES = {
  statement: { message: '053', root: 'BkToCstmrStmt', statement: 'Stmt', pages: 'StmtPgntn' },
  notification: { message: '054', root: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn', pages: 'NtfctnPgntn' },
  intraday: { message: '052', root: 'BkToCstmrAcctRpt', statement: 'Rpt', pages: 'RptPgntn' },
} as const;
const CREATED = '<CreDtTm>2026-11-22T18:30:00+01:00</CreDtTm>';

/** Writes a file of one message. It follows the schemas, and knows nothing of the reader. */
export function writeCamt(statements: readonly WrittenStatement[], form: CamtForm): string {
  const { kind } = statements[0]?.header ?? { kind: 'statement' };
  const names = NAMES[kind];
  const body = group(
    names.root,
    `<GrpHdr><MsgId>MSG-1</MsgId>${CREATED}${isOld(form) ? pages('MsgPgntn', statements[0]) : ''}</GrpHdr>`,
    ...statements.map((statement) => writeStatement(statement, form)),
  );
  const namespace =
    form.hasNamespace === false
      ? ''
      : `urn:iso:std:iso:20022:tech:xsd:camt.${names.message}.001.${form.version}`;
  const prefix = form.prefix ? `${form.prefix}:` : '';
  const attribute = namespace && ` xmlns${prefix && `:${prefix.slice(0, -1)}`}="${namespace}"`;
  const elements = prefix ? body.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}`) : body;
  return `<?xml version="1.0" encoding="${form.encoding ?? 'UTF-8'}"?>\n<${prefix}Document${attribute}>\n${elements}\n</${prefix}Document>\n`;
}

function pages(name: string, statement: WrittenStatement | undefined): string {
  if (statement === undefined || (statement.header.page === 1 && statement.end.isLastPage)) return '';
  return group(
    name,
    leaf('PgNb', String(statement.header.page)),
    leaf('LastPgInd', String(statement.end.isLastPage)),
  );
}

function writeStatement({ header, entries, end, interim }: WrittenStatement, form: CamtForm): string {
  const names = NAMES[header.kind];
  const currency = header.account.currency ?? 'EUR';
  const balances = [
    writeBalance(header.page === 1 ? 'OPBD' : 'ITBD', header.opening, currency),
    writeBalance(end.isLastPage ? 'CLBD' : 'ITBD', end.closing, currency),
    writeBalance('ITBD', interim ?? null, currency),
    // The schema of a statement requires at least one balance.
    writeBalance('CLAV', { amountMinor: 1, date: '2026-11-22' }, currency),
  ];
  return group(
    names.statement,
    leaf('Id', header.statementId),
    isOld(form) ? '' : pages(names.pages, { header, entries, end }),
    leaf('ElctrncSeqNb', header.sequenceNumber),
    CREATED,
    group(
      'Acct',
      accountId(header.account.iban, header.account.number),
      leaf('Ccy', header.account.currency),
    ),
    ...(header.kind === 'notification' ? [] : balances),
    ...entries.map((lines) => writeEntry(lines, header.account, form)),
  );
}

function writeBalance(code: string, balance: Balance | null, currency: string): string {
  if (balance === null) return '';
  return group(
    'Bal',
    group('Tp', group('CdOrPrtry', leaf('Cd', code))),
    writeAmount(Math.abs(balance.amountMinor), currency),
    leaf('CdtDbtInd', balance.amountMinor < 0 ? 'DBIT' : 'CRDT'),
    group('Dt', leaf('Dt', balance.date)),
  );
}
