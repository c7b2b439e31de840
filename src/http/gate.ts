import type { Middleware } from './surface.ts';

/** Enough to share what a stage costs, and few enough that the first bunch is being stored while the next is worked on. */
const BUNCH_SIZE = 32;

interface Bunch {
  size: number;
  readonly opening: Promise<void>;
}

/**
 * Lets requests whose bodies were read in one turn of the event loop go on together, in bunches: what each of them
 * needs then runs stage by stage over the bunch, and their answers leave one right after another. A request that is
 * alone waits for nothing but the end of its own turn.
 */
export function createGate(): Middleware {
  let gathering: Bunch | undefined;

  function openBunch(): Bunch {
    const opening = new Promise<void>((resolve) => {
      setImmediate(() => {
        if (gathering === bunch) gathering = undefined;
        resolve();
      });
    });
    const bunch = { size: 0, opening };
    return bunch;
  }

  return async (_ctx, next) => {
    if (!gathering || gathering.size >= BUNCH_SIZE) gathering = openBunch();
    gathering.size += 1;
    await gathering.opening;
    return next();
  };
}
