import type { ComponentType, RenderableProps } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';

interface Options<P> {
  /** Rendered in its place until it is loaded; nothing by default. */
  readonly Meanwhile?: ComponentType<P>;
  /** Nobody waits for the part, so a failure is not reported. */
  readonly isOptional?: boolean;
  /** Removes the part, so that it is loaded again the next time. */
  readonly onFailed?: (props: P) => void;
}

/** A part of a screen that can be loaded before it is shown. */
type LazyPart<P> = ComponentType<P> & { preload(): void };

/**
 * Makes a part of a screen whose code is loaded when it is first shown. A notice reports a failure to load it. Once it
 * is loaded it is shown at once, so that no key is lost in between.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Meanwhile, isOptional, onFailed }: Options<P> = {},
): LazyPart<P> {
  let kept: ComponentType<P> | undefined;
  const loadOnce = async () => {
    kept ??= await load();
    return kept;
  };
  function Part(props: RenderableProps<P>) {
    const { notify } = useSignedIn();
    const [Loaded, setLoaded] = useState(() => kept);
    const latest = useRef<P>(props);
    latest.current = props;
    useEffect(() => {
      let isUnmounted = false;
      loadOnce().then(
        (loaded) => isUnmounted || setLoaded(() => loaded),
        () => {
          if (isUnmounted) return;
          if (!isOptional) notify(texts().failures.unreachable);
          onFailed?.(latest.current);
        },
      );
      return () => {
        isUnmounted = true;
      };
    }, [notify]);
    const Shown = Loaded ?? Meanwhile;
    return Shown ? <Shown {...(props as P)} /> : null;
  }
  return Object.assign(Part, { preload: () => void loadOnce().catch(() => {}) });
}
