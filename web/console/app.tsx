import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { interceptLinks, LEAVING, ROOT } from './router.ts';
import { forgetViews } from './saved-views/kept.ts';
import { problemOf } from './service/failures.ts';
import {
  type Credentials,
  deleteCredentials,
  forgetCredentials,
  restoreCredentials,
} from './session/credentials.ts';
import { openSession, type Session, SignInError } from './session/session.ts';
import { SignInScreen } from './session/sign-in.tsx';
import { Shell } from './shell.tsx';
import { texts } from './texts/texts.ts';
import { Failed, Loading } from './ui/states.tsx';

type State =
  | { readonly kind: 'restoring' }
  | { readonly kind: 'unreachable'; readonly message: string; readonly appKey: string }
  | { readonly kind: 'signed-out'; readonly message?: string }
  | { readonly kind: 'signed-in'; readonly session: Session };

/** Sends the other tabs of this browser the appKey of the person who signed in, or that somebody signed out. */
const tabs = new BroadcastChannel('bank-transfers-console');
const SIGNED_OUT = '';

interface Sessions {
  readonly state: State;
  /** Opens a session with a key. */
  readonly open: (credentials: Credentials) => Promise<Session>;
  /** Restores the kept session, if there is one. */
  readonly restore: () => Promise<void>;
  readonly begin: (session: Session) => void;
  /** Shows the sign-in. The credentials stay. */
  readonly end: (message?: string) => void;
}

/** State of signing in and out, beginning with the restored session. */
function useSessions(): Sessions {
  const [state, setState] = useState<State>({ kind: 'restoring' });
  const turn = useRef(0);
  const current = useRef<Session>(undefined);
  const change = useCallback((next: State) => {
    turn.current += 1;
    current.current?.close();
    current.current = next.kind === 'signed-in' ? next.session : undefined;
    setState(next);
  }, []);
  const end = useCallback(
    (message?: string) => change({ kind: 'signed-out', ...(message !== undefined && { message }) }),
    [change],
  );
  const begin = useCallback((session: Session) => change({ kind: 'signed-in', session }), [change]);
  const open = useCallback(
    (credentials: Credentials) =>
      openSession(credentials, {
        url: ROOT,
        onRejected(message) {
          end(message);
          void forget(credentials);
        },
      }),
    [end],
  );
  const restore = useCallback(async () => {
    change({ kind: 'restoring' });
    const ownTurn = turn.current;
    // Another tab may sign out or in during the requests.
    const isLatest = () => turn.current === ownTurn;
    // A browser that refuses storage has kept nothing.
    const credentials = await restoreCredentials().catch(() => undefined);
    try {
      const session = credentials && (await open(credentials));
      if (!isLatest()) session?.close();
      else if (session) begin(session);
      else end();
    } catch (error) {
      const refusal = error instanceof SignInError ? error : undefined;
      if (refusal?.isOfKey && credentials) await forget(credentials);
      if (!isLatest()) return;
      const message = refusal?.message ?? problemOf(error).message;
      if (refusal?.isOfKey) end(message);
      // Elsewhere or later the key is accepted again, so it is kept: only an admin could give its owner another one.
      else change({ kind: 'unreachable', message, appKey: credentials?.appKey ?? '' });
    }
  }, [begin, change, end, open]);
  return { state, open, restore, begin, end };
}

async function forget(credentials: Credentials): Promise<void> {
  forgetViews(credentials.appKey);
  // A browser that refuses storage has kept nothing.
  await forgetCredentials(credentials).catch(() => {});
}

/** Ends the session. If something on the screen asks first, the session ends later. */
function leave(run: () => void): void {
  if (dispatchEvent(new CustomEvent(LEAVING, { cancelable: true, detail: run }))) run();
}

/** The console, signed in or not. */
export function App() {
  const { state, open, restore, begin, end } = useSessions();
  const appKey = state.kind === 'signed-in' ? state.session.appKey : undefined;
  const isSignedOut = state.kind === 'signed-out';
  useEffect(() => void restore(), [restore]);
  // A click or another tab may come before the page is painted.
  useLayoutEffect(interceptLinks, []);
  useLayoutEffect(() => {
    // A browser has one signed-in person: after a reload this tab would have the other one as well.
    const onMessage = ({ data }: MessageEvent<string>) => {
      if (data !== SIGNED_OUT && data !== appKey) leave(() => void restore());
      if (data === SIGNED_OUT && !isSignedOut) leave(() => end(texts().session.signedOutElsewhere));
    };
    tabs.addEventListener('message', onMessage);
    return () => tabs.removeEventListener('message', onMessage);
  }, [appKey, isSignedOut, end, restore]);

  const signOut = (person: string) => {
    // First, because the tab may be closed at once.
    deleteCredentials();
    forgetViews(person);
    end();
    tabs.postMessage(SIGNED_OUT);
  };
  switch (state.kind) {
    case 'restoring':
      return <Loading what={texts().session.yourSession} />;
    case 'unreachable':
      return (
        <main class="alone">
          <h1>{texts().shell.console}</h1>
          <Failed problem={{ message: state.message, fields: {} }} onRetry={() => void restore()} />
          <button type="button" onClick={() => signOut(state.appKey)}>
            {texts().shell.signOut}
          </button>
        </main>
      );
    case 'signed-out':
      return (
        <SignInScreen
          message={state.message}
          open={open}
          onSession={(session) => {
            begin(session);
            tabs.postMessage(session.appKey);
          }}
        />
      );
    case 'signed-in':
      return <Shell session={state.session} onSignOut={() => signOut(state.session.appKey)} />;
  }
}
