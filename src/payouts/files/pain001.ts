import { bytePieces, escapeXml } from '../../kernel/table-files/byte-pieces.ts';
import { formatDecimal } from '../../kernel/table-files/table-cell.ts';
import { sumOf } from '../domain/content.ts';
import { messageIdOf } from '../domain/file-ids.ts';
import type { IsoFileProfile } from './bank-file-profile.ts';
import { type FiledBatch, nameFor, type WrittenRow, writtenRows } from './check-batch.ts';

/** What differs between the versions of pain.001. */
const VERSIONS = {
  'pain.001.001.09': { bic: 'BICFI', day: (day: string) => tag('Dt', day) },
  'pain.001.001.03': { bic: 'BIC', day: (day: string) => day },
} as const;

/**
 * Writes a file of ISO 20022, CustomerCreditTransferInitiation, valid against the schema of its version.
 * @throws BankFileRefusal if the batch cannot be written; the pieces before that are then no file.
 */
export function pain001(profile: IsoFileProfile, batch: FiledBatch): Generator<Uint8Array, void, void> {
  return bytePieces(document(profile, batch));
}

function* document(profile: IsoFileProfile, batch: FiledBatch): Generator<string, void, void> {
  const { format, maxRowsPerGroup } = profile;
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${format}`;
  const payer = textTag('Nm', nameFor(profile, batch.payer.name, { whose: 'the initiator' }));
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}"><CstmrCdtTrfInitn>\n`;
  yield groupHeader(profile, batch, payer);
  for (const row of writtenRows(profile, batch)) {
    const place = (row.number - 1) % maxRowsPerGroup;
    if (place === 0) yield paymentHeader(profile, batch, { payer, firstRow: row.number - 1 });
    yield transaction(row, batch.currency);
    if (place === maxRowsPerGroup - 1 || row.number === batch.rows.length) yield '</PmtInf>\n';
  }
  yield '</CstmrCdtTrfInitn></Document>\n';
}

function groupHeader({ controlSum }: IsoFileProfile, batch: FiledBatch, payer: string): string {
  const { number, createdAtMs, rows } = batch;
  const createdAt = new Date(createdAtMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
  const parts = [
    tag('MsgId', messageIdOf(number)),
    tag('CreDtTm', createdAt),
    ...totals(rows, controlSum.group),
    tag('InitgPty', payer),
  ];
  return `${tag('GrpHdr', parts.join(''))}\n`;
}

function totals(rows: FiledBatch['rows'], hasSum: boolean): readonly string[] {
  const count = tag('NbOfTxs', String(rows.length));
  return hasSum ? [count, tag('CtrlSum', formatDecimal(sumOf(rows)))] : [count];
}

function paymentHeader(
  profile: IsoFileProfile,
  { number, payer: { iban, bic }, executionDay, rows }: FiledBatch,
  { payer, firstRow }: { readonly payer: string; readonly firstRow: number },
): string {
  const { batchBooking, charges, controlSum, format, maxRowsPerGroup } = profile;
  const parts = [
    tag('PmtInfId', messageIdOf(number, firstRow / maxRowsPerGroup + 1)),
    tag('PmtMtd', 'TRF'),
    batchBooking === null ? '' : tag('BtchBookg', String(batchBooking)),
    ...totals(rows.slice(firstRow, firstRow + maxRowsPerGroup), controlSum.payment),
    paymentType(profile),
    tag('ReqdExctnDt', VERSIONS[format].day(executionDay)),
    tag('Dbtr', payer),
    tag('DbtrAcct', tag('Id', tag('IBAN', iban))),
    tag('DbtrAgt', tag('FinInstnId', agentOf(profile, bic))),
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

function agentOf({ agent, format }: IsoFileProfile, bic: string | null | undefined): string {
  if (agent === 'bic' && bic) return tag(VERSIONS[format].bic, bic);
  return agent === 'omit' ? '' : tag('Othr', tag('Id', 'NOTPROVIDED'));
}

function transaction(row: WrittenRow, currency: string): string {
  const ids = tag('InstrId', row.transactionId) + tag('EndToEndId', row.endToEndId);
  const amount = `<InstdAmt Ccy="${currency}">${formatDecimal(row.amountMinor)}</InstdAmt>`;
  const parts = [
    tag('PmtId', ids),
    tag('Amt', amount),
    tag('Cdtr', textTag('Nm', row.name)),
    tag('CdtrAcct', tag('Id', tag('IBAN', row.iban))),
  ];
  return `${tag('CdtTrfTxInf', parts.join(''))}\n`;
}

function tag(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function textTag(name: string, text: string): string {
  return tag(name, escapeXml(text));
}
