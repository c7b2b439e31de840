import { Banks, type FileFigures, NO_FILES } from './banks.ts';
import { createDays } from './days.ts';
import { runDesk } from './desk.ts';
import { addFigures, createFigures, type Figures, sumOf } from './figures.ts';
import type { Story } from './plan.ts';

const DEPOSITS_PER_RUN = 10_000;
const FIRST_SEED = 20_261_122;
const FAULTS = ['lost', 'doubled', 'misread', 'held', 'stuck'] as const;
const FILE_KEYS = ['files', 'written', 'received', ...FAULTS] as const;

export interface Measured {
  readonly figures: Figures;
  readonly files: FileFigures;
  /** The formats of the files. */
  readonly formats: ReadonlySet<string>;
}

/** Matches generated days, run after run, until `lineCount` lines are decided. They come in files of all formats. */
export function measureReconciliation(lineCount: number, log: (text: string) => void): Measured {
  const figures = createFigures();
  const files = { ...NO_FILES };
  const formats = new Set<string>();
  for (let run = 0; sumOf(figures).lines < lineCount; run += 1) {
    const days = createDays(FIRST_SEED + run, DEPOSITS_PER_RUN);
    const banks = new Banks(days, FIRST_SEED + run);
    addFigures(figures, runDesk(days, FIRST_SEED + run, banks));
    banks.countLost(days.endMs);
    for (const key of FILE_KEYS) files[key] += banks.figures[key];
    for (const format of banks.formats) formats.add(format);
    log(`run ${run + 1}: ${sumOf(figures).lines} lines, ${sumOf(figures).wrong} wrong settlements`);
  }
  return { figures, files, formats };
}

/** Why lines of a story wait, each cause with its share of all its lines. */
function printCauses(
  { stories }: Figures,
  story: Story,
  percent: (part: number, whole: number) => string,
): readonly string[] {
  const { causes, lines } = stories.get(story) ?? { causes: new Map<string, number>(), lines: 0 };
  const rows = [...causes].sort(([, a], [, b]) => b - a);
  return [
    `| ${story}: why it waits | lines | of all |`,
    '|---|---|---|',
    ...rows.map(([cause, count]) => `| ${cause} | ${count} | ${percent(count, lines)} |`),
  ];
}

/** The table of what became of the lines, one row for each story. */
export function printFigures({ figures, files, formats }: Measured): string {
  const percent = (part: number, whole: number) =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;
  const rows = [...figures.stories].sort(([, a], [, b]) => b.lines - a.lines);
  const all = sumOf(figures);
  const body = rows.map(([story, one]) => {
    const states = [...one.states].sort(([, a], [, b]) => b - a).map(([state, count]) => `${state} ${count}`);
    return `| ${story} | ${one.lines} | ${percent(one.settled, one.lines)} | ${one.wrong} | ${percent(one.rightFirst, one.proposed)} | ${states.slice(0, 4).join(', ')} |`;
  });
  const rules = [...figures.byRule].sort(([, a], [, b]) => b - a).map(([rule, count]) => `${rule} ${count}`);
  return [
    '| what happened | lines | settled by itself | wrongly | right deposit first | states |',
    '|---|---|---|---|---|---|',
    ...body,
    `| all | ${all.lines} | ${percent(all.settled, all.lines)} | ${all.wrong} | ${percent(all.rightFirst, all.proposed)} | |`,
    '',
    ...printCauses(figures, 'right reference', percent),
    '',
    `rules: ${rules.join(', ')}`,
    `files: ${files.files} of ${formats.size} formats with ${files.written} lines, of which ${files.received} are different ones; ${FAULTS.map((key) => `${files[key]} ${key}`).join(', ')}`,
    `matching: ${((1000 * figures.matchingMs) / all.lines).toFixed(0)} µs a line`,
    ...figures.mistakes.slice(0, 20),
  ].join('\n');
}
