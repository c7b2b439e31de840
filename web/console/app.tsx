import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { interceptLinks, ROOT } from './router.ts';
import { problemOf } from './service/failures.ts';
import { type Credentials, forgetCredentials, restoreCredentials } from './session/credentials.ts';
import { openSession, type Session, SignInError } from './session/session.ts';
import { SignInScreen } from './session/sign-in.tsx';
import { Shell } from './shell.tsx';
import { texts } from './texts/texts.ts';
import { Failed, Loading } from './ui/states.tsx';

type State =
  | { readonly kind: 'restoring' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'signed-out'; readonly message?: string }
  | { readonly kind: 'signed-in'; readonly session: Session };

/** Sends a message to the other tabs of this session when the user signs out. */
const tabs = new BroadcastChannel('bank-transfers-console');

interface Sessions {
  readonly state: State;
  /** Opens a session with a key. */
  readonly open: (credentials: Credentials) => Promise<Session>;
  /** Restores the kept session, if there is one. */
  readonly restore: () => Promise<void>;
  readonly begin: (session: Session) => void;
  readonly signOut: (message?: string) => Promise<void>;
}

/** State of signing in and out, beginning with the restored session. */
function useSessions(): Sessions {
  const [state, setState] = useState<State>({ kind: 'restoring' });
  const signOutCount = useRef(0);
  const signOut = useCallback(async (message?: string) => {
    signOutCount.current += 1;
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
    setState({ kind: 'restoring' });
    const countBefore = signOutCount.current;
    try {
      // A browser that refuses storage has kept nothing.
      const credentials = await restoreCredentials().catch(() => undefined);
      const session = credentials && (await open(credentials));
      // Another tab may have signed out during the requests.
      if (signOutCount.current !== countBefore) session?.close();
      else if (session) begin(session);
      else setState({ kind: 'signed-out' });
    } catch (error) {
      if (signOutCount.current !== countBefore) return;
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
  useEffect(interceptLinks, []);
  useEffect(() => {
    const onSignedOutElsewhere = () => void signOut(texts().session.signedOutElsewhere);
    tabs.addEventListener('message', onSignedOutElsewhere);
    return () => tabs.removeEventListener('message', onSignedOutElsewhere);
  }, [signOut]);

  switch (state.kind) {
    case 'restoring':
      return <Loading what={texts().session.yourSession} />;
    case 'unreachable':
      return (
        <main class="alone">
          <h1>{texts().shell.console}</h1>
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
