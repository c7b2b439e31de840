import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { UndoDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { HOLD_SECONDS } from './actions.ts';
import { partyOf } from './labels.ts';

/** The fields that name a transaction whose last change is undone, and its party. */
type Undoable = Pick<Transaction, 'transactionId' | 'sequence' | 'type' | 'name' | 'accountName'>;

/** A decision that can be undone for a while, about one transaction or several. */
interface UndoableDecision {
  /** The transactions after the decision. */
  readonly decided: readonly Undoable[];
  /** The decision in words, for the notice. */
  readonly message: string;
  /** Called with each transaction after its undo. */
  readonly onUndone: (transaction: Transaction) => void;
}

/** A decision that `z` does not undo, with a hint how to undo it. */
interface NotUndoable {
  readonly hint: string;
}

interface Undo {
  /** Notes a decision that is undone in another way. `z` then says how, and undoes no earlier decision. */
  keep(hint: string): void;
  /**
   * Notes a decision that was sent, in the order of decisions, whichever is answered first. `describe` gets the answer
   * and returns what was decided, if anything: a notice then reports it, and offers to undo it.
   */
  track<T>(sent: Promise<T>, describe: (answer: T) => UndoableDecision | NotUndoable | undefined): Promise<T>;
}

const UndoContext = createContext<Undo>({
  keep: () => {},
  track: (sent) => sent,
});

/** Returns the functions to which decisions are reported, so that they can be undone. */
export function useUndo(): Undo {
  return useContext(UndoContext);
}

interface PendingUndo {
  /** Settled when the outcome of the decision is known. */
  readonly answered: Promise<unknown>;
  /** Undefined until it is answered, and if it has failed. */
  decision?: UndoableDecision | NotUndoable | undefined;
  endsAtMs: number;
  /** Whether it is undone as soon as it is answered. Until then another `z` is about it as well. */
  isUnwanted: boolean;
}

/** Undoes the last decisions with `z`, one after the other, and the decision of a notice from that notice. */
export function Undoing({ children }: { readonly children: ComponentChildren }) {
  const { session, notify, report } = useSignedIn();
  const remembered = useRef<readonly PendingUndo[]>([]);
  const forget = useCallback((entry: PendingUndo) => {
    remembered.current = remembered.current.filter((one) => one !== entry);
  }, []);

  const undo = useCallback(
    async (wanted?: PendingUndo) => {
      const t = texts().transactions.undo;
      const nowMs = Date.now();
      remembered.current = remembered.current.filter(({ endsAtMs }) => endsAtMs > nowMs);
      const entry = wanted ? remembered.current.find((one) => one === wanted) : remembered.current.at(-1);
      if (!entry) return notify(t.nothing);
      if (entry.isUnwanted) return;
      entry.isUnwanted = true;
      await entry.answered.catch(() => {});
      forget(entry);
      const { decision } = entry;
      // A failed decision has reported itself.
      if (!decision) return;
      if ('hint' in decision) return notify(decision.hint);
      const undone: Transaction[] = [];
      const failed: string[] = [];
      // In parallel, because the time for an undo could end during a sequence of requests.
      await Promise.all(
        decision.decided.map(async (transaction) => {
          const { transactionId, sequence } = transaction;
          try {
            const { transition } = await session.request(UndoDocument, { transactionId, sequence });
            undone.push(transition.data);
            decision.onUndone(transition.data);
          } catch (error) {
            failed.push(t.failed(partyOf(transaction), problemOf(error).message));
          }
        }),
      );
      const [only] = undone;
      const what =
        only && undone.length === 1 ? t.undone(decision.message) : t.undoneMany(formatCount(undone.length));
      notify([...(only ? [what] : []), ...failed].join(' '));
    },
    [session, notify, forget],
  );

  const value = useMemo<Undo>(() => {
    const track: Undo['track'] = (sent, describe) => {
      const answered = sent.then((answer) => {
        own.decision = describe(answer);
        own.endsAtMs = Date.now() + HOLD_SECONDS * 1000;
        if (!own.decision) forget(own);
        else if ('message' in own.decision) {
          // These decisions have succeeded now, so their earlier failures are removed.
          for (const { transactionId } of own.decision.decided) report(transactionId);
          show(own, own.decision.message);
        }
        return answer;
      });
      const own: PendingUndo = { answered, endsAtMs: Number.POSITIVE_INFINITY, isUnwanted: false };
      answered.catch(() => forget(own));
      remembered.current = [...remembered.current, own];
      return answered;
    };
    const show = (own: PendingUndo, message: string) => {
      const { label } = texts().transactions.undo;
      const isLast = own === remembered.current.at(-1);
      notify(message, { label, ...(isLast && { shortcut: 'z' }), run: () => void undo(own) });
    };
    return { keep: (hint) => void track(Promise.resolve(), () => ({ hint })), track };
  }, [notify, report, undo, forget]);
  useShortcuts({ z: () => void undo() });
  return <UndoContext.Provider value={value}>{children}</UndoContext.Provider>;
}
