import type { ComponentType } from 'preact';
import { texts } from '../texts/texts.ts';
import { Async } from './states.tsx';
import { useLoad } from './use-load.ts';

/** Makes a screen whose code is loaded when it is first shown. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  return function Lazy() {
    // A module that failed is not loaded again, and after an update of the service its file is gone. Only a new page
    // loads it.
    const loaded = { ...useLoad('code', load), reload: () => location.reload() };
    return (
      <Async what={texts().ui.thisScreen} loaded={loaded}>
        {(Screen) => <Screen />}
      </Async>
    );
  };
}
