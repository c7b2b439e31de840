import { ALLOWANCES, decideScene } from './decide.ts';
import { madeUp, makeScene } from './scenes.ts';
import { count, createTally, type Tally } from './tally.ts';

const CURRENCIES = ['TRY', 'EUR'] as const;
const FIRST_SEED = 20_261_125;

/** Decides about scenes until `lineCount` lines are counted, with each policy and currency in turn. */
export function measureAdversary(lineCount: number, seed = FIRST_SEED): Tally {
  const tally = createTally();
  let lines = 0;
  for (let index = 0; lines < lineCount; index += 1) {
    const allowance = ALLOWANCES[index % ALLOWANCES.length];
    const currency = CURRENCIES[Math.floor(index / ALLOWANCES.length) % CURRENCIES.length];
    if (!allowance || !currency) throw new RangeError('there is no policy');
    const scene = makeScene(seed, index, madeUp(index, currency));
    count(tally, { scene, decisions: decideScene(scene, allowance), allowance });
    lines += scene.lines.filter(({ isCounted }) => isCounted).length;
  }
  return tally;
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

/** The tables: of the kinds, of the causes of waiting, and of the forms of own names. */
export function printAdversary({ kinds, forms, mistakes }: Tally): string {
  const sum = (key: 'lines' | 'right' | 'wrong' | 'untold' | 'waiting' | 'recognisable' | 'recognised') =>
    [...kinds.values()].reduce((all, kind) => all + kind[key], 0);
  const rows = [...kinds].map(
    ([name, kind]) =>
      `| ${name} | ${kind.lines} | ${kind.right} | ${kind.wrong} | ${kind.untold} | ${kind.waiting} | ${percent(kind.first, kind.meant)} | ${percent(kind.listed, kind.meant)} | ${percent(kind.recognised, kind.recognisable)} |`,
  );
  const causes = [...kinds].flatMap(([name, kind]) =>
    [...kind.causes]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 4)
      .map(([cause, lines]) => `| ${name} | ${cause} | ${lines} |`),
  );
  const shares = [...forms]
    .sort(([, a], [, b]) => a.settled / a.lines - b.settled / b.lines)
    .map(([name, { settled, lines }]) => `| ${name} | ${lines} | ${percent(settled, lines)} |`);
  return [
    '| kind | lines | settled right | settled wrong | nobody can tell | waiting | right deposit first | listed | recognisable settled |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    `| all | ${sum('lines')} | ${sum('right')} | ${sum('wrong')} | ${sum('untold')} | ${sum('waiting')} | | | ${percent(sum('recognised'), sum('recognisable'))} |`,
    '',
    '| kind | why it waits | lines |',
    '|---|---|---:|',
    ...causes,
    '',
    '| form of the payer’s own name | lines | settled |',
    '|---|---:|---:|',
    ...shares,
    '',
    ...mistakes.slice(0, 40).map(({ text }) => text),
  ].join('\n');
}
