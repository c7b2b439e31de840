import type {
  ReportedPayment,
  ReportedTransaction,
  StatusLevel,
  StatusReason,
  StatusReport,
} from '../../payouts/domain/status-report.ts';
import { accountNumber } from '../camt/parties.ts';
import type { Fields } from '../iso20022/fields.ts';
import { readAmountMinor, readCurrency, readId } from '../iso20022/values.ts';
import { failure } from '../read-failure.ts';

type Reasons = readonly StatusReason[];

/** @returns null for a reason that says nothing, such as `<StsRsnInf/>`. */
export function reasonOf(fields: Fields, maxText: number): StatusReason | null {
  const [code, proprietary] = [fields.first('Cd'), fields.first('Prtry')];
  const text = cut(fields.all('AddtlInf').join(' '), maxText) || null;
  return code === null && proprietary === null && text === null ? null : { code, proprietary, text };
}

function cut(text: string, maxText: number): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1).toWellFormed()}…`;
}

/** @throws {ReadFailure} for an invalid amount or currency. */
export function transactionOf(fields: Fields, reasons: Reasons): ReportedTransaction {
  const amount = fields.first('InstdAmt');
  const currency = fields.first('InstdAmt.Ccy');
  return {
    endToEndId: readId(fields.first('OrgnlEndToEndId')),
    instructionId: readId(fields.first('OrgnlInstrId')),
    status: fields.first('TxSts'),
    reasons,
    amountMinor: amount === null ? null : readAmountMinor(amount, 'InstdAmt'),
    currency: currency === null ? null : readCurrency(currency, 'InstdAmt'),
    iban: accountNumber(fields.first('IBAN'), null),
  };
}

/** @throws {ReadFailure} for a payment without an id. */
export function paymentOf(
  fields: Fields,
  reasons: Reasons,
  transactions: readonly ReportedTransaction[],
): ReportedPayment {
  const paymentInformationId = needed(fields, 'OrgnlPmtInfId');
  return { paymentInformationId, status: fields.first('PmtInfSts'), reasons, transactions };
}

/** @throws {ReadFailure} for a report that names neither itself nor the file that it answers. */
export function reportOf(
  fields: Fields,
  reasons: Reasons,
  payments: readonly ReportedPayment[],
): StatusReport {
  return {
    messageId: needed(fields, 'MsgId'),
    createdAt: fields.first('CreDtTm'),
    originalMessageId: needed(fields, 'OrgnlMsgId'),
    originalMessageName: fields.first('OrgnlMsgNmId'),
    group: groupOf(fields.first('GrpSts'), reasons),
    payments,
  };
}

function groupOf(status: string | null, reasons: Reasons): StatusLevel | null {
  return status === null && reasons.length === 0 ? null : { status, reasons };
}

function needed(fields: Fields, key: string): string {
  const text = fields.first(key);
  if (text === null) throw failure('no_element', null, key);
  return text;
}
