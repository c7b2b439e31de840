import { type EqualLine, findSame, type GivenLine, type StatementSpan } from './same-line.ts';

/** How many equal lines are compared. A file of one bank hardly has as many equal payments. */
export const MAX_COMPARED = 100;
/** How many statements of a line are compared. */
const MAX_SPANS = 20;

/** A line with the key: a stored one, or one from a statement of the file. */
interface KnownLine extends EqualLine {
  readonly id: string;
  spans: EqualLine['spans'];
}

/** The stored lines with one key. */
export interface StoredLines {
  /** In the order of their occurrence, at most as many as are compared. */
  readonly lines: readonly KnownLine[];
  readonly count: number;
  /** The last occurrence: it can be higher than the count if an import was taken back. */
  readonly last: number;
}

/**
 * The known lines that were recognized in a run of statements (see findRuns). Another line of the run is another
 * payment, unless it repeats one: see isRepeated.
 */
export class RunLines {
  readonly found = new Set<EqualLine>();
  /** How many lines of each key were taken for lines beyond the compared ones. */
  readonly uncompared = new Map<LinesOfKey, number>();
}

/** The outcome of comparing a line with the known ones. */
export interface FoundLine {
  /** Whether no statement contained it before. */
  readonly isNew: boolean;
  /**
   * The known line that it is. Null for a new line, if it is unknown which one it is, or if its run already contains
   * it.
   */
  readonly sameAs: string | null;
  readonly occurrence: number;
}

/** The lines of one account and key, to which a file adds more. */
export class LinesOfKey {
  readonly #known: KnownLine[];
  /** The number of lines beyond the compared ones: as many lines of a run are taken for them. */
  #uncompared: number;
  #last: number;

  constructor({ lines, count, last }: StoredLines = { lines: [], count: 0, last: 0 }) {
    this.#known = lines.map((line) => ({ ...line }));
    this.#uncompared = count - lines.length;
    this.#last = last;
  }

  /** Finds which known line a line of a run is, or adds it. @param id its id, if it is new. */
  take(line: GivenLine, id: string, run: RunLines): FoundLine {
    const same = findSame(line, this.#othersOf(line, run));
    if (same) return this.#see(same, line.span, run);
    const counted = run.uncompared.get(this) ?? 0;
    const isNew = counted >= this.#uncompared;
    if (isNew) this.#last += 1;
    if (isNew && this.#known.length < MAX_COMPARED) this.#add(line, id, run);
    else {
      if (isNew) this.#uncompared += 1;
      run.uncompared.set(this, counted + 1);
    }
    return { isNew, sameAs: null, occurrence: this.#last };
  }

  /** Returns the known lines that a line can be. */
  #othersOf(line: GivenLine, run: RunLines): readonly KnownLine[] {
    return this.#known.filter((one) => !run.found.has(one) || isRepeated(line, one));
  }

  #see(same: KnownLine, span: StatementSpan, run: RunLines): FoundLine {
    const isSeen = run.found.has(same);
    run.found.add(same);
    if (!isSeen && same.spans.length < MAX_SPANS) same.spans = [...same.spans, span];
    return { isNew: false, sameAs: isSeen ? null : same.id, occurrence: this.#last };
  }

  #add({ bankReference, balanceAfterMinor, span }: GivenLine, id: string, run: RunLines): void {
    const line = { id, bankReference, balanceAfterMinor, spans: [span] } as const;
    this.#known.push(line);
    run.found.add(line);
  }
}

/**
 * Whether a statement contains a line twice: one with an id that is unique to it, unless the balances prove that there
 * are two.
 */
function isRepeated({ isBankReferenceTrusted, balanceAfterMinor }: GivenLine, known: KnownLine): boolean {
  return (
    isBankReferenceTrusted && (balanceAfterMinor === null || balanceAfterMinor === known.balanceAfterMinor)
  );
}
