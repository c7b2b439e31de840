import { useEffect, useId, useRef } from 'preact/hooks';
import { changeParams, type Params, useRoute } from '../router.ts';
import { texts } from '../texts/texts.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { Chips } from './chips.tsx';
import type { Entry } from './entry.ts';
import type { FilterName } from './filter.ts';

/** The list follows the typing after this pause. */
const PAUSE_MS = 250;
const MAX_LENGTH = 200;

interface SearchFieldProps {
  /** The filters that this screen has: QUEUE_FILTERS or SEARCH_FILTERS. */
  readonly names: readonly FilterName[];
  /** Called for Enter, when the URL says what was typed. Give the entry to `useEntry` beside the rows. */
  readonly onEnter: (entry: Entry) => void;
}

/**
 * The one field of queue and search, with its chips. It reads its values from the URL and writes them there; the
 * screen reads the filter with `readFilter`. `/` focuses it, Escape empties it and leaves it.
 */
export function SearchField({ names, onEnter }: SearchFieldProps) {
  const { params } = useRoute();
  const query = params.get('query') ?? '';
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stopWaiting = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => stopWaiting, []);
  useEffect(() => {
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
    if (!input.current || event.isComposing) return;
    if (key === 'Enter') {
      event.preventDefault();
      apply({}, { replace: true });
      input.current.select();
      if (input.current.value.trim() !== '') onEnter(newEntry(shiftKey));
    } else if (key === 'ArrowDown') {
      event.preventDefault();
      apply({}, { replace: true });
      onEnter(newEntry(false, true));
    } else if (key === 'Escape') {
      event.preventDefault();
      input.current.value = '';
      apply({}, { replace: true });
      input.current.blur();
    }
  };
  const t = texts().searchField;
  return (
    <search class="search-field">
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
          // The next line of a statement is typed over the last.
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onKey}
          onInput={() => {
            stopWaiting();
            timer.current = setTimeout(() => apply({}, { replace: true }), PAUSE_MS);
          }}
        />
        <span class="key">/</span>
      </div>
      <Chips names={names} params={params} onChange={apply} />
    </search>
  );
}

function newEntry(isQuick: boolean, isMove = false): Entry {
  let isTaken = false;
  return {
    isQuick,
    isMove,
    take() {
      if (isTaken) return false;
      isTaken = true;
      return true;
    },
  };
}
