import { createRandom } from '../../../test/support/random.ts';
import { type RunningServer, runCli, startService } from '../../servers.ts';
import { callSigned, MERCHANT, OPERATOR, postForm, untilMatched } from '../../signed-call.ts';
import { BANK_FORMATS, type BankFormat, readAll } from '../bank-files.ts';
import { closingMinor } from '../line-texts.ts';
import { bankDay } from '../payment.ts';
import { randomIban } from '../people.ts';
import { type Allowance, decideScene } from './decide.ts';
import type { Scene, SceneLine } from './scene.ts';
import { makeScene } from './scenes.ts';
import { count, createTally, type Tally } from './tally.ts';

/** One line about which the service and the rules in this process do not say the same. */
export interface Disagreement {
  readonly format: string;
  readonly text: string;
}

export interface PlayedInService {
  readonly tally: Tally;
  readonly lines: number;
  readonly formats: number;
  readonly disagreements: readonly Disagreement[];
}

interface PlayTerms {
  readonly folder: string;
  readonly seed: number;
  readonly sceneCount: number;
  readonly currency: string;
  readonly allowance: Allowance;
}

interface Account {
  readonly bankId: string;
  readonly iban: string;
  readonly accountId: string;
}

/** A format, and the scenes whose lines its files have. */
interface Bank {
  readonly format: BankFormat;
  readonly accounts: readonly Account[];
  readonly scenes: Scene[];
}

/**
 * Plays scenes through the service: creates their deposits, imports their lines in files of every format, and compares
 * what became of each line with the decision of the rules about the line as the reader reads it.
 */
export async function playInService(terms: PlayTerms): Promise<PlayedInService> {
  const { folder, seed, sceneCount, currency, allowance } = terms;
  const settings = { CURRENCY: currency, MAX_OPEN_DEPOSITS_PER_CLIENT: '1000000', DEPOSIT_TTL: '1d' };
  const server = await startService(folder, settings);
  try {
    const banks = await openBanks(server, terms);
    for (let index = 0; index < sceneCount; index += 1) {
      const bank = banks[index % banks.length];
      if (bank) await addScene(server, bank, { seed, index, currency });
    }
    const tally = createTally();
    const disagreements: Disagreement[] = [];
    let lines = 0;
    for (const bank of banks) {
      const played = await playBank(server, bank);
      for (const { scene, texts, service } of played) {
        const decisions = decideScene(scene, allowance);
        count(tally, { scene, decisions, allowance });
        for (const [at, decision] of decisions.entries()) {
          lines += 1;
          const here = `${decision?.state} ${decision?.action?.transactionId ?? ''}`.trim();
          if (here !== service[at] && scene.lines[at]?.isCounted)
            disagreements.push({
              format: bank.format.name,
              text: `${scene.kind}: ${here} here, ${service[at]} in the service: ${texts[at]}`,
            });
        }
      }
    }
    return { tally, lines, formats: banks.length, disagreements };
  } finally {
    await server.stop();
  }
}

async function openBanks(
  server: RunningServer,
  { folder, seed, currency }: PlayTerms,
): Promise<readonly Bank[]> {
  const random = createRandom(seed);
  const opened = [0, 1].map((which) => {
    const [bankId, iban] = [`adversary-${which}`, randomIban(random)];
    runCli(folder, ['banks', 'add', '--name', bankId, '--id', bankId, '--deposit', '0.01..100000000']);
    runCli(folder, ['accounts', 'add', '--bank', bankId, '--name', 'Acme Odeme', '--iban', iban]);
    return { bankId, iban };
  });
  const target = '/v1/filter-choices';
  const choices = await callSigned(server, { as: OPERATOR, method: 'GET', target });
  const accounts = opened.map((account): Account => {
    const choice = choices.accounts.find(({ iban }: Account) => iban === account.iban);
    return { ...account, accountId: choice.accountId };
  });
  const formats = BANK_FORMATS.filter(({ currencies }) => currencies.includes(currency));
  return formats.map((format) => ({ format, accounts, scenes: [] }));
}

/** Creates the deposits of a scene, and makes it again with their references. */
async function addScene(
  server: RunningServer,
  bank: Bank,
  { seed, index, currency }: { readonly seed: number; readonly index: number; readonly currency: string },
): Promise<void> {
  const day = bankDay(Date.now());
  const blank = { currency, day, transactionId: String, reference: () => '22222222' };
  const planned = makeScene(seed, index, blank);
  if (!canBePlayed(planned)) return;
  const made: { transactionId: string; reference: string }[] = [];
  for (const { owner, isOf, index: at, amountMinor, accountIndex, state } of planned.deposits) {
    const bankId = bank.accounts[accountIndex]?.bankId ?? '';
    const { transactionId } = await postForm(server, '/v1/transactions/deposit', {
      ...{ processId: `${index}-${at}`, userId: `${index}-${isOf?.index ?? at}`, bankId },
      ...{ amount: (amountMinor / 100).toFixed(2), userName: 'user', name: owner.name },
    });
    const target = `/v1/transactions/${transactionId}`;
    const { reference } = await callSigned(server, { as: OPERATOR, method: 'GET', target });
    if (state === 'cancelled')
      await callSigned(server, { as: MERCHANT, method: 'POST', target: `${target}/cancel` });
    made.push({ transactionId, reference });
  }
  const scene = makeScene(seed, index, {
    ...{ currency, day },
    transactionId: (at) => made[at]?.transactionId ?? '',
    reference: (at) => made[at]?.reference ?? '',
  });
  if (scene.deposits.some(({ reference }, at) => reference !== made[at]?.reference))
    throw new Error('a scene is another one with other references');
  bank.scenes.push(scene);
}

/** The service can do everything but wait until a deposit expires, or settle one by a line of yesterday. */
function canBePlayed({ deposits, withdrawals, lines }: Scene): boolean {
  return (
    withdrawals.length === 0 &&
    deposits.every(({ state }) => state === 'pending' || state === 'cancelled') &&
    lines.every(({ line }) => line.status === 'booked' && line.direction === 'credit' && !line.isCollective)
  );
}

interface PlayedScene {
  readonly scene: Scene;
  readonly texts: readonly string[];
  /** The state of each line, and the transaction that it settled. */
  readonly service: readonly string[];
}

async function playBank(
  server: RunningServer,
  { format, accounts, scenes }: Bank,
): Promise<readonly PlayedScene[]> {
  const seen = new Map<SceneLine, { read: SceneLine; state: string }>();
  for (const [accountIndex, { iban, accountId }] of accounts.entries()) {
    const own = scenes.flatMap(({ lines }) => lines.filter((line) => line.accountIndex === accountIndex));
    if (own.length === 0) continue;
    const lines = own.map(({ line }, index) => ({ lineId: `line-${index}`, line }));
    const currency = scenes[0]?.currency ?? '';
    const statement = { iban, currency, number: 2, openingMinor: 1_000_000, lines };
    const bytes = Buffer.from(format.write(statement));
    const read = readAll(format, bytes).flatMap((part) => (part.kind === 'line' ? [part.line] : []));
    if (read.length !== own.length || closingMinor(0, lines) === 0)
      throw new Error(`${format.name}: ${read.length} of ${own.length} lines are read`);
    const states = await importFile(server, bytes, { format, accountId });
    const written = format.isNewestFirst ? own.toReversed() : own;
    for (const [at, line] of written.entries()) {
      const as = read[at];
      if (as) seen.set(line, { read: { ...line, line: as }, state: states[at] ?? 'missing' });
    }
  }
  return scenes.map((scene) => {
    const lines = scene.lines.map((line) => seen.get(line)?.read ?? line);
    return {
      scene: { ...scene, lines },
      texts: lines.map(({ line }) =>
        JSON.stringify([line.counterpartyName, line.ultimateName, line.remittance]),
      ),
      service: scene.lines.map((line) => seen.get(line)?.state ?? 'missing'),
    };
  });
}

/** Imports a file. @returns the states of its lines in the order of the file. */
async function importFile(
  server: RunningServer,
  body: Buffer,
  { format: { name }, accountId }: { readonly format: BankFormat; readonly accountId: string },
): Promise<readonly string[]> {
  const profile = name.endsWith('generic') ? '&profileId=generic' : '';
  const target = `/v1/statements?name=adversary&accountId=${accountId}${profile}`;
  const type = 'application/octet-stream';
  const { file, statements } = await callSigned(server, { as: OPERATOR, method: 'POST', target, body, type });
  const held = statements.find(({ heldReason }: { heldReason: string | null }) => heldReason !== null);
  if (held) throw new Error(`${name} is held: ${held.heldReason}`);
  await untilMatched(server, 100);
  const states: string[] = [];
  let after = '';
  do {
    const list = `/v1/statement-lines?fileId=${file.fileId}&limit=200${after}`;
    const page = await callSigned(server, { as: OPERATOR, method: 'GET', target: list });
    for (const { state, transactionId } of page.items) states.push(`${state} ${transactionId ?? ''}`.trim());
    after = page.nextCursor === null ? '' : `&after=${page.nextCursor}`;
  } while (after !== '');
  return states.reverse();
}
