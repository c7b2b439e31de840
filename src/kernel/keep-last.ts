/**
 * Keeps the results of a pure function of a text. Of more than `maxCount` the one is dropped that was asked for the
 * longest ago.
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
