import {
  type Credentials,
  createClock,
  type Json,
  OPERATOR,
  type TestServiceOptions,
  VALID_IBAN,
} from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import {
  type ManualClockService,
  MINUTE_MS,
  startManualClockService,
} from '../support/manual-clock-service.ts';
import { createRandom } from '../support/random.ts';
import { importHere } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

const DAY = '2026-11-20';
const DAY_BEFORE = '2026-11-19';
/** 11:40 of the desk. */
const BEGIN_MS = Date.parse(`${DAY}T08:40:00Z`);

const PAYERS =
  `Ayşe Kurt, Mehmet Polat, Zeynep Demir, Volkan Taşçı, Emine Aydın, Hasan Çelik, Nazlı Tekiner, Oğuz Kara,
  Selin Aksoy, Burak Kılıç, Fatma Öztürk, Deniz Arslan, İrem Çetin, Umut Doğan, Gizem Taş, Bora Acar, Şükrü Yılmaz,
  Hatice Kaya, Salih Güneş, Ceren Koç, Tolga Varol, Pelin Atik, Kerem Alkan, Yasemin Duru`.split(/,\s+/);
const AMOUNTS = [
  '1250.50',
  '500',
  '750',
  '2000',
  '300',
  '4321.75',
  '1000',
  '640.25',
  '180',
  '2500',
  '990',
  '5000',
];
const PAYEES =
  `Rasim Kutlu, Figen Saka, Levent Oral, Meral Koray, Cihan Yurt, Ece Pamuk, Vedat Ergin, Lale Evren,
  Onur Sezgin, Nalan Gezer`.split(/,\s+/);
const MERCHANTS = ['Kuzey Oyun', 'Lale Market', 'Mavi Tur', 'Ege Kitap'];

/** A service with the day of a desk in it, always the same one. */
export interface PictureDesk extends AsyncDisposable {
  readonly service: ManualClockService;
  /** The path of the page of a payer. */
  readonly payerPath: string;
  /** A batch that waits for its approval. */
  readonly payoutId: string;
  /** A deposit that the reconciliation has settled. */
  readonly settledId: string;
}

/** Starts the service with clocks that stand still, and fills it. */
export async function openPictureDesk(options: TestServiceOptions = {}): Promise<PictureDesk> {
  const clock = createClock(BEGIN_MS);
  const random = createRandom(7);
  const service = await startManualClockService({
    ...options,
    clock,
    env: { TIME_ZONE: 'Europe/Istanbul', SERVICE_NAME: 'Anadolu Pay', ...options.env },
    platform: {
      randomFill(bytes) {
        for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.below(256);
        return bytes;
      },
    },
  });
  await fixReferences(service);
  const merchants: TestClient[] = [];
  for (const [index, name] of MERCHANTS.entries())
    merchants.push(await createClient(service, { appKey: `merchant-${index + 1}`, name }));
  const of = (index: number): Credentials => merchants[index % merchants.length] as TestClient;
  const deposits = await createDeposits(service, of);
  const payerPath = new URL(deposits.at(-1)?.url).pathname;
  const withdrawals: Json[] = [];
  for (const [index, accountName] of PAYEES.entries())
    withdrawals.push(
      await service.withdraw(of(index), {
        processId: `w-${index}`,
        userId: `p-${index}`,
        userName: `u${index + 200}`,
        name: accountName,
        accountName,
        iban: ibanOf(index),
        amount: AMOUNTS[(index * 5) % AMOUNTS.length] ?? '500',
      }),
    );
  await importLines(service, deposits);
  const payoutId = await prepareBatch(service, withdrawals.slice(0, 6));
  return {
    service,
    payerPath,
    payoutId,
    settledId: deposits[0]?.transactionId,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Gives the database, which has none of its own yet to lose, a key of references that is always the same. */
async function fixReferences({ databasePath }: ManualClockService): Promise<void> {
  await withDatabase(databasePath, (db) =>
    db
      .updateTable('metadata')
      .set({ value: '0123456789abcdef'.repeat(2) })
      .where('key', '=', 'reference_key')
      .execute(),
  );
}

/** A valid IBAN of a payee. */
function ibanOf(index: number): string {
  const account = `000610${String(5_197_864_578 + index * 7919).padStart(16, '0')}`;
  const check = 98n - (BigInt(`${account}292700`) % 97n);
  return index === 0 ? VALID_IBAN : `TR${String(check).padStart(2, '0')}${account}`;
}

async function createDeposits(
  service: ManualClockService,
  of: (index: number) => Credentials,
): Promise<Json[]> {
  const deposits: Json[] = [];
  for (const [index, name] of PAYERS.entries()) {
    const made = await service.deposit(of(index), {
      processId: `d-${index}`,
      userId: `u-${index}`,
      userName: `u${index + 100}`,
      name,
      amount: AMOUNTS[index % AMOUNTS.length] ?? '500',
    });
    const detail = expectData(await service.ask(`/v1/transactions/${made.transactionId}`));
    deposits.push({ ...detail, ...made });
    if (index % 4 === 1) await service.dependencies.transactions.markSent(made.transactionId);
    service.clock.advance(MINUTE_MS);
  }
  return deposits;
}

/** The statement of yesterday, and the lines of today: some settle by themselves, the others wait for a decision. */
async function importLines(service: ManualClockService, deposits: readonly Json[]): Promise<void> {
  const ibans = [...new Set(deposits.map(({ bankAccountIban }) => String(bankAccountIban)))];
  for (const [place, iban] of ibans.entries()) {
    const own = deposits.filter(({ bankAccountIban }) => bankAccountIban === iban);
    const before: BankLine[] = [
      { date: DAY_BEFORE, amountMinor: 64_025, name: 'EREN GUNGOR', text: 'FAST 88121' },
      { date: DAY_BEFORE, amountMinor: 150_000, name: 'METIN SONMEZ', text: 'HAVALE' },
      { date: DAY_BEFORE, amountMinor: -1250, text: 'HESAP ISLETIM UCRETI' },
    ];
    const today = own.slice(0, 6).map((deposit, index) => lineOf(deposit, index));
    const stranger = { date: DAY, amountMinor: 41_500, name: 'YABANCI LTD STI', text: 'kira kasim' };
    const openingMinor = 12_500_000 + place * 3_141_500;
    const statement = { iban, id: `A${place}`, lines: before, openingMinor };
    await importHere(service, camtOf(statement), `anadolu-${place + 1}-${DAY_BEFORE}.xml`);
    const closingMinor = before.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor);
    const next = { iban, id: `B${place}`, lines: [...today, stranger], openingMinor: closingMinor };
    await importHere(service, camtOf(next), `anadolu-${place + 1}-${DAY}.xml`);
  }
  await service.statementMatcher.matchNow();
}

/** The transfer of a payer: with the reference, without it, or with too little. */
function lineOf({ amount, name, reference }: Json, index: number): BankLine {
  const amountMinor = Math.round(amount * 100);
  const upper = String(name).toLocaleUpperCase('tr');
  if (index % 3 === 0) return { date: DAY, amountMinor, name: upper, text: `FAST ${reference}` };
  if (index % 3 === 1) return { date: DAY, amountMinor, name: upper, text: 'bakiye yükleme' };
  return { date: DAY, amountMinor: amountMinor - 5000, name: upper, text: `ödeme ${reference}` };
}

async function prepareBatch(service: ManualClockService, withdrawals: readonly Json[]): Promise<string> {
  const [account] = await service.dependencies.db.read('listEveryAccount');
  const prepared = await service.ask('/v1/payouts', {
    as: OPERATOR,
    json: {
      transactionIds: withdrawals.map(({ transactionId }) => transactionId),
      accountId: account?.id,
    },
  });
  return expectData(prepared).payoutId;
}
