import { expect } from 'vitest';

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the text format of Prometheus. Every line that is not a comment must be a sample. */
export function parseMetrics(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    expect(name, line).not.toBe('');
    expect(Number(value), line).not.toBeNaN();
    const named = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text] as const);
    return { name, labels: Object.fromEntries(named), value: Number(value) };
  });
}

/** Reads the metrics of a service. */
export async function scrape(metricsUrl: string | undefined): Promise<Sample[]> {
  const response = await fetch(metricsUrl ?? '');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return parseMetrics(await response.text());
}

/** The sum of the samples that have these labels; undefined when there is none. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const fitting = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return fitting.length === 0 ? undefined : fitting.reduce((sum, { value }) => sum + value, 0);
}
