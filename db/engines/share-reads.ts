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
