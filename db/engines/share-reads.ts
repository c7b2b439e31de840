/**
 * Lets all who ask while a read runs share the next one. Each gets what was read after it asked, and one read runs at a
 * time, however many ask.
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
