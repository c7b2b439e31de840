import type { Audience, Change } from './change-transport.ts';
import type { Transaction } from './domain/transaction.ts';

/** Transactions whose last delivered state is known. One that was forgotten can be delivered twice. */
const MAX_KNOWN = 100_000;

/** Changes of one transaction whose places in the audit log are known. */
const MAX_AUDITED = 100;

/** The last sequence that each audience got. */
interface Delivered extends Record<Audience, number> {
  /** Whether everybody knows that the payer reported the money as sent. */
  isSent: boolean;
  /** Changes that leave the sequence as it is, by their places in the audit log. */
  audited?: Set<number>;
}

/**
 * Knows what the subscribers of this process got, where changes come from several processes. They arrive in no order: a
 * state is left out when a later one was delivered before it.
 */
export interface DeliveredStates {
  /** Whether its audience did not get this change, nor a later state. */
  isNew(change: Change): boolean;
  /** Notes a change that nobody here is to get. */
  pass(change: Change): void;
  /** Notes a state that is to be delivered. @returns whether its audience did not get it, nor a later one. */
  admit(
    transaction: Pick<Transaction, 'id' | 'sequence'> & { readonly sentAtMs?: number | null },
    audience: Audience,
    how?: Admission,
  ): boolean;
}

interface Admission extends Pick<Change, 'auditPosition'> {
  /** Whether the change was read again, and may have been delivered. */
  readonly isAgain?: boolean;
}

export function createDeliveredStates(maxKnown = MAX_KNOWN): DeliveredStates {
  const known = new Map<string, Delivered>();

  /** Moves it to the end: the one that was delivered longest ago is forgotten first. */
  function keep(id: string, delivered: Delivered): void {
    known.delete(id);
    known.set(id, delivered);
    for (const oldest of known.keys()) {
      if (known.size <= maxKnown) break;
      known.delete(oldest);
    }
  }

  return {
    isNew({ id, sequence, audience, auditPosition }) {
      const delivered = known.get(id);
      if (!delivered) return true;
      const isNamed = auditPosition !== undefined && !delivered.audited?.has(auditPosition);
      if (sequence === undefined) return isNamed;
      return sequence > delivered[audience] || (isNamed && sequence === delivered[audience]);
    },
    pass({ id, auditPosition }) {
      if (auditPosition === undefined) return;
      const delivered = known.get(id) ?? nothing();
      note(delivered, auditPosition);
      keep(id, delivered);
    },
    admit({ id, sequence, sentAtMs }, audience, { isAgain = false, auditPosition } = {}) {
      const delivered = known.get(id) ?? nothing();
      // Plans, claims, notes and reports of payers have the sequence of the state before them.
      const isSent = typeof sentAtMs === 'number';
      const mayRepeat =
        auditPosition === undefined
          ? !isAgain && (audience === 'desk' || (isSent && !delivered.isSent))
          : !delivered.audited?.has(auditPosition);
      const last = delivered[audience];
      const isNew = sequence > last || (sequence === last && mayRepeat);
      if (auditPosition !== undefined) note(delivered, auditPosition);
      if (isNew) delivered.desk = Math.max(delivered.desk, sequence);
      if (isNew && audience === 'all') Object.assign(delivered, { all: sequence, isSent });
      if (isNew || auditPosition !== undefined) keep(id, delivered);
      return isNew;
    },
  };
}

const nothing = (): Delivered => ({ desk: 0, all: 0, isSent: false });

function note(delivered: Delivered, auditPosition: number): void {
  delivered.audited ??= new Set();
  delivered.audited.add(auditPosition);
  for (const oldest of delivered.audited) {
    if (delivered.audited.size <= MAX_AUDITED) break;
    delivered.audited.delete(oldest);
  }
}
