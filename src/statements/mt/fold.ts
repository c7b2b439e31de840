/** Banks fold texts at 65 characters. Some count the tag as a part of the first line. */
const FULL_LINE = 65;
const TAG_LENGTH = ':86:'.length;

/** How the next line continues: with the rest of a word, with the next word, or with another text. */
export type LineEnd = 'within' | 'blank' | 'text';

/**
 * Finds out how each line of a field is continued. A line of 65 characters was folded at its full length. A line of 64
 * has lost the blank at its end, unless all lines have 64 characters, because some banks fold at 64.
 */
export function lineEndsOf(lines: readonly string[]): readonly LineEnd[] {
  const lengths = lines.map((line, index) => {
    const withTag = line.length + TAG_LENGTH;
    return index === 0 && (withTag === FULL_LINE || withTag === FULL_LINE - 1) ? withTag : line.length;
  });
  const folded = lengths.slice(0, -1);
  const isFoldedAt64 = folded.length > 1 && folded.every((length) => length === FULL_LINE - 1);
  return lines.map((line, index) => {
    const length = lengths[index] ?? 0;
    if (length >= FULL_LINE || line.endsWith(' ') || isFoldedAt64) return 'within';
    if (length < FULL_LINE - 1) return 'text';
    return isBetweenWords(line, lines[index + 1]) ? 'blank' : 'within';
  });
}

/** A blank is lost only between words, not before the sign of a code. */
function isBetweenWords(line: string, next = ''): boolean {
  return /[\p{L}\p{N}.,)]$/u.test(line) && /^[\p{L}\p{N}(]/u.test(next);
}

/** Joins the lines of a dialect, whose codes and texts go on from line to line. */
export function unfold(lines: readonly string[]): string {
  const ends = lineEndsOf(lines);
  return lines.map((line, index) => (ends[index] === 'blank' ? `${line} ` : line)).join('');
}
