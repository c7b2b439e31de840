/** Limits how many things of each key may be open at once. */
interface Slots {
  /**
   * Takes one slot of the key.
   * @returns a function that releases the slot, whose further calls do nothing; undefined when none is free.
   */
  acquire(key: string): (() => void) | undefined;
}

/** Runs work that holds a slot. @throws what `refusal` makes when there is none. */
export async function withSlot<T>(
  release: (() => void) | undefined,
  refusal: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  if (!release) throw refusal();
  try {
    return await work();
  } finally {
    release();
  }
}

interface SharedSlots {
  readonly each: number;
  readonly all: number;
}

/** Gives every key `each` slots, and all keys together `all`. */
export function createSharedSlots({ each, all }: SharedSlots): Slots {
  const ofEach = createSlots(each);
  const ofAll = createSlots(all);
  return {
    acquire(key) {
      const releaseEach = ofEach.acquire(key);
      const releaseAll = releaseEach && ofAll.acquire('');
      if (releaseAll)
        return () => {
          releaseEach();
          releaseAll();
        };
      releaseEach?.();
      return undefined;
    },
  };
}

/** Gives every key `max` slots. A key without open slots takes no memory. */
export function createSlots(max: number): Slots {
  const openByKey = new Map<string, number>();
  return {
    acquire(key) {
      const open = openByKey.get(key) ?? 0;
      if (open >= max) return undefined;
      openByKey.set(key, open + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (openByKey.get(key) ?? 1) - 1;
        if (left > 0) openByKey.set(key, left);
        else openByKey.delete(key);
      };
    },
  };
}
