import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useRef } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { UndoDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { HOLD_SECONDS } from './actions.ts';
import { partyOf } from './labels.ts';

/** A decision that can be undone for a while, about one transaction or several. */
interface Decided {
  /** The transactions after it. */
  readonly decided: readonly Transaction[];
  /** What was done, for the notice. */
  readonly message: string;
  /** Called with each transaction that is as before. */
  readonly onUndone: (transaction: Transaction) => void;
}

type Remember = (decision: Decided) => void;

const UndoContext = createContext<Remember>(() => {});

/** Returns a function that says what was decided, and offers to undo it. */
export function useRemember(): Remember {
  return useContext(UndoContext);
}

/** Undoes the last decisions, one after the other, with `z` and from the notice. */
export function Undoing({ children }: { readonly children: ComponentChildren }) {
  const { session, notify } = useSignedIn();
  const remembered = useRef<(Decided & { readonly endsAtMs: number })[]>([]);

  const undo = useCallback(async () => {
    const t = texts().transactions.undo;
    remembered.current = remembered.current.filter(({ endsAtMs }) => endsAtMs > Date.now());
    const last = remembered.current.pop();
    if (!last) return notify(t.nothing);
    const undone: Transaction[] = [];
    const failed: string[] = [];
    for (const { transactionId, sequence, ...rest } of last.decided) {
      try {
        const { transition } = await session.request(UndoDocument, { transactionId, sequence });
        undone.push(transition.data);
        last.onUndone(transition.data);
      } catch (error) {
        const party = partyOf({ ...rest, transactionId, sequence });
        failed.push(t.failed(party, problemOf(error).message));
      }
    }
    const [only] = undone;
    const what =
      only && undone.length === 1 ? t.undone(last.message) : t.undoneMany(formatCount(undone.length));
    notify([...(only ? [what] : []), ...failed].join(' '));
  }, [session, notify]);

  const remember = useCallback<Remember>(
    (decision) => {
      const endsAtMs = Date.now() + HOLD_SECONDS * 1000;
      remembered.current = [...remembered.current, { ...decision, endsAtMs }];
      const { label } = texts().transactions.undo;
      notify(decision.message, { label, shortcut: 'z', run: () => void undo() });
    },
    [notify, undo],
  );
  useShortcuts({ z: () => void undo() });
  return <UndoContext.Provider value={remember}>{children}</UndoContext.Provider>;
}
