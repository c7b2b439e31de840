import type { ComponentType, RenderableProps } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';

interface Options<P> {
  /** Stands in its place until then; by default nothing does. */
  readonly Meanwhile?: ComponentType<P>;
  /** Nobody waits for it: a failure says nothing. */
  readonly isOptional?: boolean;
  /** Takes the part away, so that it is loaded again when it is asked for the next time. */
  readonly onFailed?: (props: P) => void;
}

/** Makes a part of a screen whose code is loaded when it is first shown. A notice says where that failed. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Meanwhile, isOptional, onFailed }: Options<P> = {},
): ComponentType<P> {
  return function LazyPart(props: RenderableProps<P>) {
    const { notify } = useSignedIn();
    const [Loaded, setLoaded] = useState<ComponentType<P>>();
    const latest = useRef<P>(props);
    latest.current = props;
    useEffect(() => {
      let isUnmounted = false;
      load().then(
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
  };
}
