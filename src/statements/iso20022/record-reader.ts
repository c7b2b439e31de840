import type { ReadLimits, StatementKind } from '../../reconciliation/domain/statement.ts';
import { type ElementNode, MESSAGES, type RecordKind } from '../camt/elements.ts';
import { Source } from '../camt/source.ts';
import { cleanText, Fields } from './fields.ts';
import { FatalFlaw, Flaw } from './flaw.ts';
import type { XmlHandler } from './xml-parser.ts';

/** Receives the records of a file: a statement begins before its entries, and ends after them. */
export interface RecordSink {
  begin(record: RecordKind, kind: StatementKind): void;
  /**
   * @param fields the texts of the record; of a message and a statement as far as they were read.
   * @param raw the text of an entry or a transaction.
   */
  end(record: RecordKind, fields: Fields, raw: string): void;
  /** A flaw of the present record. */
  flaw(flaw: Flaw): void;
}

/** Makes records of elements. */
export class RecordReader implements XmlHandler {
  readonly #source = new Source();
  readonly #sink: RecordSink;
  readonly #maxText: number;
  /** The elements around the present one; null for those that are passed over. */
  readonly #nodes: (ElementNode | null)[] = [];
  readonly #texts: string[] = [];
  /** The records around the present element. */
  readonly #records: Fields[] = [];
  #kind: StatementKind | null = null;
  #rootName = '';

  constructor(sink: RecordSink, limits: ReadLimits) {
    this.#sink = sink;
    this.#maxText = limits.maxText;
  }

  /** The name of the first element; empty if there is none. */
  get rootName(): string {
    return this.#rootName;
  }

  /** Takes a piece of the text before its elements come. */
  addPiece(piece: string): void {
    this.#source.add(piece);
  }

  /** The fields of the record of that kind around the present element, as far as they were read. */
  around(record: 'message' | 'statement'): Fields {
    return this.#records[record === 'message' ? 0 : 1] ?? new Fields();
  }

  open(element: {
    readonly name: string;
    readonly currency: string | undefined;
    readonly from: number;
  }): void {
    const node = this.#nodeOf(element.name);
    this.#nodes.push(node);
    this.#texts.push('');
    if (node === null) return;
    if (node.key !== null && element.currency !== undefined)
      this.#records.at(-1)?.add(`${node.key}.Ccy`, element.currency.trim());
    if (node.counter !== null) this.#records.at(-1)?.add(node.counter, '');
    if (node.record === null || this.#kind === null) return;
    this.#source.begin(node.record, element.from);
    this.#sink.begin(node.record, this.#kind);
    this.#records.push(new Fields());
  }

  text(text: string): void {
    const last = this.#texts.length - 1;
    if (!this.#nodes[last]?.key) return;
    const whole = (this.#texts[last] ?? '') + text;
    if (whole.length > this.#maxText)
      throw new FatalFlaw('too-large', `A text of the file has more than ${this.#maxText} characters.`);
    this.#texts[last] = whole;
  }

  close(to: number): void {
    const node = this.#nodes.pop() ?? null;
    const text = this.#texts.pop() ?? '';
    if (node === null) return;
    if (node.key !== null) this.#keep(node, node.key, cleanText(text));
    if (node.record === null) return;
    this.#sink.end(node.record, this.#records.at(-1) ?? new Fields(), this.#source.end(node.record, to));
    this.#records.pop();
    if (node.record === 'message') this.#kind = null;
  }

  #nodeOf(name: string): ElementNode | null {
    this.#rootName ||= name;
    if (this.#kind !== null) return this.#nodes.at(-1)?.children.get(name) ?? null;
    const message = MESSAGES.get(name);
    this.#kind = message?.kind ?? null;
    return message?.node ?? null;
  }

  #keep(node: ElementNode, key: string, text: string): void {
    const record = this.#records.at(-1);
    if (!node.isOnly) record?.add(key, text);
    else if (record?.addOnly(key, text) === false)
      this.#sink.flaw(
        new Flaw('broken-file', `<${key}> stands twice in one place. Ask the bank for a correct file.`),
      );
  }
}
