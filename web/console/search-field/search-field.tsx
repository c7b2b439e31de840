import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { changeParams, type Params, useRoute } from '../router.ts';
import { texts } from '../texts/texts.ts';
import type { Outcomes } from '../transactions/actions.ts';
import { Icon } from '../ui/icons.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { Chips } from './chips.tsx';
import { type Entry, newEntry } from './entry.ts';
import type { FilterName } from './filter.ts';
import { useSettleTyped } from './use-settle-typed.ts';

/** How long typing must pause before the list follows it. */
const PAUSE_MS = 250;
const MAX_LENGTH = 200;
const KEYS: readonly string[] = ['Enter', 'ArrowDown', 'Escape'];

interface SearchFieldProps extends Outcomes {
  /** The filters that this screen has: QUEUE_FILTERS or SEARCH_FILTERS. */
  readonly names: readonly FilterName[];
  /** A chip that leads to more filters. */
  readonly more?: ComponentChildren;
  /**
   * Called when Enter is pressed, once the URL contains the typed text. Pass the entry to `useEntry` where the rows
   * are.
   */
  readonly onEnter: (entry: Entry) => void;
}

/**
 * The one field of queue and search, with its chips. It reads its values from the URL and writes them there; the
 * screen reads the filter with `readFilter`. `/` focuses it, Escape empties it and leaves it, and Shift+Enter settles
 * the only result at once.
 */
export function SearchField({ names, more, onEnter, ...outcomes }: SearchFieldProps) {
  const { settle, unsettled, dismiss } = useSettleTyped(outcomes);
  const { params } = useRoute();
  const query = params.get('query') ?? '';
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const entered = useRef<Entry>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stopWaiting = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => stopWaiting, []);
  useLayoutEffect(() => {
    const { current } = input;
    // The URL is older than what is being typed.
    if (current && timer.current === undefined && current.value.trim() !== query) current.value = query;
  }, [query]);
  const apply = (changes: Params = {}, options?: { readonly replace?: boolean }) => {
    stopWaiting();
    changeParams({ query: input.current?.value.trim(), ...changes }, options);
  };
  useShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const { current } = input;
    if (!current || event.isComposing || !KEYS.includes(key)) return;
    event.preventDefault();
    // A key that is held down repeats no decision.
    if (event.repeat && key === 'Enter') return;
    if (key === 'Escape') current.value = '';
    apply({}, { replace: true });
    if (key === 'Escape') return current.blur();
    current.select();
    const typed = current.value.trim();
    if (key === 'Enter' && typed === '') return;
    if (key === 'Enter' && shiftKey && settle) settle(new URLSearchParams(location.search));
    else {
      entered.current = newEntry(typed, key === 'ArrowDown');
      onEnter(entered.current);
    }
  };
  const t = texts().searchField;
  return (
    <search class="search-field bar">
      <div class="one-field">
        <label class="visually-hidden" for={id}>
          {t.label}
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          name="query"
          defaultValue={query}
          placeholder={t.placeholder}
          maxLength={MAX_LENGTH}
          autocomplete="off"
          spellcheck={false}
          aria-keyshortcuts="/"
          // The next line of a statement is typed over the last one.
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onKey}
          onInput={() => {
            stopWaiting();
            // A dialog must not open while the user types.
            entered.current?.take();
            timer.current = setTimeout(() => apply({}, { replace: true }), PAUSE_MS);
          }}
        />
        <kbd>/</kbd>
      </div>
      <Chips names={names} params={params} more={more} onChange={apply} />
      <div role="status" class={unsettled ? 'banner unsettled' : 'unsettled'}>
        {unsettled}
        {unsettled && (
          <button type="button" class="quiet" aria-label={texts().ui.close} onClick={dismiss}>
            <Icon of="close" />
          </button>
        )}
      </div>
    </search>
  );
}
