import type {
  ReportedPayment,
  ReportedTransaction,
  StatusLimits,
  StatusReason,
  StatusReport,
} from '../../payouts/domain/status-report.ts';
import { cleanText, Fields } from '../iso20022/fields.ts';
import { FatalFlaw, Flaw } from '../iso20022/flaw.ts';
import type { XmlHandler } from '../iso20022/xml-parser.ts';
import { type ElementNode, REPEATED_KEY, REPORT_NAME, REPORT_NODE, type RecordKind } from './elements.ts';
import { paymentOf, reasonOf, reportOf, transactionOf } from './parts.ts';

/** Ends the reading of a protocol of EBICS. */
export class EbicsProtocol extends Error {}

/** Ends the reading when there are as many problems as the reader reports. */
export class EnoughProblems extends Error {}

/** What `OrgnlMsgId` is in a protocol of EBICS, which answers no file. */
const EBICS = 'EBICS';

interface OpenRecord {
  readonly kind: RecordKind;
  readonly fields: Fields;
  readonly reasons: StatusReason[];
}

/** Makes the report of the elements of a file. */
export class ReportMaker implements XmlHandler {
  readonly #limits: StatusLimits;
  /** The elements around the present one; null for those that are passed over. */
  readonly #nodes: (ElementNode | null)[] = [];
  readonly #texts: string[] = [];
  /** The records around the present element. */
  readonly #records: OpenRecord[] = [];
  readonly #payments: ReportedPayment[] = [];
  #transactions: ReportedTransaction[] = [];
  #transactionsOfFile = 0;
  #paymentsOfFile = 0;
  #transactionsOfPayment = 0;
  #rootName = '';
  #report: StatusReport | null = null;
  readonly flaws: Flaw[] = [];

  constructor(limits: StatusLimits) {
    this.#limits = limits;
  }

  /** The name of the first element; empty if there is none. */
  get rootName(): string {
    return this.#rootName;
  }

  /** The report; null as long as it has not ended. */
  get report(): StatusReport | null {
    return this.#report;
  }

  open({ name, currency }: { readonly name: string; readonly currency: string | undefined }): void {
    this.#rootName ||= name;
    const node = this.#nodeOf(name);
    this.#nodes.push(node);
    this.#texts.push('');
    if (node === null) return;
    if (node.key !== null && currency !== undefined)
      this.#records.at(-1)?.fields.add(`${node.key}.Ccy`, currency.trim());
    if (node.record !== null) this.#begin(node.record);
  }

  text(text: string): void {
    const last = this.#texts.length - 1;
    if (!this.#nodes[last]?.key) return;
    const whole = (this.#texts[last] ?? '') + text;
    const { maxText } = this.#limits;
    if (whole.length > maxText)
      throw new FatalFlaw(
        'too-large',
        `A text of the file has more than ${maxText} characters. Ask the bank for a correct file.`,
        this.#place(),
      );
    this.#texts[last] = whole;
  }

  close(): void {
    const node = this.#nodes.pop() ?? null;
    const text = this.#texts.pop() ?? '';
    if (node?.key) this.#keep(node.key, cleanText(text));
    if (node?.record) this.#end();
  }

  #nodeOf(name: string): ElementNode | null {
    if (this.#records.length > 0) return this.#nodes.at(-1)?.children.get(name) ?? null;
    return name === REPORT_NAME ? REPORT_NODE : null;
  }

  #keep(key: string, text: string): void {
    const fields = this.#records.at(-1)?.fields;
    if (key === 'OrgnlMsgId' && text === EBICS) throw new EbicsProtocol();
    if (key === REPEATED_KEY) fields?.add(key, text);
    else if (fields?.addOnly(key, text) === false)
      this.#flaw(
        new Flaw('broken-file', `<${key}> stands twice in one place. Ask the bank for a correct file.`),
      );
  }

  #begin(kind: RecordKind): void {
    const { maxPayments, maxTransactions } = this.#limits;
    if (kind === 'report' && this.#report !== null)
      throw new FatalFlaw(
        'broken-file',
        'The file holds several reports. Save each <Document> as a file of its own, and import these.',
      );
    if (kind === 'payment') {
      this.#transactions = [];
      this.#transactionsOfPayment = 0;
      this.#paymentsOfFile = this.#counted(this.#paymentsOfFile, maxPayments, 'payments');
    }
    if (kind === 'transaction') {
      this.#transactionsOfPayment += 1;
      this.#transactionsOfFile = this.#counted(this.#transactionsOfFile, maxTransactions, 'transactions');
    }
    this.#records.push({ kind, fields: new Fields(), reasons: [] });
  }

  #counted(count: number, most: number, what: string): number {
    if (count < most) return count + 1;
    // The code of statements for parts that are too many; see `problemOf`.
    throw new FatalFlaw(
      'too-many-lines',
      `The file has more than ${most} ${what}. Ask the bank for a report of each file of payouts.`,
      this.#place(),
    );
  }

  #end(): void {
    try {
      this.#endRecord();
    } catch (error) {
      if (!(error instanceof Flaw) || error instanceof FatalFlaw) throw error;
      this.#flaw(error);
    }
    this.#records.pop();
  }

  #endRecord(): void {
    const record = this.#records.at(-1);
    if (record === undefined) return;
    const { kind, fields, reasons } = record;
    if (kind === 'reason') this.#addReason(fields);
    if (kind === 'transaction') this.#transactions.push(transactionOf(fields, reasons));
    if (kind === 'payment') this.#payments.push(paymentOf(fields, reasons, this.#transactions));
    if (kind === 'report') this.#report = reportOf(fields, reasons, this.#payments);
  }

  #addReason(fields: Fields): void {
    const { maxReasons, maxText } = this.#limits;
    const reasons = this.#records.at(-2)?.reasons;
    const reason = reasonOf(fields, maxText);
    if (reasons === undefined || reason === null) return;
    this.#counted(reasons.length, maxReasons, 'reasons in one place');
    reasons.push(reason);
  }

  #flaw(flaw: Flaw): void {
    this.flaws.push(new Flaw(flaw.code, flaw.message, flaw.place ?? this.#place()));
    if (this.flaws.length >= this.#limits.maxProblems) throw new EnoughProblems();
  }

  #place(): string | null {
    const kinds = new Set(this.#records.map(({ kind }) => kind));
    const payment = kinds.has('payment') ? [`payment ${this.#paymentsOfFile}`] : [];
    const transaction = kinds.has('transaction') ? [`transaction ${this.#transactionsOfPayment}`] : [];
    return [...payment, ...transaction].join(', ') || null;
  }
}
