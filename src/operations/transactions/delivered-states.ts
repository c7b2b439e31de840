import type { Transaction } from '../../domain/transaction.ts';
import type { Audience, Change } from './change-transport.ts';

/** Transactions whose last delivered state is known. One that was forgotten can be delivered twice. */
const MAX_KNOWN = 100_000;

/** Changes of one transaction whose places in the audit log are known. */
const MAX_AUDITED = 100;

/** The last sequence that each audience was told of. */
interface Told {
  desk: number;
  others: number;
  /** Whether they were told that the payer reported the money as sent. */
  isSent: boolean;
  /** Who was told of changes that leave the sequence as it is, by their places in the audit log. */
  audited?: Map<number, Audience>;
}

/**
 * Knows what the subscribers of this process were told, where changes come from several processes. They arrive in no
 * order: a state is left out when a later one was delivered before it.
 */
export interface DeliveredStates {
  /** Whether part of the audience was not told of this change, nor of a later state. */
  isNews(change: Change): boolean;
  /** Notes a change of which nobody here is to be told. */
  pass(change: Change): void;
  /** @returns the part of the audience to tell; undefined when nobody is left. */
  admit(
    transaction: Pick<Transaction, 'id' | 'sequence'> & { readonly sentAtMs?: number | null },
    audience: Audience,
    how?: Admission,
  ): Audience | undefined;
}

interface Admission extends Pick<Change, 'auditPosition'> {
  /** Whether the change was read again, and may have been delivered. */
  readonly isAgain?: boolean;
}

export function createDeliveredStates(maxKnown = MAX_KNOWN): DeliveredStates {
  const known = new Map<string, Told>();

  /** Moves it to the end: the one that was told of longest ago is forgotten first. */
  function keep(id: string, told: Told): void {
    known.delete(id);
    known.set(id, told);
    for (const oldest of known.keys()) {
      if (known.size <= maxKnown) break;
      known.delete(oldest);
    }
  }

  return {
    isNews({ id, sequence, audience, auditPosition }) {
      const told = known.get(id);
      if (!told) return true;
      const isNew = (part: Part) => {
        const isNamed = auditPosition !== undefined && !wasTold(told, auditPosition, part);
        if (sequence === undefined) return isNamed;
        return sequence > told[part] || (isNamed && sequence === told[part]);
      };
      return PARTS.some((part) => includes(audience, part) && isNew(part));
    },
    pass({ id, audience, auditPosition }) {
      if (auditPosition === undefined) return;
      const told = known.get(id) ?? newTold();
      note(told, auditPosition, audience);
      keep(id, told);
    },
    admit({ id, sequence, sentAtMs }, audience, { isAgain = false, auditPosition } = {}) {
      const told = known.get(id) ?? newTold();
      // Claims, notes and reports of payers are told with the sequence of the state before them.
      const isSent = typeof sentAtMs === 'number';
      const mayRepeat = (part: Part) =>
        auditPosition === undefined
          ? !isAgain && (audience === 'desk' || (isSent && !told.isSent))
          : !wasTold(told, auditPosition, part);
      const isFor = (part: Part) =>
        includes(audience, part) && (sequence > told[part] || (sequence === told[part] && mayRepeat(part)));
      const [forDesk, forOthers] = [isFor('desk'), isFor('others')];
      if (auditPosition !== undefined) note(told, auditPosition, audience);
      if (forDesk) told.desk = sequence;
      if (forOthers) told.others = sequence;
      if (forOthers) told.isSent = isSent;
      if (forDesk || forOthers || auditPosition !== undefined) keep(id, told);
      if (forDesk && forOthers) return 'all';
      if (forDesk) return 'desk';
      return forOthers ? 'others' : undefined;
    },
  };
}

type Part = Exclude<Audience, 'all'>;

const PARTS: readonly Part[] = ['desk', 'others'];

const includes = (audience: Audience | undefined, part: Part) => audience === 'all' || audience === part;

const newTold = (): Told => ({ desk: 0, others: 0, isSent: false });

const wasTold = ({ audited }: Told, auditPosition: number, part: Part) =>
  includes(audited?.get(auditPosition), part);

function note(told: Told, auditPosition: number, audience: Audience): void {
  told.audited ??= new Map();
  const before = told.audited.get(auditPosition);
  told.audited.set(auditPosition, before === undefined || before === audience ? audience : 'all');
  for (const oldest of told.audited.keys()) {
    if (told.audited.size <= MAX_AUDITED) break;
    told.audited.delete(oldest);
  }
}
