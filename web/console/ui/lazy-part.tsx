import type { ComponentType, RenderableProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';

/** Makes a part of a screen whose code is loaded when it is first shown. Nothing is in its place until then. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function LazyPart(props: RenderableProps<P>) {
    const { notify } = useSignedIn();
    const [Loaded, setLoaded] = useState<ComponentType<P>>();
    useEffect(() => {
      let isUnmounted = false;
      load().then(
        (loaded) => isUnmounted || setLoaded(() => loaded),
        () => isUnmounted || notify(texts().failures.unreachable),
      );
      return () => {
        isUnmounted = true;
      };
    }, [notify]);
    return Loaded ? <Loaded {...(props as P)} /> : null;
  };
}
