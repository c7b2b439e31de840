import { expect, test } from 'vitest';
import { OPERATOR, type TestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { readOutcome } from '../support/console-queue.ts';
import { handsOn } from '../support/hands.ts';
import { IS_LONG } from '../support/long.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { createPayable, type PayableDeposit } from '../support/payments.ts';
import { createRandom } from '../support/random.ts';
import { useOwnServices } from '../support/shared-service.ts';
import { FIRST_NAMES, SURNAMES } from '../support/turkish-names.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

/** The amounts of the deposits: mostly round ones, so that most of them wait several times. */
const AMOUNTS = [
  '100',
  '150',
  '200',
  '250',
  '300',
  '400',
  '500',
  '500',
  '600',
  '750',
  '800',
  '1000',
  '1000',
].concat('1250', '1500', '2000', '2500', '3000', '5000', '640.25', '1275.5', '4321', '183.4');
const [WAITING, LISTED] = IS_LONG ? [60, 20] : [20, 6];
/** Most amounts have three or four digits, and one or two letters tell those apart that wait several times. */
const KEYS_EACH = 6;

interface Waiting {
  readonly amount: string;
  /** The names, folded: the first name, and the surname. */
  readonly words: readonly [string, string];
  readonly name: string;
}

const fold = (text: string) =>
  text.toLocaleLowerCase('tr').replaceAll('ı', 'i').normalize('NFD').replaceAll(/\p{M}/gu, '');

function madeUp(): readonly Waiting[] {
  const random = createRandom(30);
  return Array.from({ length: WAITING }, () => {
    const [first, surname] = [random.pick(FIRST_NAMES), random.pick(SURNAMES)];
    const words = [fold(first), fold(surname)] as const;
    return { amount: random.pick(AMOUNTS), words, name: `${first} ${surname}` };
  });
}

/** Whether a name has a word that begins with the letters, or one that begins with the first ones and one with the others. */
function begins({ words: [one, other] }: Waiting, letters: string): boolean {
  const places = Array.from(letters, (_, index) => index);
  return places.some((place) => {
    const [head, tail] = [letters.slice(0, place), letters.slice(place)];
    return (
      (one.startsWith(head) && other.startsWith(tail)) || (other.startsWith(head) && one.startsWith(tail))
    );
  });
}

/**
 * The keys of an operator who sees how many are left: the amount, and if it is there several times the fewest letters of
 * the first name, of the surname, or of one behind the initial of the other.
 */
function typedFor(line: Waiting, waiting: readonly Waiting[]): string {
  const [first, surname] = line.words;
  const same = waiting.filter(({ amount }) => amount === line.amount);
  const forms = [first, surname, `${first[0]}${surname}`, `${surname[0]}${first}`];
  const letters = [1, 2, 3, 4, 5, 6].flatMap((length) => forms.map((form) => form.slice(0, length)));
  const isEnough = (one: string) => same.filter((other) => begins(other, one)).length === 1;
  const enough = same.length === 1 ? '' : letters.find(isEnough);
  if (enough === undefined) throw new Error(`${line.name} has a double`);
  return line.amount.replace('.', ',') + enough;
}

async function createAll(service: TestService, waiting: readonly Waiting[]): Promise<PayableDeposit[]> {
  const made: PayableDeposit[] = [];
  for (const { name, amount } of waiting) made.push(await createPayable(service, { name, amount }));
  return made;
}

test(`of ${WAITING} that wait, the ${LISTED} of a bank list of amounts and names are settled with at most ${KEYS_EACH} keys each and no click`, async () => {
  const holds = passingHolds();
  const service = await startOwn({}, holds.options);
  const all = madeUp();
  const made = await createAll(service, all);
  const { page } = await openPage();
  await openConsole(page, service, { as: OPERATOR });
  await page.getByText(`${WAITING} waiting`, { exact: true }).waitFor();
  const hands = handsOn(page);
  await hands.press('/');
  // Every seventh, in an order that is not that of the queue.
  const lines = Array.from({ length: LISTED }, (_, index) => (index * 7 + 3) % WAITING);
  const left = new Set(all);
  for (const index of lines) {
    const line = all[index]!;
    await hands.type(typedFor(line, [...left]));
    await hands.press('Shift+Enter');
    // People need more time for a line than the service.
    await page.getByText(new RegExp(`^Settled: .* · ${line.name}`)).waitFor();
    left.delete(line);
  }
  const { keys, clicks } = hands.count();
  expect(keys).toBeLessThanOrEqual(KEYS_EACH * LISTED);
  expect(clicks).toBe(0);
  await page.close();
  holds.pass();
  await service.planRunner.runNow();
  const outcomes = await Promise.all(made.map((one) => readOutcome(service, one)));
  expect(outcomes.map(({ status, finalAmount }) => [status, finalAmount])).toEqual(
    all.map((one, index) => (lines.includes(index) ? ['successful', Number(one.amount)] : ['pending', null])),
  );
  await expectAgreement(service.databasePath);
});
