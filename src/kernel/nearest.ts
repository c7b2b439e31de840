/** Longer words are not typing errors of a short one, and comparing them takes time. */
const MAX_CHARACTERS = 80;

/**
 * Finds the candidate that a mistyped word was meant to be: the one with the fewest changed, missing, added or
 * transposed characters, ignoring case.
 * @returns undefined if every candidate differs by more than a typing error in a word of its length.
 */
export function findNearest<T>(
  word: string,
  candidates: readonly T[],
  nameOf: (candidate: T) => string,
): T | undefined {
  if (word.length > MAX_CHARACTERS) return undefined;
  const typed = word.toLowerCase();
  let nearest: T | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const name = nameOf(candidate).toLowerCase();
    const most = Math.min(fewest - 1, allowedChanges(name));
    if (Math.abs(name.length - typed.length) > most) continue;
    const changes = countChanges(typed, name);
    if (changes > most) continue;
    nearest = candidate;
    fewest = changes;
  }
  return nearest;
}

function allowedChanges(name: string): number {
  return name.length <= 4 ? 1 : Math.min(3, Math.floor(name.length / 3));
}

/** The Damerau–Levenshtein distance, restricted so that no transposed pair is changed again (optimal string alignment). */
function countChanges(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const changed = at(last, column - 1) + (isSame ? 0 : 1);
      const added = Math.min(at(last, column), at(current, column - 1)) + 1;
      const isTransposed = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const transposed = isTransposed ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(changed, added, transposed));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
