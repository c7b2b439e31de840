import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LEAVING, ROOT } from '../router.ts';
import { downloadKeyFile, type Key } from '../session/key-file.ts';
import { adminTexts } from '../texts/admin.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CopyButton } from '../ui/parts.tsx';

/** A new secret. The service never returns it again. */
export interface ShownSecret extends Key {
  readonly name: string;
  /** Whether it belongs to a merchant, whose server signs with it, or to a person, who signs in with it. */
  readonly isMerchant: boolean;
  /** Additional information. */
  readonly about?: string;
}

interface SecretDialogProps {
  readonly shown: ShownSecret;
  readonly onClose: () => void;
}

/** Shows a secret once. Escape, Back and leaving the page ask first whether it is stored. */
export function SecretDialog({ shown, onClose }: SecretDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const t = adminTexts().clients;
  const ask = () => {
    setAsking(true);
    return false;
  };
  useAskBeforeLeaving(ask);
  return (
    <Dialog title={t.secretTitle(shown.name)} onClose={onClose} canClose={ask}>
      <p class="banner">{t.storeNow}</p>
      {shown.isMerchant && (
        <p>
          {t.tellMerchant(new URL(ROOT).host)}{' '}
          <a href={new URL('guide/start', ROOT).href} target="_blank" rel="noreferrer">
            {t.howToSign}
          </a>
        </p>
      )}
      <dl class="key">
        <dt>{t.appKey}</dt>
        <dd>
          <code>{shown.appKey}</code> <CopyButton value={shown.appKey} what={t.appKey} />
        </dd>
        <dt>{t.secret}</dt>
        <dd>
          <code>{shown.secret}</code> <CopyButton value={shown.secret} what={t.secret} />
        </dd>
      </dl>
      {shown.about && <p>{shown.about}</p>}
      <div class="actions">
        <button type="button" onClick={() => downloadKeyFile(shown)}>
          {t.downloadFile}
        </button>
        <p class="hint">{shown.isMerchant ? t.merchantFileHint : t.fileHint}</p>
      </div>
      {isAsking ? (
        <Question onBack={() => setAsking(false)} onClose={onClose} />
      ) : (
        <div class="actions">
          <button type="button" class="primary" onClick={onClose}>
            {t.stored}
          </button>
        </div>
      )}
    </Dialog>
  );
}

interface QuestionProps {
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Asks whether the secret is stored. The focus is on the way back. */
function Question({ onBack, onClose }: QuestionProps) {
  const t = adminTexts().clients;
  return (
    <div class="question" role="alert">
      <p>{t.askStored}</p>
      <div class="actions">
        <button type="button" class="primary" ref={focus} onClick={onBack}>
          {t.backToSecret}
        </button>
        <button type="button" onClick={onClose}>
          {t.stored}
        </button>
        <button type="button" class="danger" onClick={onClose}>
          {t.closeAnyway}
        </button>
      </div>
    </div>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/**
 * The browser itself asks before it leaves the page. Back goes to an identical entry of the history, where the dialog
 * asks. If the session has ended in another tab, the dialog asks too, and the session ends here with the dialog.
 */
function useAskBeforeLeaving(ask: () => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  // A layout effect, so that the guard is there when the secret is painted: otherwise Back could lose it.
  useLayoutEffect(() => {
    const stay = () => history.pushState(null, '', location.href);
    const onBack = () => {
      stay();
      latest.current();
    };
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    let end = () => {};
    const onEnd = (event: Event) => {
      event.preventDefault();
      if (event instanceof CustomEvent) end = event.detail;
      latest.current();
    };
    stay();
    addEventListener(LEAVING, onEnd);
    addEventListener('popstate', onBack);
    addEventListener('beforeunload', onLeave);
    return () => {
      removeEventListener(LEAVING, onEnd);
      removeEventListener('popstate', onBack);
      removeEventListener('beforeunload', onLeave);
      end();
    };
  }, []);
}
