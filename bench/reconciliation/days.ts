import { makeReference, referenceIn } from '../../src/transactions/domain/reference.ts';
import { createRandom, type Random } from '../../test/support/random.ts';
import { lineOf, type Town } from './payment.ts';
import { createPeople, type Person } from './people.ts';
import type { Days, PlannedDeposit, PlannedLine, PlannedWithdrawal } from './plan.ts';
import { tellStory } from './stories.ts';
import { strangers } from './strangers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 8, 1);
export const CLIENTS = ['strict', 'by-name', 'tolerant', 'late', 'all'] as const;
export const ACCOUNTS = { 'try-1': 'TRY', 'try-2': 'TRY', 'try-3': 'TRY', 'eur-1': 'EUR' } as const;
/** One deposit in this many belongs to the next person, and has the account and the amount of the deposit before. */
const TWIN_RARITY = 20;
const ACCOUNT_IDS = Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[];
const ROUND = [100, 150, 200, 250, 300, 400, 500, 500, 750, 1000, 1000, 1500, 2000, 2500, 3000, 5000, 10_000];

/** Days of a desk with what really happened. The same seed gives the same days. */
export function createDays(seed: number, depositCount: number, depositsPerDay = 2000): Days {
  const random = createRandom(seed);
  const people = createPeople(random, 4000);
  const endMs = START_MS + (depositCount / depositsPerDay) * DAY_MS;
  const nextId = createIds(random);
  const deposits = createDeposits({ random, people, nextId }, depositCount, endMs);
  let lineCount = 0;
  const town: Town = {
    random,
    people,
    accounts: ACCOUNT_IDS,
    // Ids do not show the order of lines.
    nextLineId: () => `line-${((lineCount++ * 7919) % 10_000_019).toString().padStart(8, '0')}`,
    otherDeposit: (deposit) => findOther(random, deposits, deposit),
  };
  const lines = deposits.flatMap((deposit) => [...tellStory(town, deposit), ...strangers(town, deposit)]);
  const withdrawals = createWithdrawals(town, deposits, nextId);
  const all = [...lines, ...withdrawals.flatMap((withdrawal) => payoutLines(town, withdrawal))];
  all.sort((a, b) => a.atMs - b.atMs || (a.lineId < b.lineId ? -1 : 1));
  return { deposits, withdrawals, lines: all, startMs: START_MS, endMs: endMs + 5 * DAY_MS };
}

interface Source {
  readonly random: Random;
  readonly people: readonly Person[];
  nextId(): string;
}

function createIds(random: Random): () => string {
  let count = random.below(1_000_000);
  return () => {
    count += 1;
    return `66d3b000${random
      .below(2 ** 20)
      .toString(16)
      .padStart(5, '0')}${count.toString(16).padStart(11, '0')}`;
  };
}

function createDeposits(
  { random, people, nextId }: Source,
  count: number,
  endMs: number,
): readonly PlannedDeposit[] {
  const times = Array.from({ length: count }, () => START_MS + random.below(endMs - START_MS)).sort(
    (a, b) => a - b,
  );
  const freeAt = new Map<string, number>();
  const references = new Set<string>();
  let last: { user: number; bankAccountId: keyof typeof ACCOUNTS; amountMinor: number } | undefined;
  return times.map((createdAtMs) => {
    const clientId = random.pick(CLIENTS);
    const twin = random.below(TWIN_RARITY) === 0 ? last : undefined;
    // Namesakes and people with confusable names are next to one another.
    let user = twin ? (twin.user + 1) % people.length : random.below(people.length);
    // A user has one pending deposit at each client.
    while ((freeAt.get(`${clientId} ${user}`) ?? 0) > createdAtMs) user = random.below(people.length);
    const expiresAtMs = createdAtMs + DAY_MS;
    freeAt.set(`${clientId} ${user}`, expiresAtMs + 12 * HOUR_MS);
    const bankAccountId = twin?.bankAccountId ?? random.pick(ACCOUNT_IDS);
    const amountMinor = twin?.amountMinor ?? randomAmount(random);
    last = { user, bankAccountId, amountMinor };
    const currency = ACCOUNTS[bankAccountId];
    let reference = makeReference(random.below(2 ** 31));
    while (references.has(reference)) reference = makeReference(random.below(2 ** 31));
    references.add(reference);
    return {
      transactionId: nextId(),
      clientId,
      userId: `user-${user}`,
      person: people[user] as Person,
      bankAccountId,
      currency,
      amountMinor,
      reference: referenceIn(currency, reference),
      createdAtMs,
      expiresAtMs,
      cancelledAtMs: random.below(50) === 0 ? createdAtMs + random.below(HOUR_MS) : null,
    };
  });
}

function randomAmount(random: Random): number {
  const kind = random.below(10);
  if (kind < 5) return 100 * random.pick(ROUND);
  if (kind < 8) return 100 * (50 + random.below(3000));
  return 5000 + random.below(500_000);
}

function findOther(random: Random, deposits: readonly PlannedDeposit[], deposit: PlannedDeposit) {
  const at = deposits.indexOf(deposit);
  const near = deposits
    .slice(Math.max(0, at - 200), at + 1)
    .filter((other) => other !== deposit && other.bankAccountId === deposit.bankAccountId);
  const same = near.filter(({ amountMinor }) => amountMinor === deposit.amountMinor);
  const choice = same.length > 0 && random.below(2) === 0 ? same : near;
  return choice.length > 0 ? random.pick(choice) : undefined;
}

function createWithdrawals(
  { random }: Town,
  deposits: readonly PlannedDeposit[],
  nextId: () => string,
): readonly PlannedWithdrawal[] {
  return deposits
    .filter(() => random.below(12) === 0)
    .map((deposit) => ({
      transactionId: nextId(),
      clientId: deposit.clientId,
      person: deposit.person,
      currency: deposit.currency,
      amountMinor: random.below(3) === 0 ? deposit.amountMinor : randomAmount(random),
      createdAtMs: deposit.createdAtMs + random.below(DAY_MS) - DAY_MS / 2,
      queryNumber: String(1_000_000_000 + random.below(900_000_000)),
    }));
}

/** A payout, its fee, and sometimes its return. */
function payoutLines(town: Town, withdrawal: PlannedWithdrawal): readonly PlannedLine[] {
  const { random } = town;
  const { person, amountMinor, currency, createdAtMs, transactionId, queryNumber } = withdrawal;
  const accounts = ACCOUNT_IDS.filter((account) => ACCOUNTS[account] === currency);
  const bankAccountId = random.pick(accounts);
  const atMs = createdAtMs + HOUR_MS;
  const make = (
    story: PlannedLine['story'],
    at: number,
    fields: Partial<PlannedLine['line']>,
  ): PlannedLine => ({
    lineId: town.nextLineId(),
    bankAccountId,
    atMs: at,
    story,
    paysFor: [],
    canSettle: false,
    takenBackAtMs: null,
    replaces: null,
    line: { ...lineOf(at, amountMinor, currency), ...fields },
  });
  const payee = { counterpartyName: person.name.toUpperCase(), counterpartyIban: person.iban };
  const hasId = random.below(2) === 0;
  const endToEndId = hasId ? transactionId : null;
  const remittance = hasId ? [] : [`EFT (FAST) sorgu no: ${queryNumber}`];
  const lines = [make('payout', atMs, { ...payee, direction: 'debit', endToEndId, remittance })];
  const fee = { direction: 'debit', remittance: ['EFT masrafı + BSMV'], amountMinor: 1278 } as const;
  if (random.below(2) === 0) lines.push(make('fee', atMs, fee));
  const back = atMs + random.below(DAY_MS);
  const returned = random.below(30);
  if (returned === 0) lines.push(make('payout back', back, { ...payee, returnReason: 'AC04' }));
  if (returned === 1) lines.push(make('payout back', back, { remittance: [`IADE sorgu no ${queryNumber}`] }));
  if (returned === 2) lines.push(make('payout back', back, { ...payee, endToEndId: transactionId }));
  if (returned === 3) lines.push(make('payout back, unmarked', back, payee));
  return lines;
}
