import { formatCount } from '../format.ts';
import { overviewTexts } from '../texts/overview.ts';
import { Bars } from './bars.tsx';
import { countOf, formatValue, isBlank, type Metric, OUTCOMES, titleOf } from './metrics.ts';
import { addUp, type Group } from './series.ts';

interface FigureProps {
  readonly metric: Metric;
  readonly groupTitle: string;
  readonly groups: readonly Group[];
  readonly isByDay: boolean;
}

/** One metric of all groups, as a chart and as a collapsible table. */
export function Figure({ metric, groupTitle, groups, isByDay }: FigureProps) {
  const t = overviewTexts();
  const title = titleOf(metric);
  const parts = metric.name === 'outcomes' ? OUTCOMES : [];
  const head = (
    <figcaption>
      <h2>{title}</h2>
      <p class="hint">{t.metrics[metric.name][1]}</p>
    </figcaption>
  );
  if (isNothing(metric, groups))
    return (
      <figure>
        {head}
        <p class="state">{t.empty}</p>
      </figure>
    );
  return (
    <figure>
      {head}
      {parts.length > 0 && <Legend groups={groups} />}
      <Bars metric={metric} groups={groups} isByDay={isByDay} />
      <details>
        <summary>{t.asTable(title)}</summary>
        <div class="table-frame">
          <table>
            <thead>
              <tr>
                <th scope="col">{groupTitle}</th>
                <th scope="col" class="number">
                  {title}
                </th>
                {parts.map((outcome) => (
                  <th key={outcome} scope="col" class="number">
                    {t.outcomes[outcome]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.map(({ key, name, counts }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td class="number">{formatValue(metric, metric.read(counts))}</td>
                  {parts.map((outcome) => (
                    <td key={outcome} class="number">
                      {formatCount(countOf(counts, outcome))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** Whether a chart would be empty: there is nothing to draw, neither now nor in the comparison period. */
function isNothing(metric: Metric, groups: readonly Group[]): boolean {
  return groups.every(({ counts, earlier }) =>
    [counts, earlier].every((of) => !of || isBlank(metric, metric.read(of))),
  );
}

/** The colours of the outcomes, each with its number in all groups. */
function Legend({ groups }: Pick<FigureProps, 'groups'>) {
  const all = addUp(groups.map(({ counts }) => counts));
  return (
    <ul class="legend">
      {OUTCOMES.map((outcome) => (
        <li key={outcome}>
          <span class={`swatch ${outcome}`} aria-hidden="true" />
          {overviewTexts().outcomes[outcome]} <strong>{formatCount(countOf(all, outcome))}</strong>
        </li>
      ))}
    </ul>
  );
}
