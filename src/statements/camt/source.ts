import { MAX_RAW } from '../../reconciliation/domain/statement.ts';

interface Mark {
  readonly from: number;
  /** The first characters, once their piece of the file is no longer kept. */
  head: string | null;
}

/** Cuts elements out of a text that comes in pieces, of which two are kept. Pieces are longer than `MAX_RAW`. */
export class Source {
  readonly #marks = new Map<string, Mark>();
  #kept = '';
  #keptFrom = 0;
  #lastLength = 0;

  add(piece: string): void {
    const dropped = this.#kept.length - this.#lastLength;
    for (const mark of this.#marks.values())
      if (mark.head === null && mark.from < this.#keptFrom + dropped)
        mark.head = this.#slice(mark.from, Infinity);
    this.#kept = this.#kept.slice(dropped) + piece;
    this.#keptFrom += dropped;
    this.#lastLength = piece.length;
  }

  /** Remembers where an element begins. */
  begin(name: string, from: number): void {
    this.#marks.set(name, { from, head: null });
  }

  /** The element that began under this name and ends here, cut to `MAX_RAW` characters. */
  end(name: string, to: number): string {
    const mark = this.#marks.get(name);
    this.#marks.delete(name);
    return mark === undefined ? '' : (mark.head ?? this.#slice(mark.from, to));
  }

  #slice(from: number, to: number): string {
    const start = from - this.#keptFrom;
    const text = this.#kept.slice(start, Math.min(to - this.#keptFrom, start + MAX_RAW));
    // A database does not accept half of a character.
    return text.isWellFormed() ? text : text.slice(0, -1);
  }
}
