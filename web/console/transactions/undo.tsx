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

/** What names a transaction whose last change is undone, and its party. */
type Undoable = Pick<Transaction, 'transactionId' | 'sequence' | 'type' | 'name' | 'accountName'>;

/** A decision that can be undone for a while, about one transaction or several. */
interface Decided {
  /** The transactions after it. */
  readonly decided: readonly Undoable[];
  /** The decision in words, for the notice. */
  readonly message: string;
  /** Called with each transaction that is as before. */
  readonly onUndone: (transaction: Transaction) => void;
}

/** A decision that `z` does not undo, with what does. */
interface Kept {
  readonly decided: readonly [];
  readonly hint: string;
}

interface Undo {
  /** Notes a decision that is undone otherwise: `z` then says how, and undoes none before it. */
  keep(hint: string): void;
  /** Shows a decision, and offers to undo it. */
  remember(decision: Decided): void;
  /** Returns the given promise of a decision. An undo of the last decision waits for it. */
  track<T>(decision: Promise<T>): Promise<T>;
}

const UndoContext = createContext<Undo>({
  keep: () => {},
  remember: () => {},
  track: (decision) => decision,
});

/** Returns the functions to which decisions are reported, so that they can be undone. */
export function useUndo(): Undo {
  return useContext(UndoContext);
}

type Remembered = (Decided | Kept) & { readonly endsAtMs: number };

/** Undoes the last decisions with `z`, one after the other, and from its notice the one that it is about. */
export function Undoing({ children }: { readonly children: ComponentChildren }) {
  const { session, notify } = useSignedIn();
  const remembered = useRef<readonly Remembered[]>([]);
  const onTheirWay = useRef(new Set<Promise<unknown>>());
  const isWaiting = useRef(false);

  const undo = useCallback(
    async (wanted: Remembered | undefined) => {
      const t = texts().transactions.undo;
      const decision = remembered.current.find((one) => one === wanted && one.endsAtMs > Date.now());
      remembered.current = remembered.current.filter((one) => one !== decision);
      if (!decision) return notify(t.nothing);
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
    [session, notify],
  );

  const undoLast = useCallback(async () => {
    if (isWaiting.current) return;
    // While it waits for a decision, it is meant once, and about that one.
    isWaiting.current = true;
    await Promise.allSettled(onTheirWay.current);
    isWaiting.current = false;
    await undo(remembered.current.findLast(({ endsAtMs }) => endsAtMs > Date.now()));
  }, [undo]);

  const value = useMemo<Undo>(() => {
    const add = <D extends Decided | Kept>(decision: D) => {
      const nowMs = Date.now();
      const own = { ...decision, endsAtMs: nowMs + HOLD_SECONDS * 1000 };
      remembered.current = [...remembered.current.filter(({ endsAtMs }) => endsAtMs > nowMs), own];
      return own;
    };
    return {
      keep: (hint) => void add({ decided: [], hint }),
      remember(decision) {
        const own = add(decision);
        const { label } = texts().transactions.undo;
        notify(decision.message, { label, shortcut: 'z', run: () => void undo(own) });
      },
      track(decision) {
        const tracked = decision.finally(() => onTheirWay.current.delete(tracked));
        onTheirWay.current.add(tracked);
        return tracked;
      },
    };
  }, [notify, undo]);
  useShortcuts({ z: () => void undoLast() });
  return <UndoContext.Provider value={value}>{children}</UndoContext.Provider>;
}
