/**
 * Keeps the results of a pure function of a text. Beyond `maxCount` the least recently used one is dropped.
 */
export function keepLast<T>(maxCount: number, make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const result = kept.get(text) ?? make(text);
    kept.delete(text);
    kept.set(text, result);
    if (kept.size > maxCount) kept.delete(kept.keys().next().value ?? '');
    return result;
  };
}
