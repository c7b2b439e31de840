import type { ReadLimits, StatementKind, StatementPart } from '../../reconciliation/domain/statement.ts';
import type { Fields } from '../iso20022/fields.ts';
import { RecordReader, type RecordSink } from '../iso20022/record-reader.ts';
import { EnoughProblems, FatalFailure, fatal, problemPart, ReadFailure } from '../read-failure.ts';
import { kindOf, MESSAGES, type RecordKind } from './elements.ts';
import type { FoundTransaction } from './entry.ts';
import { checkBalanceCount, type FoundBalance, readBalance, readFrame, readPages } from './header.ts';
import { linesOf } from './lines.ts';
import { Source } from './source.ts';

type Frame = ReturnType<typeof readFrame>;

const MESSAGE_DEPTH = 0;
const STATEMENT_DEPTH = 1;

/** Converts records into parts. The reader takes them after each piece of text. */
export class PartMaker implements RecordSink<RecordKind> {
  /** Takes the elements of the file. */
  readonly records: RecordReader<RecordKind>;
  readonly #limits: ReadLimits;
  readonly #source = new Source();
  #parts: StatementPart[] = [];
  #problems = 0;
  #lines = 0;
  #statements = 0;
  #statementsOfMessage = 0;
  #kind: StatementKind = 'statement';
  #frame: Frame | null = null;
  #balances: FoundBalance[] = [];
  #entries = 0;
  #balanceNumber = 0;
  #isInBalance = false;
  #isInEntry = false;
  #transactions: FoundTransaction[] = [];
  /** Whether the current balance or entry already has a problem. */
  #isFlawed = false;

  constructor(limits: ReadLimits) {
    this.#limits = limits;
    this.records = new RecordReader({ roots: MESSAGES, sink: this, maxText: limits.maxText });
  }

  get statements(): number {
    return this.#statements;
  }

  /** The parts since the last call. */
  take(): readonly StatementPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  /** Takes a piece of the text before its elements come. */
  addPiece(piece: string): void {
    this.#source.add(piece);
  }

  begin(record: RecordKind, from: number): void {
    this.#source.begin(record, from);
    if (record === 'message') this.#statementsOfMessage = 0;
    if (record === 'statement') this.#beginStatement(kindOf(this.records.rootName));
    if (record === 'balance') this.#beginBalance();
    if (record === 'entry') this.#beginEntry();
  }

  end(record: RecordKind, fields: Fields, to: number): void {
    const raw = this.#source.end(record, to);
    if (record === 'balance') this.#endBalance(fields);
    if (record === 'transaction') this.#addTransaction({ fields, raw });
    if (record === 'entry') this.#endEntry(fields, raw);
    if (record === 'statement') this.#endStatement();
  }

  /** Reports the flaw as a problem; of each balance or entry, only the first. @throws {EnoughProblems} */
  flaw({ problem }: ReadFailure): void {
    if (this.#isFlawed) return;
    this.#isFlawed = true;
    this.#parts.push(problemPart({ ...problem, place: problem.place ?? this.place() }));
    this.#problems += 1;
    if (this.#problems >= this.#limits.maxProblems) throw new EnoughProblems();
  }

  place(): string | null {
    if (this.#statements === 0) return null;
    const statement = this.#statements === 1 ? '' : `statement ${this.#statements}`;
    const entry = this.#isInEntry ? `entry ${this.#entries}` : '';
    const balance = this.#isInBalance ? `balance ${this.#balanceNumber}` : '';
    return [statement, balance, entry].filter((part) => part !== '').join(', ') || null;
  }

  #attempt(step: () => void): void {
    if (this.#isFlawed) return;
    try {
      step();
    } catch (error) {
      if (!(error instanceof ReadFailure) || error instanceof FatalFailure) throw error;
      this.flaw(error);
    }
  }

  #beginStatement(kind: StatementKind): void {
    const { maxStatements } = this.#limits;
    if (this.#statements >= maxStatements) throw fatal('many_statements', null, maxStatements);
    this.#kind = kind;
    this.#statements += 1;
    this.#statementsOfMessage += 1;
    this.#frame = null;
    this.#balances = [];
    [this.#balanceNumber, this.#entries] = [0, 0];
    this.#isFlawed = false;
  }

  #beginBalance(): void {
    this.#balanceNumber += 1;
    this.#isInBalance = true;
    this.#isFlawed = false;
  }

  #endBalance(fields: Fields): void {
    this.#attempt(() => {
      const balance = readBalance(fields);
      if (balance !== null) this.#balances.push(balance);
      checkBalanceCount(this.#balances.length);
    });
    this.#isInBalance = false;
  }

  #readFrame(): Frame {
    const pages = readPages(this.records.around(MESSAGE_DEPTH));
    // The page number of a message belongs to the statement that continues in it, which is the first one.
    const number = this.#statementsOfMessage === 1 ? pages.number : null;
    return readFrame(this.records.around(STATEMENT_DEPTH), this.#balances, {
      kind: this.#kind,
      pages: { number, isLast: pages.isLast },
    });
  }

  /** Returns the frame of the statement, and begins the statement if it has not begun. */
  #begun(): Frame {
    if (this.#frame !== null) return this.#frame;
    this.#frame = this.#readFrame();
    this.#parts.push({ kind: 'begin', header: this.#frame.header });
    return this.#frame;
  }

  #endStatement(): void {
    const { header } = this.#begun();
    const whole = this.#readFrame();
    if (JSON.stringify(header) !== JSON.stringify(whole.header)) throw fatal('late_header', this.place());
    this.#parts.push({ kind: 'end', end: whole.end });
  }

  #beginEntry(): void {
    this.#begun();
    this.#entries += 1;
    this.#isInEntry = true;
    this.#isFlawed = false;
    this.#transactions = [];
  }

  #addTransaction(transaction: FoundTransaction): void {
    this.#transactions.push(transaction);
    this.#checkLines(this.#transactions.length);
  }

  #endEntry(fields: Fields, raw: string): void {
    const { account } = this.#begun().header;
    const place = this.place() ?? '';
    const context = { kind: this.#kind, account, place, maxText: this.#limits.maxText };
    this.#attempt(() => {
      const lines = linesOf({ fields, raw, transactions: this.#transactions }, context);
      this.#checkLines(lines.length);
      this.#lines += lines.length;
      for (const line of lines) this.#parts.push({ kind: 'line', line });
    });
    this.#transactions = [];
    this.#isInEntry = false;
    this.#isFlawed = false;
  }

  /** Stops at the first line above the limit. */
  #checkLines(more: number): void {
    const { maxLines } = this.#limits;
    if (this.#lines + more > maxLines) throw fatal('many_lines', null, maxLines);
  }
}
