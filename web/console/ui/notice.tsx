import { useCallback, useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import { Icon } from './icons.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** Notices disappear after being visible for this time. It is also the time to undo, which passes in any case. */
export const NOTICE_MS = 8_000;
const MAX_FAILURES = 20;

/** The action that a notice offers. */
export interface NoticeAction {
  readonly label: string;
  /** The key that does the same, if there is one. */
  readonly shortcut?: string;
  readonly run: () => void;
}

export interface Notice {
  readonly message: string;
  readonly action?: NoticeAction | undefined;
  /** Distinguishes it from the previous one. */
  readonly shownAtMs: number;
}

export type Notify = (message: string, action?: NoticeAction) => void;

/** Shows a failure about something, such as a transaction by its id. Without a message, it has succeeded since. */
export type Report = (about: string, message?: string) => void;

interface Notices {
  readonly notice: Notice | undefined;
  /** The failures without a later success, by what they are about. */
  readonly failures: ReadonlyMap<string, string>;
  readonly dismiss: () => void;
  /** Closes the notice, or else the newest failure. */
  readonly dismissLatest: () => void;
}

/** Returns the last notice, until it expires, and the failures. */
export function useNotice() {
  const [notice, setNotice] = useState<Notice>();
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!notice) return undefined;
    const isSeen = notice.action !== undefined || !document.hidden;
    const timer = isSeen ? setTimeout(() => setNotice(undefined), NOTICE_MS) : undefined;
    const begin = () => setNotice({ ...notice, shownAtMs: performance.now() });
    if (!notice.action) document.addEventListener('visibilitychange', begin);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', begin);
    };
  }, [notice]);
  const notify = useCallback<Notify>(
    (message, action) => setNotice({ message, action, shownAtMs: performance.now() }),
    [],
  );
  const report = useCallback<Report>(
    (about, message) =>
      setFailures((known) => {
        const next = new Map(known);
        const isKnown = next.delete(about);
        if (message === undefined) return isKnown ? next : known;
        next.set(about, message);
        return new Map([...next].slice(-MAX_FAILURES));
      }),
    [],
  );
  const dismiss = () => {
    setNotice(undefined);
    setFailures(new Map());
  };
  const dismissLatest = () => {
    if (notice) setNotice(undefined);
    else setFailures(new Map([...failures].slice(0, -1)));
  };
  return { notice, failures, notify, report, dismiss, dismissLatest };
}

/**
 * The last notice, above the lower end of the screen, with a bar that shrinks while its action is possible. Failures
 * stay above it.
 */
export function NoticeBar({ notice, failures, dismiss, dismissLatest }: Notices) {
  const isShown = notice || failures.size > 0;
  // An open panel or dialog closes first.
  useShortcuts(isShown ? { Escape: dismissLatest } : {}, { on: window });
  return (
    <div class={isShown ? 'notice shown' : 'notice'}>
      <div>
        {[...failures].map(([about, failure]) => (
          <p key={about} role="alert">
            {failure}
          </p>
        ))}
        <p role="status">{notice?.message}</p>
      </div>
      {isShown && (
        <p class="actions">
          {notice?.action && (
            <button type="button" onClick={notice.action.run}>
              {notice.action.label} {notice.action.shortcut && <kbd>{notice.action.shortcut}</kbd>}
            </button>
          )}
          <button type="button" aria-label={texts().ui.close} onClick={dismiss}>
            <Icon of="close" />
          </button>
        </p>
      )}
      {notice && <span key={notice.shownAtMs} class="rest" aria-hidden="true" />}
    </div>
  );
}
