import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, type ApiResponse, DEMO_BANK_ID, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { IS_LONG } from '../support/long.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const TURNS = IS_LONG ? 8 : 3;
const EACH = 4;
/** Of these, eight are for commands. */
const EIGHT_CONNECTIONS = onPostgres ? { DATABASE_POOL_SIZE: '16' } : {};

let started: ManualClockService;
const service = () => started;
let accountId: string;
beforeAll(async () => {
  started = await startManualClockService({ env: EIGHT_CONNECTIONS, limits: LONG_LOCK_TIMEOUT });
  accountId = (await createAccount(service(), { bankId: DEMO_BANK_ID })).id;
});
afterAll(async () => {
  await expectAgreement(service().databasePath);
  await started.stop();
});

const post = (target: string, body: Json, as = OPERATOR): Promise<ApiResponse> =>
  service().ask(target, { as, method: 'POST', contentType: 'application/json', body: JSON.stringify(body) });
const withdraw = async (): Promise<string> => (await service().withdraw(MERCHANT)).transactionId;
const preparing = (transactionIds: readonly string[]) => post('/v1/payouts', { transactionIds, accountId });
const cancel = (id: string) =>
  service().ask(`/v1/transactions/${id}/cancel`, { as: MERCHANT, method: 'POST', body: {} });
const exporting = ({ payoutId, contentHash }: Json) =>
  post(`/v1/payouts/${payoutId}/export`, { contentHash });
const times = <T>(count: number, run: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => run(place));
const wins = (responses: readonly ApiResponse[]) => responses.filter(({ status }) => status === 200).length;

/** A batch of two withdrawals that its maker can export. */
async function approved(): Promise<Json> {
  const { payoutId, contentHash } = expectData(await preparing([await withdraw(), await withdraw()]));
  return expectData(await post(`/v1/payouts/${payoutId}/approve`, { contentHash }, ADMIN));
}

const stateOf = async ({ payoutId }: Json): Promise<string> =>
  expectData(await service().ask(`/v1/payouts/${payoutId}`)).state;

const countRows = (table: 'payout_files' | 'payout_rows', payoutId: string) =>
  withDatabase(service().databasePath, async (db) => {
    const rows = await db
      .selectFrom(table)
      .select('batch_id')
      .where('batch_id', '=', payoutId)
      .$if(table === 'payout_rows', (query) => query.where('state' as never, '=', 'in' as never))
      .execute();
    return rows.length;
  });

async function eachTurn(race: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await race();
}

/** Both sides ask four times, in turns. */
async function against(
  one: (place: number) => Promise<ApiResponse>,
  other: (place: number) => Promise<ApiResponse>,
): Promise<readonly [ApiResponse[], ApiResponse[]]> {
  const pairs = times(EACH, (place) => [one(place), other(place)] as const);
  const ones = await Promise.all(pairs.map(([first]) => first));
  const others = await Promise.all(pairs.map(([, second]) => second));
  for (const { status } of [...ones, ...others]) expect([200, 400, 403, 409]).toContain(status);
  return [ones, others];
}

test('eight exports at once make one file, and all get its bytes', () =>
  eachTurn(async () => {
    const batch = await approved();
    const files = (await Promise.all(times(2 * EACH, () => exporting(batch)))).map(expectData);
    expect(new Set(files.map(({ base64, sha256 }) => `${sha256} ${base64}`)).size).toBe(1);
    expect(await countRows('payout_files', batch.payoutId)).toBe(1);
  }));

const CHANGES: readonly (readonly [string, string, (batch: Json) => Promise<(place: number) => Json>])[] = [
  ['rejections', 'reject', async () => () => ({ reason: 'no' })],
  [
    'removals',
    'remove',
    async ({ rows }) =>
      (place) => ({ transactionIds: [rows[place % 2].transactionId] }),
  ],
  [
    'additions',
    'add',
    async () => {
      const ids = [await withdraw(), await withdraw()];
      return (place) => ({ transactionIds: [ids[place % 2]] });
    },
  ],
];

test.each(CHANGES)('of four exports and four %s at once, one kind wins', (_, verb, bodies) =>
  eachTurn(async () => {
    const batch = await approved();
    const { payoutId, contentHash, rows } = batch;
    const bodyOf = await bodies(batch);
    const [exports, changes] = await against(
      () => exporting(batch),
      (place) => post(`/v1/payouts/${payoutId}/${verb}`, { contentHash, ...bodyOf(place) }),
    );
    const isExported = (await stateOf(batch)) === 'exported';
    expect([wins(exports), wins(changes)]).toEqual(isExported ? [EACH, 0] : [0, 1]);
    expect(await countRows('payout_files', payoutId)).toBe(isExported ? 1 : 0);
    if (verb !== 'reject' || isExported) return;
    expect(await countRows('payout_rows', payoutId)).toBe(0);
    expectData(await preparing(rows.map((row: Json) => row.transactionId)));
  }),
);

test('a merchant cancels nothing while it is exported', () =>
  eachTurn(async () => {
    const batch = await approved();
    const [exports, cancels] = await against(
      () => exporting(batch),
      (place) => cancel(batch.rows[place % 2].transactionId),
    );
    expect([wins(exports), wins(cancels)]).toEqual([EACH, 0]);
    expect(await countRows('payout_rows', batch.payoutId)).toBe(2);
  }));

test('of a merchant who cancels and people who prepare at once, one wins', () =>
  eachTurn(async () => {
    const id = await withdraw();
    const [batches, cancels] = await against(
      () => preparing([id]),
      () => cancel(id),
    );
    const { status } = expectData(await service().ask(`/v1/transactions/${id}`));
    const isCancelled = status !== 'pending';
    expect(wins(batches)).toBe(isCancelled ? 0 : 1);
    expect(wins(cancels) > 0).toBe(isCancelled);
  }));
