import { fileProblem } from '../../reconciliation/domain/file-problems.ts';
import type { StatementHeader, StatementPart } from '../../reconciliation/domain/statement.ts';
import { problemPart } from '../read-failure.ts';
import type { MessageField } from './fields.ts';
import { MessageHead, type PageEnd } from './head.ts';
import { readLine } from './line.ts';
import { isText } from './text-folds.ts';
import type { BalanceReason } from './values.ts';

/** One message of a file, from `:20:` to its end. It yields parts as soon as its fields allow it. */
export class Message {
  readonly #head: MessageHead;
  readonly #previous: PageEnd;
  #header: StatementHeader | undefined;
  #entry: MessageField | undefined;
  #texts: MessageField[] = [];
  /** Whether an entry so far has a text. */
  #hasTexts = false;
  #hasTotals = false;
  #end: PageEnd | undefined;

  /** @param previous the end of the message before; its page numbers one without a number. */
  constructor(previous: PageEnd, isIntradayEnvelope: boolean) {
    this.#previous = previous;
    this.#head = new MessageHead(isIntradayEnvelope);
  }

  /** Whether its closing balance was read. */
  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  get pageEnd(): PageEnd {
    return this.#end ?? { page: 1, isLast: true };
  }

  /** Takes the next field. */
  *take(field: MessageField): Generator<StatementPart, void, void> {
    const { tag } = field;
    if (isText(tag)) {
      // Texts of the whole statement are before the first line or after the closing balance.
      if (this.#entry) this.#texts.push(field);
      return;
    }
    yield* this.#completeEntry();
    if (tag === '61') yield* this.#beginEntry(field);
    else if (tag.startsWith('60')) yield* this.#takeOpening(field);
    else if (tag.startsWith('62')) yield* this.#takeClosing(field);
    else if (tag.startsWith('90')) this.#hasTotals = true;
    // After its first line, nothing changes the kind of a message.
    else if (!this.#header) this.#head.take(field);
  }

  /** Ends the message where the file or the next message does. */
  *finish(): Generator<StatementPart, void, void> {
    yield* this.#completeEntry();
    if (this.#end) return;
    const { page } = yield* this.#begin();
    if (this.#head.hasOpening && !this.#head.isIntradayForSure)
      yield problemPart(fileProblem('no_closing', null));
    this.#end = { page, isLast: true };
    yield* this.#checkKind();
    yield { kind: 'end', end: { closing: null, isLastPage: true } };
  }

  *#begin(): Generator<StatementPart, StatementHeader, void> {
    if (this.#header) return this.#header;
    this.#header = this.#head.header(this.#previous);
    yield { kind: 'begin', header: this.#header };
    return this.#header;
  }

  *#beginEntry(field: MessageField): Generator<StatementPart, void, void> {
    if (this.#end) {
      yield problemPart(fileProblem('entry_behind', `line ${field.number}`));
      return;
    }
    yield* this.#begin();
    this.#entry = field;
  }

  *#completeEntry(): Generator<StatementPart, void, void> {
    const [entry, texts] = [this.#entry, this.#texts];
    if (!entry || !this.#header) return;
    this.#entry = undefined;
    this.#texts = [];
    // A payer who writes an entry into a text seldom has room for the text of that entry.
    const isCertain = !entry.canBeText && (texts.length > 0 || !this.#hasTexts);
    this.#hasTexts ||= texts.length > 0;
    const line = readLine({ entry, texts, isCertain }, this.#header);
    if (line === null) return;
    if ('code' in line) yield problemPart({ ...line, place: `line ${entry.number}` });
    else yield { kind: 'line', line };
  }

  *#takeOpening(field: MessageField): Generator<StatementPart, void, void> {
    if (this.#header || this.#head.hasOpening) return yield second(field);
    const reason = this.#head.takeOpening(field);
    if (reason) yield badBalance(reason, field);
  }

  *#takeClosing(field: MessageField): Generator<StatementPart, void, void> {
    const { isIntraday } = this.#head;
    const isLastPage = isIntraday || field.tag === '62F';
    if (this.#end) return yield second(field);
    const { page } = yield* this.#begin();
    this.#end = { page, isLast: isLastPage };
    const closing = this.#head.readClosing(field);
    if ('reason' in closing) yield badBalance(closing.reason, field);
    yield* this.#checkKind();
    const balance = isIntraday || 'reason' in closing ? null : closing.balance;
    yield { kind: 'end', end: { closing: balance, isLastPage } };
  }

  /**
   * A statement begins with a balance. A message without one, and without a mark of MT942, was cut at its beginning.
   */
  *#checkKind(): Generator<StatementPart, void, void> {
    if (this.#head.hasOpening || this.#head.isIntradayForSure || this.#hasTotals) return;
    yield problemPart(fileProblem('no_opening', null));
  }
}

function second({ tag, number }: MessageField): StatementPart {
  return problemPart(fileProblem('field_twice', `line ${number}`, tag));
}

function badBalance(reason: BalanceReason, { tag, number }: MessageField): StatementPart {
  return problemPart(fileProblem(reason, `line ${number}`, tag));
}
