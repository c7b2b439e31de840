import { useCallback, useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import { Icon } from './icons.tsx';

/** Notices disappear after this time in sight. It is also the time to undo, which passes in any case. */
export const NOTICE_MS = 8_000;

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
  /** Tells it from the one before. */
  readonly shownAtMs: number;
}

export type Notify = (message: string, action?: NoticeAction) => void;

/** Returns the last notice, until it expires. */
export function useNotice(): readonly [Notice | undefined, Notify, () => void] {
  const [notice, setNotice] = useState<Notice>();
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
  const dismiss = useCallback(() => setNotice(undefined), []);
  return [notice, notify, dismiss];
}

interface NoticeBarProps {
  readonly notice: Notice | undefined;
  readonly onDismiss: () => void;
}

/** The last notice, above the lower end of the screen, with a bar that shrinks while it can be acted on. */
export function NoticeBar({ notice, onDismiss }: NoticeBarProps) {
  return (
    <div class={notice ? 'notice shown' : 'notice'}>
      <p role="status">{notice?.message}</p>
      {notice && (
        <p class="actions">
          {notice.action && (
            <button type="button" onClick={notice.action.run}>
              {notice.action.label} {notice.action.shortcut && <kbd>{notice.action.shortcut}</kbd>}
            </button>
          )}
          <button type="button" aria-label={texts().ui.close} onClick={onDismiss}>
            <Icon of="close" />
          </button>
        </p>
      )}
      {notice && <span key={notice.shownAtMs} class="rest" aria-hidden="true" />}
    </div>
  );
}
