import { useEffect, useId, useRef } from 'preact/hooks';
import { FailedBadge } from './callbacks/summary.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { initialsOf } from './names.ts';
import { OPEN_PALETTE } from './palette/open.ts';
import { WaitingBadge } from './queue/totals.tsx';
import { OpenLinesBadge } from './reconciliation/counts.tsx';
import { hrefOf } from './router.ts';
import type { Session } from './session/session.ts';
import { texts } from './texts/texts.ts';
import type { Texts } from './texts/types.ts';
import { timeZone } from './time-zone.ts';
import { Brand } from './ui/brand.tsx';
import { Icon } from './ui/icons.tsx';
import { TestBadge } from './ui/parts.tsx';
import { useLiveState } from './ui/use-live.ts';

/** The path of a screen, which is also the key of its title. */
export interface ScreenLink {
  readonly path: keyof Texts['shell']['titles'];
  readonly isForAdmins?: boolean;
}

interface SidebarProps {
  readonly screens: readonly ScreenLink[];
  readonly current: string;
  readonly session: Session;
  readonly onSignOut: () => void;
}

/** Links to all screens, the state of the stream and the signed-in person. On phones it is one line. */
export function Sidebar({ screens, current, session, onSignOut }: SidebarProps) {
  const state = useLiveState();
  const t = texts().shell;
  const nav = useRef<HTMLElement>(null);
  // On phones the line of links scrolls sideways.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <header class="sidebar">
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <div class="brand-line">
        <Brand />
        {session.isTest && <TestBadge about={t.testKey} />}
      </div>
      <FindAnything />
      <nav ref={nav} aria-label={t.screens}>
        <ul>
          {screens.map(({ path, isForAdmins }, index) => (
            <li
              key={path}
              class={isForAdmins && !screens[index - 1]?.isForAdmins ? 'first-admin' : undefined}
            >
              <a
                href={hrefOf(path)}
                title={t.titles[path]}
                aria-current={path === current ? 'page' : undefined}
              >
                <Icon of={path} />
                <span class="label">{t.titles[path]}</span>
                {path === 'queue' && <WaitingBadge />}
                {path === 'reconciliation' && <OpenLinesBadge />}
                {path === 'callbacks' && <FailedBadge />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p class={`live ${state}`} role="status">
        {t.live[state]}
      </p>
      <Account session={session} onSignOut={onSignOut} />
    </header>
  );
}

/** Opens the search over everything, for people who do not know its key. */
function FindAnything() {
  const t = texts().shell;
  return (
    <button
      type="button"
      class="find-anything"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => dispatchEvent(new Event(OPEN_PALETTE))}
    >
      <Icon of="search" />
      <span class="label">{t.findAnything}</span>
      <kbd class="for-keys">{isApple() ? '⌘K' : 'Ctrl+K'}</kbd>
    </button>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** The person who is signed in, with a menu. */
function Account({ session, onSignOut }: Pick<SidebarProps, 'session' | 'onSignOut'>) {
  const id = useId();
  const t = texts().shell;
  return (
    <div class="account">
      <button type="button" popovertarget={id} aria-label={`${t.account}: ${session.name}`}>
        <span class="avatar" aria-hidden="true" data-initials={initialsOf(session.name)} />
        <bdi class="label">{session.name}</bdi>
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
