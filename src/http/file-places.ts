import { createSlots } from '../operations/slots.ts';

/** Files of requests that have no answer yet, in a process: each is held in memory until then. */
const MAX_FILES = 3;
/** One key leaves a place to the others. */
const MAX_FILES_OF_KEY = 2;
/** Files whose sign can be checked only at their end, so that anybody who knows a key can send one. */
const MAX_UNPROVEN = 2;
const MAX_UNPROVEN_OF_ADDRESS = 1;

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
