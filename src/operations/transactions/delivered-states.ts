import type { Transaction } from '../../domain/transaction.ts';

/**
 * The audience: everybody; the desk alone, of what is held back, claims, notes and callbacks; or everybody but the desk,
 * which has known it since the hold began.
 */
export type Audience = 'all' | 'desk' | 'others';

/** Transactions whose last delivered state is known. One that was forgotten can be delivered twice. */
const MAX_KNOWN = 100_000;

/** The last sequence that each audience was told of. */
interface Told {
  desk: number;
  others: number;
  /** Whether they were told that the payer reported the money as sent. */
  isSent: boolean;
}

/**
 * Knows what the subscribers of this process were told, where changes come from several processes. They arrive in no
 * order: a state is left out when a later one was delivered before it.
 */
export interface DeliveredStates {
  /** Whether part of the audience was not told of this state, nor of a later one. */
  isNews(transaction: Pick<Transaction, 'id' | 'sequence'>, audience: Audience): boolean;
  /**
   * @param isAgain whether the change was read again, and may have been delivered.
   * @returns the part of the audience to tell; undefined when nobody is left.
   */
  admit(
    transaction: Pick<Transaction, 'id' | 'sequence'> & { readonly sentAtMs?: number | null },
    audience: Audience,
    isAgain: boolean,
  ): Audience | undefined;
}

export function createDeliveredStates(maxKnown = MAX_KNOWN): DeliveredStates {
  const known = new Map<string, Told>();
  return {
    isNews({ id, sequence }, audience) {
      const told = known.get(id);
      if (!told) return true;
      return (
        (audience !== 'others' && sequence > told.desk) || (audience !== 'desk' && sequence > told.others)
      );
    },
    admit({ id, sequence, sentAtMs }, audience, isAgain) {
      const told = known.get(id) ?? { desk: 0, others: 0, isSent: false };
      // Claims, notes and reports of payers are told with the sequence of the state before them.
      const isSent = typeof sentAtMs === 'number';
      const mayRepeat = !isAgain && (audience === 'desk' || (isSent && !told.isSent));
      const isNew = (last: number) => sequence > last || (mayRepeat && sequence === last);
      const forDesk = audience !== 'others' && isNew(told.desk);
      const forOthers = audience !== 'desk' && isNew(told.others);
      if (!forDesk && !forOthers) return undefined;
      if (forDesk) told.desk = sequence;
      if (forOthers) told.others = sequence;
      if (forOthers) told.isSent = isSent;
      // Moved to the end: the one that was told of longest ago is forgotten first.
      known.delete(id);
      known.set(id, told);
      for (const oldest of known.keys()) {
        if (known.size <= maxKnown) break;
        known.delete(oldest);
      }
      if (forDesk && forOthers) return 'all';
      return forDesk ? 'desk' : 'others';
    },
  };
}
