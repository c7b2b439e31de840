/**
 * Lets all callers that arrive while a read runs share the next one. Each gets a value read after its call, and only
 * one read runs at a time, however many callers there are.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const result = read();
      running = result.catch(() => {});
      return result;
    });
    return next;
  };
}

/**
 * Lets all who ask in one turn of the event loop share one read. A commit ends a group of commands at once, and the
 * answers to them ask for the same things.
 * @param read finds what belongs to the ids, in a map by id.
 * @returns the same, though the map can have more than was asked for.
 */
export function shareTurn<T>(
  read: (ids: readonly string[]) => Promise<T>,
): (ids: readonly string[]) => Promise<T> {
  const waiting = new Set<string>();
  let next: Promise<T> | undefined;
  return (ids) => {
    for (const id of ids) waiting.add(id);
    next ??= endOfTurn().then(() => {
      const all = [...waiting];
      waiting.clear();
      next = undefined;
      return read(all);
    });
    return next;
  };
}

/** Microtasks come first: so whatever the same commit goes on with has asked by then. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}
