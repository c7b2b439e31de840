import { formatCount } from '../format.ts';
import { ViewerMarks } from '../presence/later.ts';
import type { Selection } from '../queue/use-selection.ts';
import { changeParams, hrefOf, type Params, useRoute } from '../router.ts';
import { useAccountTitles } from '../search-field/choices.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Empty } from '../ui/states.tsx';
import { useLineCounts } from './counts.tsx';
import type { Group } from './groups.ts';
import { dayOf, listedAmount, nameOf, signedAmount, textOf } from './labels.ts';
import { LineBadge, shownStateOf } from './line-badge.tsx';
import type { Line } from './line-types.ts';
import type { Lines, LiveLines } from './use-lines.ts';

interface LineListProps {
  readonly data: Lines;
  readonly lines: LiveLines;
  readonly group: Group;
  readonly openId: string | null;
  readonly selection: Selection;
  /** Called for Enter on the row of the open line. */
  readonly onEnter: () => void;
}

/** The lines of a group: amount, date, name, text and state. */
export function LineList(props: LineListProps) {
  const { data, lines, group, openId, selection } = props;
  const { desk: t } = reconciliationTexts();
  const { params } = useRoute();
  const titleOf = useTitles(data.items);
  if (data.items.length === 0)
    return (
      <>
        <NoLines group={group} isSearch={Boolean(params.get('query'))} />
        <More data={data} onMore={lines.readMore} />
      </>
    );
  return (
    <>
      <DataTable
        label={t.table(t.group[group])}
        look="rows line-rows"
        columns={columnsWith(props, Object.fromEntries(params), titleOf)}
        rows={data.items}
        keyOf={({ lineId }) => lineId}
        classOf={(line) =>
          [
            line.lineId === selection.selected && 'selected',
            line.lineId === openId && 'opened',
            lines.isOnlyKept(line) && 'ghost',
          ]
            .filter(Boolean)
            .join(' ') || undefined
        }
        onOpen={({ lineId }) => {
          selection.select(lineId);
          changeParams({ open: lineId }, { replace: openId !== null });
        }}
      />
      <More data={data} onMore={lines.readMore} />
    </>
  );
}

/** Names the accounts of lines if there are several. */
function useTitles(items: readonly Line[]): (accountId: string) => string | undefined {
  const titleOf = useAccountTitles();
  const areSeveral = items.some(({ accountId }) => accountId !== items[0]?.accountId);
  return areSeveral ? titleOf : () => undefined;
}

interface MoreProps {
  readonly data: Lines;
  readonly onMore: () => void;
}

/** A search can end a page before anything is found. */
function More({ data: { items, nextCursor }, onMore }: MoreProps) {
  if (nextCursor === null) return null;
  return (
    <button type="button" class="more" onClick={onMore}>
      {reconciliationTexts().desk.more(formatCount(items.length))}
    </button>
  );
}

interface NoLinesProps {
  readonly group: Group;
  readonly isSearch: boolean;
}

function NoLines({ group, isSearch }: NoLinesProps) {
  const { desk: t } = reconciliationTexts();
  const { data } = useLineCounts();
  if (isSearch) return <Empty title={texts().ui.nothingFound}>{texts().ui.takeFilterAway}</Empty>;
  const title = group === 'held' ? t.heldStatements.empty : t.empty[group];
  // Without any line there is nothing to find in other groups.
  return <Empty title={title}>{group === 'all' || data?.length === 0 ? t.emptyHint : t.doneHint}</Empty>;
}

function columnsWith(
  { group, openId, selection, onEnter }: LineListProps,
  params: Params,
  titleOf: (accountId: string) => string | undefined,
): readonly Column<Line>[] {
  const { desk: t } = reconciliationTexts();
  return [
    {
      title: t.name,
      isRowHeader: true,
      place: 'at-name',
      cell: (line) => (
        <span class="party">
          <span class="lines">
            <a
              href={hrefOf('reconciliation', { ...params, group, open: line.lineId })}
              aria-current={line.lineId === openId ? 'true' : undefined}
              onFocus={() => selection.select(line.lineId)}
              onKeyDown={(event) => {
                // The line is open already: Enter confirms what its pane shows.
                if (event.key !== 'Enter' || line.lineId !== openId) return;
                event.preventDefault();
                if (!event.repeat) onEnter();
              }}
            >
              <bdi>{nameOf(line)}</bdi>
              <span class="visually-hidden">
                , {signedAmount(line)}, {shownStateOf(line)}
              </span>
            </a>
            <span class="line">
              <span class="line-text">
                {[dayOf(line), titleOf(line.accountId), textOf(line)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </span>
          <ViewerMarks id={line.lineId} />
        </span>
      ),
    },
    {
      title: t.amount,
      kind: 'number',
      place: 'at-amount',
      cell: (line) => (
        <>
          <strong>{listedAmount(line)}</strong>
          <LineBadge line={line} />
        </>
      ),
    },
  ];
}
