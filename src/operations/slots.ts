/** Limits how many things of each key may be open at once. */
interface Slots {
  /**
   * Takes one slot of the key.
   * @returns a function that releases the slot, whose further calls do nothing; undefined when none is free.
   */
  acquire(key: string): (() => void) | undefined;
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
