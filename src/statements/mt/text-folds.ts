/** Banks fold texts at 65 characters; one that loses the blank there has 64. */
const FULL_LINE = 65;

/** The tags of the fields with texts of payers. */
export const isText = (tag: string): boolean => tag === '86' || tag === 'NS';

/**
 * Follows the texts of payers in a message. A bank folds them anywhere, so a payer can write what becomes the beginning of
 * a line, and a line of the bank that begins in the same way is not certain.
 */
export class TextFolds {
  /**
   * The lengths that the last line of a text can have: banks count the tag of a field's first line, or do not. Empty after
   * a line that the bank itself has written.
   */
  #lengths: readonly number[] = [];
  #longest = 0;

  /**
   * Whether a line can be the rest of the text before it: the text ends with a full line, or both lines are equally
   * long and no line of a text was longer, as at any other width.
   */
  canContinue(line: string): boolean {
    const isFull = this.#lengths.some((length) => length === FULL_LINE || length === FULL_LINE - 1);
    const isOfWidth = this.#lengths.some(
      (length) => Math.abs(length - line.length) <= 1 && length + 1 >= this.#longest,
    );
    return (isFull && this.#longest <= FULL_LINE) || isOfWidth;
  }

  /** Takes the next line. @param tag undefined for a further line of its field. */
  take(line: string, tag: string | undefined): void {
    if (tag === '20') this.#longest = 0;
    const wasText = this.#lengths.length > 0;
    const isOfText = tag === undefined ? wasText : isText(tag) || (tag === '61' && this.canContinue(line));
    if (!isOfText) {
      this.#lengths = [];
      return;
    }
    const length = tag !== undefined && isText(tag) ? line.length - tag.length - 2 : line.length;
    this.#longest = Math.max(this.#longest, length);
    this.#lengths = [length, line.length];
  }
}
