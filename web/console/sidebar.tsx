import { TIME_ZONE } from './format.ts';
import { hrefOf } from './router.ts';
import type { LiveState } from './service/live.ts';
import type { Session } from './session/session.ts';
import { useLiveState } from './ui/use-live.ts';

/** Path and title of a screen. */
export interface ScreenLink {
  readonly path: string;
  readonly title: string;
}

interface SidebarProps {
  readonly screens: readonly ScreenLink[];
  readonly current: string;
  readonly session: Session;
  readonly onSignOut: () => void;
}

const LIVE_TEXTS: Readonly<Record<LiveState, string>> = {
  connecting: 'Connecting …',
  live: 'Live',
  reconnecting: 'Reconnecting …',
};

/** Links to all screens, the state of the stream and the signed-in client. */
export function Sidebar({ screens, current, session, onSignOut }: SidebarProps) {
  const state = useLiveState();
  return (
    <header class="sidebar">
      <p class="brand">Operator console</p>
      <nav aria-label="Screens">
        <ul>
          {screens.map(({ path, title }) => (
            <li key={path}>
              <a href={hrefOf(path)} aria-current={path === current ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="session">
        <p class={`live ${state}`} role="status">
          {LIVE_TEXTS[state]}
        </p>
        <p class="who">
          <strong>{session.name}</strong>
          <span>
            {session.appKey} · {session.role}
          </span>
          <span class="zone">Times in {TIME_ZONE}</span>
        </p>
        <button type="button" onClick={onSignOut}>
          Sign out
        </button>
      </div>
    </header>
  );
}
