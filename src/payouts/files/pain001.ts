import { bytePieces, escapeXml } from '../../kernel/table-files/byte-pieces.ts';
import { decimalText } from '../../kernel/table-files/table-cell.ts';
import { messageIdOf } from '../domain/file-ids.ts';
import type { IsoFileProfile } from './bank-file-profile.ts';
import { type CheckedRow, checkedRows, nameFor } from './check-rows.ts';
import type { PayoutBatchFile } from './payout-file.ts';

/** What differs between the versions of pain.001. */
const VERSIONS = {
  'pain.001.001.09': { bic: 'BICFI', day: (day: string) => tag('Dt', day) },
  'pain.001.001.03': { bic: 'BIC', day: (day: string) => day },
} as const;

interface PaymentGroup {
  /** From 1. */
  readonly number: number;
  readonly count: number;
  readonly sumMinor: number;
  readonly rows: Iterable<CheckedRow>;
}

/**
 * A file of ISO 20022, CustomerCreditTransferInitiation, valid against the schema of its version.
 * @throws BankFileRefusal where the batch cannot be written; what came before is then no file.
 */
export function pain001(profile: IsoFileProfile, batch: PayoutBatchFile): Generator<Uint8Array, void, void> {
  return bytePieces(document(profile, batch));
}

function* document(profile: IsoFileProfile, batch: PayoutBatchFile): Generator<string, void, void> {
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${profile.format}`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}"><CstmrCdtTrfInitn>\n`;
  yield groupHeader(profile, batch);
  for (const group of paymentGroups(profile, batch)) {
    yield paymentHeader(profile, batch, group);
    for (const row of group.rows) yield transaction(row, batch.currency);
    yield '</PmtInf>\n';
  }
  yield '</CstmrCdtTrfInitn></Document>\n';
}

/** One group holds all rows as they come. Of several, each is collected first, because its sum stands before its rows. */
function* paymentGroups(
  profile: IsoFileProfile,
  batch: PayoutBatchFile,
): Generator<PaymentGroup, void, void> {
  const rows = checkedRows(profile, batch);
  const { count, sumMinor } = batch;
  if (count <= profile.maxRowsPerGroup) {
    yield { number: 1, count, sumMinor, rows };
    return;
  }
  let number = 1;
  let waiting: CheckedRow[] = [];
  for (const row of rows) {
    waiting.push(row);
    if (waiting.length < profile.maxRowsPerGroup) continue;
    yield collected(number, waiting);
    number += 1;
    waiting = [];
  }
  if (waiting.length > 0) yield collected(number, waiting);
}

function collected(number: number, rows: readonly CheckedRow[]): PaymentGroup {
  const sumMinor = rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { number, count: rows.length, sumMinor, rows };
}

function groupHeader(profile: IsoFileProfile, batch: PayoutBatchFile): string {
  const createdAt = new Date(batch.createdAtMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
  const initiator = nameFor(profile, batch.initiator, { whose: 'the initiator' });
  const parts = [
    tag('MsgId', messageIdOf(batch.batchNumber)),
    tag('CreDtTm', createdAt),
    tag('NbOfTxs', String(batch.count)),
    profile.controlSum.group ? tag('CtrlSum', decimalText(batch.sumMinor)) : '',
    tag('InitgPty', textTag('Nm', initiator)),
  ];
  return `${tag('GrpHdr', parts.join(''))}\n`;
}

function paymentHeader(
  profile: IsoFileProfile,
  { batchNumber, debtor, executionDay }: PayoutBatchFile,
  { number, count, sumMinor }: PaymentGroup,
): string {
  const { batchBooking, charges, controlSum, format } = profile;
  const debtorName = nameFor(profile, debtor.name, { whose: 'the paying account' });
  const parts = [
    tag('PmtInfId', messageIdOf(batchNumber, number)),
    tag('PmtMtd', 'TRF'),
    batchBooking === null ? '' : tag('BtchBookg', String(batchBooking)),
    tag('NbOfTxs', String(count)),
    controlSum.payment ? tag('CtrlSum', decimalText(sumMinor)) : '',
    paymentType(profile),
    tag('ReqdExctnDt', VERSIONS[format].day(executionDay)),
    tag('Dbtr', textTag('Nm', debtorName)),
    tag('DbtrAcct', tag('Id', tag('IBAN', debtor.iban))),
    tag('DbtrAgt', tag('FinInstnId', agentOf(profile, debtor.bic))),
    charges === null ? '' : tag('ChrgBr', charges),
  ];
  return `<PmtInf>${parts.join('')}\n`;
}

function paymentType({ priority, serviceLevel }: IsoFileProfile): string {
  if (priority === null && serviceLevel === null) return '';
  const parts = [
    priority === null ? '' : tag('InstrPrty', priority),
    serviceLevel === null ? '' : tag('SvcLvl', tag('Cd', serviceLevel)),
  ];
  return tag('PmtTpInf', parts.join(''));
}

function agentOf({ agent, format }: IsoFileProfile, bic: string | undefined): string {
  if (agent === 'bic' && bic !== undefined) return tag(VERSIONS[format].bic, bic);
  return agent === 'omit' ? '' : tag('Othr', tag('Id', 'NOTPROVIDED'));
}

function transaction(row: CheckedRow, currency: string): string {
  const ids = tag('InstrId', row.transactionId) + tag('EndToEndId', row.endToEndId);
  const amount = `<InstdAmt Ccy="${currency}">${decimalText(row.amountMinor)}</InstdAmt>`;
  const parts = [
    tag('PmtId', ids),
    tag('Amt', amount),
    tag('Cdtr', textTag('Nm', row.name)),
    tag('CdtrAcct', tag('Id', tag('IBAN', row.iban))),
    row.text === '' ? '' : tag('RmtInf', textTag('Ustrd', row.text)),
  ];
  return `${tag('CdtTrfTxInf', parts.join(''))}\n`;
}

function tag(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function textTag(name: string, text: string): string {
  return tag(name, escapeXml(text));
}
