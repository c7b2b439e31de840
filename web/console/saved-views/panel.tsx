import '../styles/saved-views.css';
import { useId } from 'preact/hooks';
import { hrefOf } from '../router.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { Icon } from '../ui/icons.tsx';
import { keepViews, MAX_VIEWS, readViews, type SavedView } from './kept.ts';

const MAX_NAME = 40;

export interface PanelProps {
  readonly views: readonly SavedView[];
  readonly screen: string;
  /** The current filter. */
  readonly filter: string;
  readonly onChange: (views: readonly SavedView[]) => void;
  readonly onClose: () => void;
}

/** The saved filters of a screen as links, and the form that saves the current one. */
export function Panel({ views, screen, filter, onChange, onClose }: PanelProps) {
  const { session } = useSignedIn();
  const t = texts().searchField.savedViews;
  const own = views.filter((view) => view.screen === screen);
  const keep = (name: string, made: readonly SavedView[]) => {
    // Another tab may have saved some views meanwhile.
    const others = readViews(session.appKey).filter((one) => one.screen !== screen || one.name !== name);
    onChange(keepViews(session.appKey, [...others, ...made]));
  };
  return (
    <>
      {own.length > 0 && (
        <ul>
          {own.map(({ name, query }) => (
            <li key={name}>
              <a
                href={`${hrefOf(screen)}${query && `?${query}`}`}
                aria-current={query === filter ? 'true' : undefined}
                onClick={onClose}
              >
                <bdi>{name}</bdi>
              </a>
              <button
                type="button"
                class="quiet"
                aria-label={t.remove(name)}
                onClick={({ currentTarget }) => {
                  focusNeighbour(currentTarget);
                  keep(name, []);
                }}
              >
                <Icon of="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {filter === '' && <p class="hint">{t.nothingSet}</p>}
      {filter !== '' && views.length >= MAX_VIEWS && <p class="hint">{t.full(String(MAX_VIEWS))}</p>}
      {filter !== '' && views.length < MAX_VIEWS && (
        <KeepForm onKeep={(name) => keep(name, [{ name, screen, query: filter }])} />
      )}
    </>
  );
}

/** Moves the focus from a removed view to the next one, the one before, or the button that opened the panel. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li');
  const neighbour = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
  const opener = button.closest('[popover]')?.previousElementSibling;
  if (neighbour) neighbour.focus();
  else if (opener instanceof HTMLElement) opener.focus();
}

function KeepForm({ onKeep }: { readonly onKeep: (name: string) => void }) {
  const id = useId();
  const t = texts().searchField.savedViews;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const name = String(new FormData(form).get('name') ?? '').trim();
        if (name === '') return;
        onKeep(name);
        form.reset();
      }}
    >
      <label for={id}>{t.name}</label>
      <div class="actions">
        <input id={id} name="name" maxLength={MAX_NAME} autocomplete="off" required />
        <button type="submit" class="primary">
          {t.keep}
        </button>
      </div>
    </form>
  );
}
