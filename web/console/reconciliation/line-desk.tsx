import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Presence } from '../presence/later.ts';
import { useSelection } from '../queue/use-selection.ts';
import { changeParams } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { focusRow } from '../ui/data-table.tsx';
import { Async } from '../ui/states.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { Group } from './groups.ts';
import { isWide } from './is-wide.ts';
import type { LineFilter } from './line-filter.tsx';
import { LineList } from './line-list.tsx';
import { LinePane } from './line-pane.tsx';
import { UnambiguousProposals } from './proposals.tsx';
import { type Lines, type LiveLines, useLines } from './use-lines.ts';

interface DeskProps {
  readonly group: Group;
  readonly filter: LineFilter;
  readonly openId: string | null;
  /** Whether the first line takes the focus from the import, whose button has disappeared. */
  readonly takesFocus: boolean;
}

/** The lines of a group, and the open line with what it may pay. */
export function LineDesk({ group, filter, openId, takesFocus }: DeskProps) {
  const lines = useLines(group, filter);
  const { desk: t } = reconciliationTexts();
  const enter = useRef(() => {});
  return (
    <div class={openId ? 'split open reconciliation' : 'split reconciliation'}>
      <Presence open={openId} />
      <div class="list">
        {group === 'decide' && <UnambiguousProposals filter={filter} lines={lines} />}
        <Async what={t.what} loaded={lines}>
          {(data) => (
            <DeskList
              data={data}
              lines={lines}
              group={group}
              openId={openId}
              takesFocus={takesFocus}
              onEnter={() => enter.current()}
            />
          )}
        </Async>
      </div>
      {openId ? (
        <LinePane
          key={openId}
          id={openId}
          listed={lines.data?.items.find(({ lineId }) => lineId === openId)}
          onDecided={lines.decided}
          onStale={lines.refresh}
          enter={enter}
        />
      ) : null}
    </div>
  );
}

interface DeskListProps extends Omit<DeskProps, 'filter'> {
  readonly data: Lines;
  readonly lines: LiveLines;
  /** Called when Enter is pressed on the open line. */
  readonly onEnter: () => void;
}

/** The list with its keyboard shortcuts. On a wide screen a line is always open, so that one key decides. */
function DeskList({ data, lines, group, openId, takesFocus, onEnter }: DeskListProps) {
  const ids = data.items.map(({ lineId }) => lineId);
  const selection = useSelection(ids, openId);
  useLayoutEffect(() => lines.keep(selection.selected));
  const [first] = ids;
  useEffect(() => {
    if (openId === null && first !== undefined && isWide()) changeParams({ open: first }, { replace: true });
  }, [openId, first]);
  useEffect(() => {
    const { activeElement, body } = document;
    const isFree = activeElement === body || activeElement?.closest('.import-outcome');
    if (takesFocus && first !== undefined && isFree) focusRow(first);
  }, [takesFocus, first]);
  const move = (rows: number) => {
    if (rows > 0 && ids.at(-1) === selection.selected && data.nextCursor !== null) lines.readMore();
    selection.move(rows);
  };
  const next = () => {
    const isLast = ids.at(-1) === selection.selected && data.nextCursor === null;
    move(isLast ? -ids.length : 1);
  };
  useShortcuts({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    n: next,
    Enter: () => {
      if (openId !== null) onEnter();
      else if (selection.selected) changeParams({ open: selection.selected });
    },
    ...(openId !== null && !isWide() && { Escape: () => changeParams({ open: undefined }) }),
  });
  return (
    <LineList
      data={data}
      lines={lines}
      group={group}
      openId={openId}
      selection={selection}
      onEnter={onEnter}
    />
  );
}
