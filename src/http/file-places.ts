import { createSlots } from '../operations/slots.ts';
import { MAX_FILES, MAX_FILES_OF_KEY, MAX_UNPROVEN, MAX_UNPROVEN_OF_ADDRESS } from './limits.ts';

/** Gives a place back, once however often it is called. */
export type Release = () => void;

/** The places of files, in memory. Who has not proved a key takes none of those of others. */
export interface FilePlaces {
  /** Takes a place for a file of a proven key; undefined when none is free. */
  takeProven(clientId: string): Release | undefined;
  /** Takes a place in which a file arrives before its sign is checked; undefined when none is free. */
  takeUnproven(address: string): Release | undefined;
}

export function createFilePlaces(): FilePlaces {
  const proven = { all: createSlots(MAX_FILES), each: createSlots(MAX_FILES_OF_KEY) };
  const unproven = { all: createSlots(MAX_UNPROVEN), each: createSlots(MAX_UNPROVEN_OF_ADDRESS) };
  return {
    takeProven: (clientId) => takeBoth(proven, clientId),
    takeUnproven: (address) => takeBoth(unproven, address),
  };
}

type Slots = ReturnType<typeof createSlots>;

function takeBoth(
  { all, each }: { readonly all: Slots; readonly each: Slots },
  key: string,
): Release | undefined {
  const releaseEach = each.acquire(key);
  const releaseAll = releaseEach && all.acquire('all');
  if (releaseAll)
    return () => {
      releaseEach();
      releaseAll();
    };
  releaseEach?.();
  return undefined;
}
