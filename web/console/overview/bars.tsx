import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import type { Counts } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { countOf, formatValue, type Metric, OUTCOMES, titleOf } from './metrics.ts';
import type { Group } from './series.ts';

interface BarsProps {
  readonly metric: Metric;
  readonly groups: readonly Group[];
  /** Days stand side by side; banks and clients one below the other, since their names are long. */
  readonly isByDay: boolean;
}

/** Keys that go from bar to bar. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A bar for each group. The line below says the name and the value of the one that is pointed at or focused. */
export function Bars({ metric, groups, isByDay }: BarsProps) {
  const element = useRef<HTMLFieldSetElement>(null);
  const [active, setActive] = useState<number>();
  // Where not all days fit, the last ones are shown first.
  useLayoutEffect(() => {
    if (element.current) element.current.scrollLeft = element.current.scrollWidth;
  }, [groups.length]);
  const t = texts().overview;
  const current = Math.min(active ?? groups.length - 1, groups.length - 1);
  const values = groups.map(({ counts }) => metric.read(counts));
  const earlier = groups.map((group) => group.earlier && metric.read(group.earlier));
  const end = metric.axisEnd(
    Math.max(...values.map((value) => value ?? 0), ...earlier.map((value) => value ?? 0)),
  );
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key] ?? 0;
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
            {[end, end / 2, 0].map((value) => (
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
                <Fill metric={metric} counts={group.counts} end={end} isByDay={isByDay} />
                <Mark value={earlier[index]} end={end} isByDay={isByDay} />
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

/** The name and the value of a bar, its parts, and the value a week or a span before. */
function describe(metric: Metric, { name, counts, earlier }: Group): string {
  const t = texts().overview;
  const value = metric.read(counts);
  const before = earlier && metric.read(earlier);
  const parts = metric.name === 'outcomes' ? OUTCOMES.filter((outcome) => countOf(counts, outcome) > 0) : [];
  const named = parts.map((outcome) => `${formatCount(countOf(counts, outcome))} ${t.outcomes[outcome]}`);
  return [
    `${name}: ${value === null ? t.noValue : metric.format(value)}`,
    ...(named.length > 0 ? [named.join(', ')] : []),
    ...(before == null ? [] : [t.earlier(metric.format(before))]),
  ].join(' · ');
}

function sizeOf(share: number, isByDay: boolean) {
  return { [isByDay ? 'height' : 'width']: `${share * 100}%` };
}

interface FillProps {
  readonly metric: Metric;
  readonly counts: Counts;
  readonly end: number;
  readonly isByDay: boolean;
}

/** The bar itself, in the colours of its parts. A rate or a time of 0 has a line, unlike none; no money has none. */
function Fill({ metric, counts, end, isByDay }: FillProps) {
  if (metric.name === 'outcomes')
    return OUTCOMES.filter((outcome) => countOf(counts, outcome) > 0).map((outcome) => (
      <span key={outcome} class={`fill ${outcome}`} style={sizeOf(countOf(counts, outcome) / end, isByDay)} />
    ));
  const value = metric.read(counts);
  return value === null || (value === 0 && metric.name === 'volume') ? null : (
    <span class="fill" style={sizeOf(value / end, isByDay)} />
  );
}

interface MarkProps {
  readonly value: number | null | undefined;
  readonly end: number;
  readonly isByDay: boolean;
}

/** A line where the value was before. */
function Mark({ value, end, isByDay }: MarkProps) {
  if (value == null || value === 0) return null;
  return <span class="mark" style={{ [isByDay ? 'bottom' : 'left']: `${(value / end) * 100}%` }} />;
}
