import { expect, test } from 'vitest';
import { type Answer, differenceOf } from '../support/alike.ts';
import { badInputs, isAsked } from '../support/bad-inputs.ts';
import { IS_LONG } from '../support/long.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();

// What is refused changes nothing: all surfaces ask one service. Good inputs are compared by audit/commands.test.ts.
const TIMEOUT_MS = IS_LONG ? 900_000 : 180_000;
test('every surface refuses each bad value with the same error about the same fields', {
  timeout: TIMEOUT_MS,
}, async () => {
  const cases = badInputs();
  const differences: string[] = [];
  let compared = 0;
  for (const one of cases) {
    const answers: Answer[] = [];
    for (const surface of SURFACES.filter(({ name }) => isAsked(name, one)))
      answers.push({ surface: surface.name, outcome: await surface.run(service(), one) });
    compared += answers.length;
    const done = answers
      .filter(({ outcome }) => !outcome.error)
      .map(({ surface }) => `${one.name}: done over ${surface}`);
    differences.push(...done, ...[differenceOf(one.name, answers) ?? []].flat());
  }
  process.stdout.write(`bad inputs: ${cases.length} cases, ${compared} responses\n`);
  expect(cases.length).toBeGreaterThanOrEqual(IS_LONG ? 5000 : 300);
  expect(differences).toEqual([]);
});
