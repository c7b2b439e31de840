import type { StatementAccount, StatementLine } from '../../../src/reconciliation/domain/statement.ts';
import { group, leaf } from './xml-text.ts';

/** The first version of each family: what differs between them is written as their schemas have it. */
export const CAMT_VERSIONS = ['02', '04', '08', '13'] as const;
export type CamtVersion = (typeof CAMT_VERSIONS)[number];

export interface CamtForm {
  readonly version: CamtVersion;
  /** The prefix of the names of elements; empty for none. */
  readonly prefix?: string;
  readonly hasNamespace?: boolean;
  /** Whether dates have times, as at some banks. */
  readonly hasTimes?: boolean;
  /** Whether amounts have as many decimals as the schema allows. */
  readonly hasFiveDecimals?: boolean;
  /** The encoding, as in the XML declaration. */
  readonly encoding?: string;
}

const OUR_NAME = 'Merchant & Sons <desk>';

/** Versions before .08 number pages of messages, and have names of parties and states without a choice around them. */
export function isOld(form: CamtForm): boolean {
  return form.version < '08';
}

export function accountId(iban: string | null, number: string | null): string {
  return group('Id', iban === null ? group('Othr', leaf('Id', number)) : leaf('IBAN', iban));
}

export function writeAmount(amountMinor: number, currency: string, decimals = ''): string {
  const digits = String(amountMinor).padStart(3, '0');
  return leaf('Amt', `${digits.slice(0, -2)}.${digits.slice(-2)}${decimals}`, ` Ccy="${currency}"`);
}

function indicator(direction: StatementLine['direction']): string {
  return leaf('CdtDbtInd', direction === 'credit' ? 'CRDT' : 'DBIT');
}

/** An entry with a transaction for each line. */
export function writeEntry(
  lines: readonly StatementLine[],
  account: StatementAccount,
  form: CamtForm,
): string {
  const [first] = lines;
  if (first === undefined) return '';
  const signed = lines.reduce(
    (sum, line) => sum + (line.direction === 'credit' ? 1 : -1) * line.amountMinor,
    0,
  );
  const isBatch = lines.length > 1;
  const status = first.status === 'booked' ? 'BOOK' : 'PDNG';
  const hasTexts = lines.every((line) => line.remittance.length > 0);
  return group(
    'Ntry',
    writeAmount(Math.abs(signed), first.currency, form.hasFiveDecimals ? '000' : ''),
    indicator(signed > 0 ? 'credit' : 'debit'),
    first.isReversal ? leaf('RvslInd', 'true') : '',
    isOld(form) ? leaf('Sts', status) : group('Sts', leaf('Cd', status)),
    writeDay('BookgDt', first.bookingDate, form),
    writeDay('ValDt', first.valueDate, form),
    isBatch ? '' : leaf('AcctSvcrRef', first.bankReference),
    isBatch ? '<BkTxCd/>' : writeCode(first.transactionCode) || '<BkTxCd/>',
    group(
      'NtryDtls',
      isBatch ? group('Btch', leaf('NbOfTxs', String(lines.length))) : '',
      ...lines.map((line) => writeTransaction(line, { account, form, isBatch })),
    ),
    hasTexts ? leaf('AddtlNtryInf', 'WORDS OF THE BANK') : '',
  );
}

function writeDay(name: string, day: string | null, form: CamtForm): string {
  if (day === null) return '';
  return group(name, form.hasTimes ? leaf('DtTm', `${day}T00:15:00.1234567+02:00`) : leaf('Dt', day));
}

function writeCode(code: string | null): string {
  if (code === null) return '';
  const [domain = '', family = '', subFamily = ''] = /^[A-Z]{4}(-[A-Z]{4}){2}$/.test(code)
    ? code.split('-')
    : [];
  if (domain === '') return group('BkTxCd', group('Prtry', leaf('Cd', code)));
  const fmly = group('Fmly', leaf('Cd', family), leaf('SubFmlyCd', subFamily));
  return group('BkTxCd', group('Domn', leaf('Cd', domain), fmly));
}

interface Around {
  readonly account: StatementAccount;
  readonly form: CamtForm;
  readonly isBatch: boolean;
}

function writeTransaction(line: StatementLine, { account, form, isBatch }: Around): string {
  const amount = writeAmount(line.amountMinor, line.currency);
  const refs = [
    isBatch ? leaf('AcctSvcrRef', line.bankReference) : '',
    leaf('EndToEndId', line.endToEndId ?? 'NOTPROVIDED'),
  ];
  return group(
    'TxDtls',
    group('Refs', ...refs),
    ...(form.version === '02'
      ? [group('AmtDtls', group('TxAmt', amount))]
      : [amount, indicator(line.direction)]),
    isBatch ? writeCode(line.transactionCode) : '',
    writeParties(line, account, form),
    group(
      'RmtInf',
      ...line.remittance.map((text) => leaf('Ustrd', text)),
      writeReference(line.structuredReference),
    ),
    writeReturn(line.returnReason),
  );
}

function writeReference(reference: string | null): string {
  if (reference === null) return '';
  const type = '<Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp>';
  return group('Strd', group('CdtrRefInf', type, leaf('Ref', reference)));
}

function writeReturn(reason: string | null): string {
  if (reason === null) return '';
  return group('RtrInf', group('Rsn', leaf(/^[A-Z0-9]{4}$/.test(reason) ? 'Cd' : 'Prtry', reason)));
}

/**
 * Returns and reversals have the roles of the payment that they take back: the debtor of that payment now gets the
 * money.
 */
function writeParties(line: StatementLine, account: StatementAccount, form: CamtForm): string {
  const takesBack = line.isReversal || line.returnReason !== null;
  const theyPaid = (line.direction === 'credit') !== takesBack;
  const isKnown = account.iban !== null || account.number !== null;
  const party = (name: string, text: string | null) =>
    text === null ? '' : group(name, isOld(form) ? leaf('Nm', text) : group('Pty', leaf('Nm', text)));
  const them = (role: string) => [
    party(role, line.counterpartyName),
    line.counterpartyIban === null ? '' : group(`${role}Acct`, accountOf(line.counterpartyIban)),
    party(`Ultmt${role}`, line.ultimateName),
  ];
  const us = (role: string) =>
    isKnown ? [party(role, OUR_NAME), group(`${role}Acct`, accountId(account.iban, account.number))] : [];
  return group('RltdPties', ...(theyPaid ? them : us)('Dbtr'), ...(theyPaid ? us : them)('Cdtr'));
}

function accountOf(number: string): string {
  return /^[A-Z]{2}\d{2}/.test(number) ? accountId(number, null) : accountId(null, number);
}
