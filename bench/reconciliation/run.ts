import { createDays } from './days.ts';
import { runDesk } from './desk.ts';
import { addFigures, createFigures, type Figures, sumOf } from './figures.ts';

const DEPOSITS_PER_RUN = 10_000;
const FIRST_SEED = 20_261_122;

/** Matches generated days, run after run, until so many lines are decided. */
export function measureReconciliation(lineCount: number, log: (text: string) => void): Figures {
  const figures = createFigures();
  for (let run = 0; sumOf(figures).lines < lineCount; run += 1) {
    addFigures(figures, runDesk(createDays(FIRST_SEED + run, DEPOSITS_PER_RUN), FIRST_SEED + run));
    log(`run ${run + 1}: ${sumOf(figures).lines} lines, ${sumOf(figures).wrong} wrong settlements`);
  }
  return figures;
}

/** The table of what became of the lines, one row for each story. */
export function printFigures(figures: Figures): string {
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
    `rules: ${rules.join(', ')}`,
    `matching: ${((1000 * figures.matchingMs) / all.lines).toFixed(0)} µs a line`,
    ...figures.mistakes.slice(0, 20),
  ].join('\n');
}
