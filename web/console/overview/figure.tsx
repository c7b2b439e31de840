import { useEffect, useRef } from 'preact/hooks';
import type { Counts } from '../service/types.ts';
import { formatValue, type Metric } from './metrics.ts';

interface FigureProps {
  readonly metric: Metric;
  readonly groupTitle: string;
  readonly rows: readonly Counts[];
  readonly labelOf: (counts: Counts) => string;
}

/** One metric of all groups, as a chart and as a collapsible table. */
export function Figure({ metric, groupTitle, rows, labelOf }: FigureProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const { read, formatShort: format, steps } = metric;
    const data = { labels: rows.map(labelOf), values: rows.map(read), format, steps };
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let erase = () => {};
    let isUnmounted = false;
    // The chart library is most of the console's code, so it is loaded only for this screen.
    const drawing = import('./chart.ts').then(({ drawChart }) => {
      const draw = () => {
        erase();
        if (!isUnmounted) erase = drawChart(target, data);
      };
      draw();
      dark.addEventListener('change', draw);
      return draw;
    });
    return () => {
      isUnmounted = true;
      erase();
      void drawing.then((draw) => dark.removeEventListener('change', draw));
    };
  }, [metric, rows, labelOf]);
  return (
    <figure>
      <figcaption>
        <h2>{metric.title}</h2>
        <p class="hint">{metric.about}</p>
      </figcaption>
      <div class="chart" ref={element} aria-hidden="true" />
      <details>
        <summary>{metric.title} as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{groupTitle}</th>
              <th scope="col" class="number">
                {metric.title}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((counts) => (
              <tr key={counts.key}>
                <th scope="row">{labelOf(counts)}</th>
                <td class="number">{formatValue(metric, metric.read(counts))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
