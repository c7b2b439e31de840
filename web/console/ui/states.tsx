import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { Problem } from '../service/failures.ts';
import { SignedInContext } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { Message } from './message.tsx';
import type { Loaded } from './use-load.ts';

/** A message during loading. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="state" role="status">
      <span class="spinner" aria-hidden="true" /> {texts().ui.reading(what)}
    </p>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A message for an empty list. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

interface FailedProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

/** The same request again would fail in the same way. */
const FINAL: readonly (string | undefined)[] = ['error_transaction_not_found', 'error_validation'];

/** An error message, with a button to try again if that can help. It also tries again once the connection is back. */
export function Failed({ problem, onRetry }: FailedProps) {
  const t = texts().ui;
  const isFinal = FINAL.includes(problem.type);
  const live = useContext(SignedInContext)?.session.live;
  const retry = useRef(onRetry);
  retry.current = onRetry;
  useEffect(() => {
    if (isFinal || !live) return undefined;
    // The first connection says nothing: a page that reloads because of it would never end.
    let wasAway = live.state === 'reconnecting';
    return live.onState((state) => {
      if (wasAway && state === 'live') retry.current();
      wasAway ||= state === 'reconnecting';
    });
  }, [live, isFinal]);
  return (
    <div class="state failed" role="alert">
      <p class="state-title">{t.failed}</p>
      <p>
        <Message problem={problem} />
      </p>
      {!isFinal && (
        <button type="button" onClick={onRetry}>
          {t.tryAgain}
        </button>
      )}
    </div>
  );
}

interface AsyncProps<T> {
  readonly what: string;
  readonly loaded: Loaded<T>;
  /** A form on the screen shows its wrong fields, so nothing has failed and there is nothing to retry. */
  readonly isFormShown?: boolean;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows loaded data, or its loading or error state. */
export function Async<T>({ what, loaded, isFormShown = false, children }: AsyncProps<T>) {
  const { data, problem, reload } = loaded;
  if (isFormShown && problem && Object.keys(problem.fields).length > 0)
    return <Empty title={problem.message} />;
  const failed = problem && <Failed problem={problem} onRetry={reload} />;
  if (data === undefined) return failed ?? <Loading what={what} />;
  return (
    <>
      {children(data)}
      {/* Above the lower end of the screen, so that no row moves under the pointer. */}
      {failed && <div class="over-end">{failed}</div>}
    </>
  );
}
