import { failure, fatal, type ReadFailure } from '../read-failure.ts';
import type { ElementNode } from './elements.ts';
import { cleanText, Fields } from './fields.ts';
import type { XmlHandler } from './xml-parser.ts';

/** Receives the records of a file, each of which ends before the one around it. */
export interface RecordSink<Kind extends string> {
  /** @param from where it begins, in characters of the file. */
  begin(record: Kind, from: number): void;
  /** @param to where it ends. @param fields its texts, without those of the records inside it. */
  end(record: Kind, fields: Fields, to: number): void;
  /** A flaw of the current record. */
  flaw(flaw: ReadFailure): void;
  /** The current place in the file, in words. */
  place(): string | null;
}

interface RecordReaderOptions<Kind extends string> {
  /** The outermost records by the local name of their element. */
  readonly roots: ReadonlyMap<string, ElementNode<Kind>>;
  readonly sink: RecordSink<Kind>;
  readonly maxText: number;
}

/** Turns the elements of an XML file into records. */
export class RecordReader<Kind extends string> implements XmlHandler {
  readonly #options: RecordReaderOptions<Kind>;
  /** The current element and those around it; null for those that are skipped. */
  readonly #nodes: (ElementNode<Kind> | null)[] = [];
  readonly #texts: string[] = [];
  /** The records around the current element. */
  readonly #records: Fields[] = [];
  #firstName = '';
  #rootName = '';

  constructor(options: RecordReaderOptions<Kind>) {
    this.#options = options;
  }

  /** The name of the first element; empty if there is none. */
  get firstName(): string {
    return this.#firstName;
  }

  /** The name of the element of the current outermost record. */
  get rootName(): string {
    return this.#rootName;
  }

  /** The fields of a record around the current element, as far as they were read. @param depth 0 for the outermost. */
  around(depth: number): Fields {
    return this.#records[depth] ?? new Fields();
  }

  open(element: {
    readonly name: string;
    readonly currency: string | undefined;
    readonly from: number;
  }): void {
    this.#firstName ||= element.name;
    const node = this.#nodeOf(element.name);
    this.#nodes.push(node);
    this.#texts.push('');
    if (node === null) return;
    if (node.key !== null && element.currency !== undefined)
      this.#records.at(-1)?.add(`${node.key}.Ccy`, element.currency.trim());
    if (node.counter !== null) this.#records.at(-1)?.add(node.counter, '');
    if (node.record === null) return;
    this.#options.sink.begin(node.record, element.from);
    this.#records.push(new Fields());
  }

  text(text: string): void {
    const last = this.#texts.length - 1;
    if (!this.#nodes[last]?.key) return;
    const whole = (this.#texts[last] ?? '') + text;
    const { maxText, sink } = this.#options;
    if (whole.length > maxText) throw fatal('cell_too_long', sink.place(), maxText);
    this.#texts[last] = whole;
  }

  close(to: number): void {
    const node = this.#nodes.pop() ?? null;
    const text = this.#texts.pop() ?? '';
    if (node === null) return;
    if (node.key !== null) this.#keep(node, node.key, cleanText(text));
    if (node.record === null) return;
    this.#options.sink.end(node.record, this.#records.at(-1) ?? new Fields(), to);
    this.#records.pop();
  }

  #nodeOf(name: string): ElementNode<Kind> | null {
    if (this.#records.length > 0) return this.#nodes.at(-1)?.children.get(name) ?? null;
    this.#rootName = name;
    return this.#options.roots.get(name) ?? null;
  }

  #keep(node: ElementNode<Kind>, key: string, text: string): void {
    const record = this.#records.at(-1);
    if (!node.isUnique) record?.add(key, text);
    else if (record?.addUnique(key, text) === false)
      this.#options.sink.flaw(failure('element_twice', null, key));
  }
}
