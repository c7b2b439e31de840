import type { ComponentChildren } from 'preact';
import { WaitingBadge } from './queue/totals.tsx';
import { hrefOf } from './router.ts';
import type { Session } from './session/session.ts';
import type { Texts } from './texts/en.ts';
import { chooseLanguage, LANGUAGES, type Language, language, texts } from './texts/texts.ts';
import { timeZone } from './time-zone.ts';
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

/** Links to all screens, the state of the stream and the signed-in client. */
export function Sidebar({ screens, current, session, onSignOut, children }: SidebarProps) {
  const state = useLiveState();
  const t = texts().shell;
  return (
    <header class="sidebar">
      <p class="brand">{t.console}</p>
      <nav aria-label={t.screens}>
        <ul>
          {screens.map(({ path }) => (
            <li key={path}>
              <a href={hrefOf(path)} aria-current={path === current ? 'page' : undefined}>
                {t.titles[path]}
                {path === 'queue' && <WaitingBadge />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
      <div class="session">
        <p class={`live ${state}`} role="status">
          {t.live[state]}
        </p>
        <p class="who">
          <strong>{session.name}</strong>
          <span>
            {session.appKey} · {session.role}
          </span>
          <span class="zone">{t.timesIn(timeZone())}</span>
        </p>
        <LanguageChoice />
        <button type="button" onClick={onSignOut}>
          {t.signOut}
        </button>
      </div>
    </header>
  );
}

/** The choice of the language. Another one starts the console again. */
export function LanguageChoice() {
  return (
    <label class="language">
      <span class="visually-hidden">{texts().shell.language}</span>
      <select value={language()} onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
