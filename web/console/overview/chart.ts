import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface ChartData {
  readonly labels: readonly string[];
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  readonly steps?: readonly number[] | undefined;
}

const HEIGHT = 200;
const VALUES_WIDTH = 76;
const CHARACTER_WIDTH = 6.6;
const MAX_LABEL = 18;
const FONT = '12px system-ui, sans-serif';

/** Draws a bar chart as wide as its element. @returns a function that removes it. */
export function drawChart(element: HTMLElement, { labels, values, format, steps }: ChartData): () => void {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--muted'),
    font: FONT,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  };
  const plot = new uPlot(
    {
      width: Math.max(200, element.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      padding: [10, 8, 0, 0],
      scales: {
        x: { time: false, range: () => [-0.5, Math.max(labels.length, 1) - 0.5] },
        y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.05 : 1] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 28,
          splits: () => labelPositions(labels, element.clientWidth - VALUES_WIDTH),
          values: (_plot, places) => places.map((place) => shorten(labels[place] ?? '')),
        },
        {
          ...axis,
          size: VALUES_WIDTH,
          ...(steps && { incrs: [...steps] }),
          values: (_plot, ticks) => ticks.map(format),
        },
      ],
      series: [
        {},
        {
          fill: color('--chart'),
          width: 0,
          points: { show: false },
          ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 48] }) }),
        },
      ],
    },
    [labels.map((_, index) => index), [...values]],
    element,
  );
  const observer = new ResizeObserver(() =>
    plot.setSize({ width: Math.max(200, element.clientWidth), height: HEIGHT }),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}

/** Returns the indexes of the labels to draw, so that neighbours do not overlap. */
function labelPositions(labels: readonly string[], width: number): number[] {
  const longest = Math.max(...labels.map((label) => shorten(label).length));
  const fitting = Math.max(1, Math.floor(width / (longest * CHARACTER_WIDTH + 16)));
  const step = Math.max(1, Math.ceil(labels.length / fitting));
  return Array.from({ length: Math.ceil(labels.length / step) }, (_, index) => index * step);
}

function shorten(label: string): string {
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label;
}
