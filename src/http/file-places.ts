import { createSlots } from '../operations/slots.ts';
import { MAX_FILES, MAX_FILES_OF_KEY, MAX_UNPROVEN, MAX_UNPROVEN_OF_ADDRESS } from './limits.ts';

/** Releases a place. Further calls do nothing. */
export type Release = () => void;

/** The places for files in memory. A sender without a verified sign takes none of the places of verified keys. */
export interface FilePlaces {
  /** Takes a place for a file of a key whose sign was verified; undefined when none is free. */
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
