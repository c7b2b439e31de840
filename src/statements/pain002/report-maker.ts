import type {
  ReportedPayment,
  ReportedTransaction,
  StatusLimits,
  StatusReason,
  StatusReport,
} from '../../payouts/domain/status-report.ts';
import type { StatementProblem } from '../../reconciliation/domain/statement.ts';
import type { Fields } from '../iso20022/fields.ts';
import { RecordReader, type RecordSink } from '../iso20022/record-reader.ts';
import { EnoughProblems, FatalFailure, fatal, ReadFailure } from '../read-failure.ts';
import { REPORTS, type RecordKind } from './elements.ts';
import { paymentOf, reasonOf, reportOf, transactionOf } from './parts.ts';

/** The `OrgnlMsgId` of an EBICS protocol, which does not answer a file. */
const EBICS = 'EBICS';

interface OpenRecord {
  readonly kind: RecordKind;
  readonly reasons: StatusReason[];
}

/** Makes the report of the records of a file. */
export class ReportMaker implements RecordSink<RecordKind> {
  /** Takes the elements of the file. */
  readonly records: RecordReader<RecordKind>;
  readonly #limits: StatusLimits;
  /** The records around the current element. */
  readonly #records: OpenRecord[] = [];
  readonly #payments: ReportedPayment[] = [];
  #transactions: ReportedTransaction[] = [];
  #transactionsOfFile = 0;
  #paymentsOfFile = 0;
  #transactionsOfPayment = 0;
  #report: StatusReport | null = null;
  readonly problems: StatementProblem[] = [];

  constructor(limits: StatusLimits) {
    this.#limits = limits;
    this.records = new RecordReader({ roots: REPORTS, sink: this, maxText: limits.maxText });
  }

  /** The report; null as long as it has not ended. */
  get report(): StatusReport | null {
    return this.#report;
  }

  begin(kind: RecordKind): void {
    this.#refuseProtocol();
    const { maxPayments, maxTransactions } = this.#limits;
    if (kind === 'report' && this.#report !== null) throw fatal('several_reports', null);
    if (kind === 'payment') {
      this.#transactions = [];
      this.#transactionsOfPayment = 0;
      this.#paymentsOfFile = this.#counted(this.#paymentsOfFile, maxPayments, 'many_payments');
    }
    if (kind === 'transaction') {
      this.#transactionsOfPayment += 1;
      this.#transactionsOfFile = this.#counted(
        this.#transactionsOfFile,
        maxTransactions,
        'many_transactions',
      );
    }
    this.#records.push({ kind, reasons: [] });
  }

  end(kind: RecordKind, fields: Fields): void {
    if (kind === 'report') this.#refuseProtocol();
    try {
      this.#end(kind, fields);
    } catch (error) {
      if (!(error instanceof ReadFailure) || error instanceof FatalFailure) throw error;
      this.flaw(error);
    }
    this.#records.pop();
  }

  flaw({ problem }: ReadFailure): void {
    this.problems.push({ ...problem, place: problem.place ?? this.place() });
    if (this.problems.length >= this.#limits.maxProblems) throw new EnoughProblems();
  }

  place(): string | null {
    const kinds = new Set(this.#records.map(({ kind }) => kind));
    const payment = kinds.has('payment') ? [`payment ${this.#paymentsOfFile}`] : [];
    const transaction = kinds.has('transaction') ? [`transaction ${this.#transactionsOfPayment}`] : [];
    return [...payment, ...transaction].join(', ') || null;
  }

  #refuseProtocol(): void {
    if (this.records.around(0).first('OrgnlMsgId') !== EBICS) return;
    // What else is wrong with it does not matter.
    this.problems.length = 0;
    throw fatal('ebics_protocol', null);
  }

  #counted(
    count: number,
    most: number,
    reason: 'many_payments' | 'many_transactions' | 'many_reasons',
  ): number {
    if (count < most) return count + 1;
    throw fatal(reason, this.place(), most);
  }

  #end(kind: RecordKind, fields: Fields): void {
    const reasons = this.#records.at(-1)?.reasons ?? [];
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
    this.#counted(reasons.length, maxReasons, 'many_reasons');
    reasons.push(reason);
  }
}
