import { useLayoutEffect, useRef } from 'preact/hooks';
import { paletteTexts } from '../texts/palette.ts';
import { Icon } from '../ui/icons.tsx';
import type { Option, OptionGroup } from './options.ts';

interface GroupsProps {
  readonly groups: readonly OptionGroup[];
  readonly id: string;
  readonly chosen: number;
  readonly onClose: () => void;
  readonly setChosen: (index: number) => void;
}

/** The results by kind. One of all is chosen, if they are those of the current query. */
export function ResultGroups({ groups, id, chosen, onClose, setChosen }: GroupsProps) {
  const { groups: names } = paletteTexts();
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((count, { options }) => count + options.length, 0),
  );
  return (
    <>
      {groups.map(({ name, options, isOld = false }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a list are no fields of a form.
        <div
          key={name}
          class={isOld ? 'palette-old' : undefined}
          role="group"
          aria-labelledby={`${id}-${name}`}
        >
          <p class="palette-kind" id={`${id}-${name}`}>
            {names[name]}
          </p>
          {options.map((option, place) => {
            const index = (starts[group] ?? 0) + place;
            return (
              <OptionRow
                key={option.href}
                id={`${id}-${index}`}
                option={option}
                isChosen={!isOld && index === chosen}
                onPoint={() => isOld || setChosen(index)}
                onOpen={onClose}
              />
            );
          })}
        </div>
      ))}
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly option: Option;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}

function OptionRow({
  id,
  option: { href, title, amount, about, icon },
  isChosen,
  onPoint,
  onOpen,
}: RowProps) {
  const row = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // The field keeps the focus and gets the keys.
    <a
      ref={row}
      id={id}
      href={href}
      role="option"
      tabIndex={-1}
      class="palette-option"
      aria-selected={isChosen}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      {icon && <Icon of={icon} />}
      <span class="palette-title">
        <bdi>{title}</bdi>
        {about && <small>{about}</small>}
      </span>
      {amount && <strong>{amount}</strong>}
    </a>
  );
}
