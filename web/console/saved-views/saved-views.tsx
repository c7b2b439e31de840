import { useId, useRef, useState } from 'preact/hooks';
import { useRoute } from '../router.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { filterOf, readViews } from './kept.ts';

const Panel = lazyPart(async () => (await import('./panel.tsx')).Panel, {
  onFailed: ({ onClose }) => onClose(),
});

/** The filters that somebody has saved for this screen. The code of the panel is loaded when it is first opened. */
export function SavedViews() {
  const { session } = useSignedIn();
  const { screen, params } = useRoute();
  const [views, setViews] = useState(() => readViews(session.appKey));
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const filter = filterOf(params);
  const current = views.find((view) => view.screen === screen && view.query === filter);
  const open = (button: HTMLElement) => {
    const { bottom, left } = button.getBoundingClientRect();
    panel.current?.style.setProperty('top', `${bottom + 4}px`);
    panel.current?.style.setProperty('left', `min(${left}px, calc(100vw - 292px))`);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        class={current ? 'chip on' : 'chip'}
        popovertarget={id}
        onClick={(event) => open(event.currentTarget)}
      >
        {current?.name ?? texts().searchField.views}
      </button>
      <div ref={panel} class="saved-views" id={id} popover="auto">
        {isOpen && (
          <Panel
            views={views}
            screen={screen}
            filter={filter}
            onChange={setViews}
            onClose={() => panel.current?.hidePopover()}
          />
        )}
      </div>
    </>
  );
}
