import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { navigate } from '../router.ts';
import { useAccountTitles, useClientNames } from '../search-field/choices.ts';
import type { ScreenLink } from '../sidebar.tsx';
import { paletteTexts } from '../texts/palette.ts';
import { texts } from '../texts/texts.ts';
import { Icon } from '../ui/icons.tsx';
import { Message } from '../ui/message.tsx';
import { type Draft, MAX_LENGTH } from './open.ts';
import { foundOptions, type Option, type OptionGroup, screenOptions } from './options.ts';
import { ResultGroups } from './results.tsx';
import { type Finding, useFound } from './use-found.ts';

interface PaletteProps {
  readonly screens: readonly ScreenLink[];
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** The search over everything: screens by their names, then what the service finds, by kind. */
export function Palette({ screens, draft, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(draft.typed);
  const [chosen, setChosen] = useState(0);
  const query = typed.trim();
  const finding = useFound(query);
  const groups = useGroups(screens, query, finding);
  const options = groups.flatMap(({ isOld, options: all }) => (isOld ? [] : all));
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const t = paletteTexts();
  const open = (option: Option | undefined) => {
    if (!option) return;
    onClose();
    navigate(option.href);
  };
  const setEntered = useEnterLater(draft, { query, finding, open: () => open(options[0]) });
  // What was typed meanwhile went into another field.
  useLayoutEffect(() => field.current?.focus(), []);
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step !== undefined)
      setChosen((chosen + step + Math.max(options.length, 1)) % Math.max(options.length, 1));
    else if (event.repeat) return;
    else if (options[chosen]) open(options[chosen]);
    else setEntered(query);
  };
  return (
    <>
      <div class="palette-row">
        <input
          ref={field}
          role="combobox"
          aria-label={t.label}
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={options[chosen] && `${id}-${chosen}`}
          aria-autocomplete="list"
          placeholder={t.placeholder}
          maxLength={MAX_LENGTH}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
            setEntered(undefined);
          }}
          onKeyDown={onKey}
        />
        <button type="button" class="quiet" aria-label={texts().ui.close} onClick={onClose}>
          <Icon of="close" />
        </button>
      </div>
      <div class="palette-results" id={id} role="listbox" aria-label={texts().shell.findAnything}>
        <ResultGroups groups={groups} id={id} chosen={chosen} onClose={onClose} setChosen={setChosen} />
      </div>
      <PaletteState finding={finding} query={query} count={options.length} />
    </>
  );
}

function useGroups(
  screens: readonly ScreenLink[],
  query: string,
  { found, foundBy, isOld }: Finding,
): readonly OptionGroup[] {
  const titleOf = useAccountTitles();
  const clientOf = useClientNames();
  const accountTitleOf = (id: string) => titleOf(id) ?? id;
  const named = screenOptions(screens, query);
  const results = found ? foundOptions(found, foundBy, { clientOf, accountTitleOf }) : [];
  return [
    ...(named.length > 0 ? [{ name: 'screens' as const, options: named }] : []),
    ...results.map((group) => ({ ...group, isOld })),
  ];
}

interface Entering {
  readonly query: string;
  readonly finding: Finding;
  readonly open: () => void;
}

/** Enter before the answer opens its first result, unless more was typed since. */
function useEnterLater({ typed, isEntered }: Draft, { query, finding, open }: Entering) {
  const [entered, setEntered] = useState(isEntered ? typed.trim() : undefined);
  const { isLooking, isOld, problem } = finding;
  useLayoutEffect(() => {
    if (entered === undefined || isLooking) return;
    setEntered(undefined);
    if (entered === query && !isOld && !problem) open();
  });
  return setEntered;
}

interface StateProps {
  readonly finding: Finding;
  readonly query: string;
  readonly count: number;
}

/** What screen readers announce, and what is shown when there are no results. */
function PaletteState({ finding: { found, isOld, problem, isLooking, retry }, query, count }: StateProps) {
  const t = paletteTexts();
  if (problem)
    return (
      <div class="palette-state" role="alert">
        <p>
          <Message problem={problem} />
        </p>
        <button type="button" onClick={retry}>
          {texts().ui.tryAgain}
        </button>
      </div>
    );
  const isNothing = found !== undefined && !isOld && count === 0;
  return (
    <div class="palette-state hint" role="status">
      {isNothing && <p class="state-title">{t.nothing}</p>}
      <p>
        {isLooking
          ? t.looking
          : isNothing
            ? t.nothingHint
            : query && found
              ? t.found(formatCount(count))
              : t.hint}
      </p>
    </div>
  );
}
