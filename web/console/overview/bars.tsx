import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { overviewTexts } from '../texts/overview.ts';
import { countOf, formatValue, isBlank, type Metric, OUTCOMES, titleOf } from './metrics.ts';
import type { Group } from './series.ts';
import type { SplitCounts } from './split.ts';

interface BarsProps {
  readonly metric: Metric;
  readonly groups: readonly Group[];
  /** Days are vertical bars. Banks and clients are horizontal bars, because their names are long. */
  readonly isByDay: boolean;
}

/** How many bars an arrow key moves the focus. */
const ARROW_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * A bar chart with one bar per group. The line below it describes the hovered or focused bar; by default, the last one.
 */
export function Bars({ metric, groups, isByDay }: BarsProps) {
  const element = useRef<HTMLFieldSetElement>(null);
  const [active, setActive] = useState<number>();
  // If the chart overflows, scroll to the most recent days.
  useLayoutEffect(() => {
    if (element.current) element.current.scrollLeft = element.current.scrollWidth;
  }, [groups.length]);
  const t = overviewTexts();
  const current = Math.min(active ?? groups.length - 1, groups.length - 1);
  const values = groups.map(({ counts }) => metric.read(counts));
  const earlier = groups.map((group) => group.earlier && metric.read(group.earlier));
  const axisMax = metric.axisMax(
    Math.max(...values.map((value) => value ?? 0), ...earlier.map((value) => value ?? 0)),
  );
  const onKey = (event: KeyboardEvent) => {
    const step = ARROW_STEPS[event.key] ?? 0;
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? groups.length - 1 : current + step;
    const bar = element.current?.querySelectorAll('[role=img]')[to];
    if (to === current || !(bar instanceof HTMLElement)) return;
    event.preventDefault();
    bar.focus();
  };
  const shown = groups[current];
  return (
    <>
      <div class={isByDay ? 'chart days' : 'chart names'}>
        {isByDay && (
          <div class="axis" aria-hidden="true">
            {[axisMax, axisMax / 2, 0].map((value) => (
              <span key={value}>{metric.formatShort(value)}</span>
            ))}
          </div>
        )}
        <fieldset
          ref={element}
          class="bars"
          aria-label={`${titleOf(metric)}. ${t.keys}`}
          onKeyDown={onKey}
          onMouseLeave={() => setActive(undefined)}
        >
          {groups.map((group, index) => (
            <div
              key={group.key}
              class={index === current ? 'bar current' : 'bar'}
              role="img"
              aria-label={describe(metric, group)}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setActive(index)}
              onMouseEnter={() => setActive(index)}
            >
              <span class="track">
                <Fill metric={metric} counts={group.counts} axisMax={axisMax} isVertical={isByDay} />
                <PreviousValueMark value={earlier[index]} axisMax={axisMax} isVertical={isByDay} />
              </span>
              <span class="bar-label">
                {group.label}
                <small>{group.subLabel}</small>
              </span>
              {!isByDay && <span class="bar-value">{formatValue(metric, values[index] ?? null)}</span>}
            </div>
          ))}
        </fieldset>
      </div>
      <p class="readout" aria-hidden="true">
        {shown && describe(metric, shown)}
      </p>
    </>
  );
}

/**
 * Describes a bar in one line: name, value, counts by outcome and the value of the comparison period (a week earlier
 * for days; the preceding period of the same length for banks and clients).
 */
function describe(metric: Metric, { name, counts, earlier }: Group): string {
  const t = overviewTexts();
  const value = metric.read(counts);
  const before = earlier && metric.read(earlier);
  const parts = metric.name === 'outcomes' ? OUTCOMES.filter((outcome) => countOf(counts, outcome) > 0) : [];
  const named = parts.map((outcome) => `${formatCount(countOf(counts, outcome))} ${t.outcomes[outcome]}`);
  const described = [
    `${name}: ${value === null ? t.noValue : metric.format(value)}`,
    named.join(', '),
    before != null && t.earlier(metric.format(before)),
  ];
  return described.filter(Boolean).join(' · ');
}

function sizeOf(share: number, isVertical: boolean) {
  return { [isVertical ? 'height' : 'width']: `${share * 100}%` };
}

interface FillProps {
  readonly metric: Metric;
  readonly counts: SplitCounts;
  readonly axisMax: number;
  readonly isVertical: boolean;
}

/** The bar itself. A rate or duration of 0 is drawn as a thin line. */
function Fill({ metric, counts, axisMax, isVertical }: FillProps) {
  if (metric.name === 'outcomes')
    return OUTCOMES.filter((outcome) => countOf(counts, outcome) > 0).map((outcome) => (
      <span
        key={outcome}
        class={`fill ${outcome}`}
        style={sizeOf(countOf(counts, outcome) / axisMax, isVertical)}
      />
    ));
  const value = metric.read(counts);
  if (value === null || isBlank(metric, value)) return null;
  return <span class="fill" style={sizeOf(value / axisMax, isVertical)} />;
}

interface PreviousValueMarkProps {
  readonly value: number | null | undefined;
  readonly axisMax: number;
  readonly isVertical: boolean;
}

/** A line at the value of the comparison period. None if that value is 0 or unknown. */
function PreviousValueMark({ value, axisMax, isVertical }: PreviousValueMarkProps) {
  if (value == null || value === 0) return null;
  return <span class="mark" style={{ [isVertical ? 'bottom' : 'left']: `${(value / axisMax) * 100}%` }} />;
}
