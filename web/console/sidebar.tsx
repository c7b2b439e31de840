import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { FailedBadge } from './callbacks/summary.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { WaitingBadge } from './queue/totals.tsx';
import { OpenLinesBadge } from './reconciliation/counts.tsx';
import { hrefOf } from './router.ts';
import type { Session } from './session/session.ts';
import type { Texts } from './texts/en.ts';
import { texts } from './texts/texts.ts';
import { timeZone } from './time-zone.ts';
import { TestBadge } from './ui/parts.tsx';
import { useLiveState } from './ui/use-live.ts';

/** The path of a screen, which also names its title. */
export interface ScreenLink {
  readonly path: keyof Texts['shell']['titles'];
}

interface SidebarProps {
  readonly screens: readonly ScreenLink[];
  readonly current: string;
  readonly session: Session;
  readonly onSignOut: () => void;
  /** Shown between the links and the session. */
  readonly children: ComponentChildren;
}

/** Links to all screens, the state of the stream and the signed-in person. On phones it is one line. */
export function Sidebar({ screens, current, session, onSignOut, children }: SidebarProps) {
  const state = useLiveState();
  const t = texts().shell;
  const nav = useRef<HTMLElement>(null);
  // On phones the line of links scrolls sideways.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <header class="sidebar">
      <p class="brand">
        <span>{t.console}</span> {session.isTest && <TestBadge about={t.testKey} />}
      </p>
      <nav ref={nav} aria-label={t.screens}>
        <ul>
          {screens.map(({ path }) => (
            <li key={path}>
              <a href={hrefOf(path)} aria-current={path === current ? 'page' : undefined}>
                {t.titles[path]}
                {path === 'queue' && <WaitingBadge />}
                {path === 'reconciliation' && <OpenLinesBadge />}
                {path === 'callbacks' && <FailedBadge />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
      <p class={`live ${state}`} role="status">
        {t.live[state]}
      </p>
      <Account session={session} onSignOut={onSignOut} />
    </header>
  );
}

/** The person who is signed in. On phones a button shows it. */
function Account({ session, onSignOut }: Pick<SidebarProps, 'session' | 'onSignOut'>) {
  const id = useId();
  const t = texts().shell;
  return (
    <div class="account">
      <button type="button" popovertarget={id}>
        {t.account}
      </button>
      <div class="session" id={id} popover="auto">
        <p class="who">
          <strong>{session.name}</strong>
          <span>
            {session.appKey} · {texts().ui.roles[session.role]}
          </span>
          <span class="zone">{t.timesIn(timeZone())}</span>
        </p>
        <LanguageChoice />
        <button type="button" onClick={onSignOut}>
          {t.signOut}
        </button>
      </div>
    </div>
  );
}
