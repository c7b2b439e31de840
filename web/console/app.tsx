import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { followLinks, ROOT } from './router.ts';
import { problemOf } from './service/failures.ts';
import { type Credentials, forgetCredentials, recallCredentials } from './session/credentials.ts';
import { openSession, type Session, SignInError } from './session/session.ts';
import { SignInScreen } from './session/sign-in.tsx';
import { Shell } from './shell.tsx';
import { Failed, Loading } from './ui/states.tsx';

type State =
  | { readonly kind: 'looking' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'signed-out'; readonly message?: string }
  | { readonly kind: 'signed-in'; readonly session: Session };

/** Tells the other tabs of this session that it ended. */
const tabs = new BroadcastChannel('bank-transfers-console');

interface Sessions {
  readonly state: State;
  /** Asks whose key it is. */
  readonly open: (credentials: Credentials) => Promise<Session>;
  /** Goes on with the session that was kept, if there is one. */
  readonly restore: () => Promise<void>;
  readonly begin: (session: Session) => void;
  readonly signOut: (message?: string) => Promise<void>;
}

/** Who is signed in, from the first look at what was kept to the end. */
function useSessions(): Sessions {
  const [state, setState] = useState<State>({ kind: 'looking' });
  const ends = useRef(0);
  const signOut = useCallback(async (message?: string) => {
    ends.current += 1;
    setState((known) => {
      if (known.kind === 'signed-in') known.session.close();
      return { kind: 'signed-out', ...(message !== undefined && { message }) };
    });
    await forgetCredentials();
  }, []);
  const open = useCallback(
    (credentials: Credentials) =>
      openSession(credentials, { url: ROOT, onRejected: (message) => void signOut(message) }),
    [signOut],
  );
  const begin = useCallback((session: Session) => setState({ kind: 'signed-in', session }), []);
  const restore = useCallback(async () => {
    setState({ kind: 'looking' });
    const before = ends.current;
    try {
      // Where a browser stores nothing, nothing was kept.
      const credentials = await recallCredentials().catch(() => undefined);
      const session = credentials && (await open(credentials));
      // It may have been ended in another tab while this one was asking.
      if (ends.current !== before) session?.close();
      else if (session) begin(session);
      else setState({ kind: 'signed-out' });
    } catch (error) {
      if (ends.current !== before) return;
      if (error instanceof SignInError) await signOut(error.message);
      else setState({ kind: 'unreachable', message: problemOf(error).message });
    }
  }, [begin, open, signOut]);
  return { state, open, restore, begin, signOut };
}

/** The console, signed in or not. */
export function App() {
  const { state, open, restore, begin, signOut } = useSessions();
  useEffect(() => void restore(), [restore]);
  useEffect(followLinks, []);
  useEffect(() => {
    const leave = () => void signOut('You signed out in another tab.');
    tabs.addEventListener('message', leave);
    return () => tabs.removeEventListener('message', leave);
  }, [signOut]);

  switch (state.kind) {
    case 'looking':
      return <Loading what="your session" />;
    case 'unreachable':
      return (
        <main class="alone">
          <h1>Operator console</h1>
          <Failed problem={{ message: state.message, fields: {} }} onRetry={() => void restore()} />
        </main>
      );
    case 'signed-out':
      return <SignInScreen message={state.message} open={open} onSession={begin} />;
    case 'signed-in':
      return (
        <Shell
          session={state.session}
          onSignOut={() => {
            tabs.postMessage('signed out');
            void signOut();
          }}
        />
      );
  }
}
