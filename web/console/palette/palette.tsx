import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { navigate } from '../router.ts';
import { useChoices, useClientNames } from '../search-field/choices.ts';
import type { ScreenLink } from '../sidebar.tsx';
import { paletteTexts } from '../texts/palette.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Message } from '../ui/message.tsx';
import { foundOptions, type Option, type OptionGroup, screenOptions } from './options.ts';
import { ResultGroups } from './results.tsx';
import { type Finding, useFound } from './use-found.ts';

const MAX_LENGTH = 200;

interface PaletteProps {
  readonly screens: readonly ScreenLink[];
  readonly onClose: () => void;
}

/** The search over everything: screens by their names, then what the service finds, by kind. */
export function Palette({ screens, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const query = typed.trim();
  const finding = useFound(query);
  const groups = useGroups(screens, query, finding);
  const options = groups.flatMap((group) => group.options);
  const id = useId();
  const t = paletteTexts();
  const open = (option: Option | undefined) => {
    if (!option) return;
    onClose();
    navigate(option.href);
  };
  const enterLater = useEnterLater(finding, () => open(options[0]));
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step !== undefined)
      setChosen((chosen + step + Math.max(options.length, 1)) % Math.max(options.length, 1));
    else if (finding.isLooking) enterLater(query);
    else if (!event.repeat) open(options[chosen]);
  };
  return (
    <Dialog title={t.title} look="palette" onClose={onClose}>
      <input
        role="combobox"
        class="palette-field"
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
        }}
        onKeyDown={onKey}
      />
      <div class="palette-results" id={id} role="listbox" aria-label={t.title}>
        <ResultGroups {...{ groups, id, chosen, onClose, setChosen }} />
      </div>
      <PaletteState finding={finding} query={query} count={options.length} />
    </Dialog>
  );
}

function useGroups(
  screens: readonly ScreenLink[],
  query: string,
  { found }: Finding,
): readonly OptionGroup[] {
  const { accounts } = useChoices();
  const clientOf = useClientNames();
  const accountTitleOf = (id: string) => accounts.find(({ accountId }) => accountId === id)?.title ?? id;
  const named = screenOptions(screens, query);
  return [
    ...(named.length > 0 ? [{ name: 'screens' as const, options: named }] : []),
    ...(found ? foundOptions(found, query, { clientOf, accountTitleOf }) : []),
  ];
}

/** Enter before the answer opens its first result, unless something else is typed meanwhile. */
function useEnterLater({ isLooking }: Finding, open: () => void): (query: string) => void {
  const [entered, setEntered] = useState<string>();
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (entered === undefined || isLooking) return;
    setEntered(undefined);
    latest.current();
  }, [entered, isLooking]);
  return setEntered;
}

interface StateProps {
  readonly finding: Finding;
  readonly query: string;
  readonly count: number;
}

/** What screen readers are told, and what is shown where there are no results. */
function PaletteState({ finding: { found, problem, isLooking, retry }, query, count }: StateProps) {
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
  const isNothing = found !== undefined && count === 0;
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
