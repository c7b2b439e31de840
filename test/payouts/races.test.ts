import { afterAll, describe, expect, test } from 'vitest';
import { ADMIN, type ApiResponse, type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { IS_LONG } from '../support/long.ts';
import { usePayouts } from '../support/payouts/desk.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const TURNS = IS_LONG ? 8 : 1;
/** Of these, eight are for commands. */
const EIGHT_CONNECTIONS = onPostgres ? { DATABASE_POOL_SIZE: '16' } : {};

const {
  service,
  post,
  preparing,
  prepared,
  approved: approvedOf,
  read,
  decide,
  takeBack,
  liveRows,
  settleByLine,
  withdraw,
} = usePayouts({ env: EIGHT_CONNECTIONS, limits: LONG_LOCK_TIMEOUT });
afterAll(() => expectAgreement(service().databasePath));

describe('races', () => {
  /** The statuses of calls that were sent at once. */
  async function statusesOf(calls: readonly Promise<{ readonly status: number }>[]): Promise<number[]> {
    return (await Promise.all(calls)).map(({ status }) => status).sort();
  }

  test('of eight batches that want one withdrawal, one gets it', async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const [transactionId = ''] = await withdraw(1);
      const statuses = await statusesOf(Array.from({ length: 8 }, () => preparing([transactionId])));
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
      expect(await liveRows(transactionId)).toHaveLength(1);
    }
  });

  test.each([
    ['claim', 'claim', {}],
    ['rejection', 'reject', { reason: 'no', sequence: 1 }],
  ])('of a batch and a %s, one wins', async (_, verb, body) => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const [transactionId = ''] = await withdraw(1);
      const [batch, other] = await Promise.all([
        preparing([transactionId]),
        post(`/v1/transactions/${transactionId}/${verb}`, body),
      ]);
      expect([batch.status, other.status].filter((status) => status === 200)).toHaveLength(1);
      expect(await liveRows(transactionId)).toHaveLength(batch.status === 200 ? 1 : 0);
    }
  });

  test('approvals, rejections and removals at once leave one state, and nothing stuck', async () => {
    const third = await createClient(service(), { role: 'operator', name: 'Third' });
    for (let turn = 0; turn < TURNS; turn += 1) {
      const ids = await withdraw(2);
      const batch = await prepared(ids);
      const responses = await Promise.all([
        decide('approve', batch, ADMIN),
        decide('approve', batch, third),
        decide('reject', batch, OPERATOR, { reason: 'no' }),
        decide('remove', batch, ADMIN, { transactionIds: ids.slice(0, 1) }),
      ]);
      for (const { status } of responses) expect([200, 409]).toContain(status);
      // Of a rejection and a removal, each of which makes another batch of it, one wins.
      expect(responses.slice(2).filter(({ status }) => status === 200)).toHaveLength(1);
      const data = await read(batch);
      expect(data.state).toBe(responses[2]!.status === 200 ? 'rejected' : 'prepared');
      expect(data.rows).toHaveLength(data.state === 'rejected' ? 0 : 1);
    }
  });

  test('a line of a bank and an approval at once leave no approval of what was paid', async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const ids = await withdraw(2);
      const batch = await prepared(ids);
      await Promise.all([decide('approve', batch, ADMIN), settleByLine(ids[0] ?? '')]);
      const data = await read(batch);
      expect(data).toMatchObject({ state: 'prepared', count: 1 });
      expect(data.rows.map((row: Json) => row.transactionId)).toEqual([ids[1]]);
    }
  });
});

describe('export races', () => {
  const EACH = 4;

  const cancel = (id: string) =>
    service().ask(`/v1/transactions/${id}/cancel`, { as: MERCHANT, method: 'POST', body: {} });

  const exporting = (batch: Json) => decide('export', batch);

  const times = <T>(count: number, run: (place: number) => T): T[] =>
    Array.from({ length: count }, (_, place) => run(place));

  const wins = (responses: readonly ApiResponse[]) => responses.filter(({ status }) => status === 200).length;

  /** A batch of two withdrawals that its maker can export. */
  const approved = async () => approvedOf(await withdraw(2));

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

  /** By whom: a rejection is asked for by another person than the export. */
  const CHANGES: readonly (readonly [
    string,
    string,
    Credentials,
    (batch: Json) => Promise<(place: number) => Json>,
  ])[] = [
    ['rejections', 'reject', ADMIN, async () => () => ({ reason: 'no' })],
    [
      'removals',
      'remove',
      OPERATOR,
      async ({ rows }) =>
        (place) => ({ transactionIds: [rows[place % 2].transactionId] }),
    ],
    [
      'additions',
      'add',
      OPERATOR,
      async () => {
        const ids = await withdraw(2);
        return (place) => ({ transactionIds: [ids[place % 2]] });
      },
    ],
  ];

  test.each(CHANGES)('of four exports and four %s at once, one kind wins', (_, verb, as, bodies) =>
    eachTurn(async () => {
      const batch = await approved();
      const { payoutId, rows } = batch;
      const bodyOf = await bodies(batch);
      const [exports, changes] = await against(
        () => exporting(batch),
        (place) => decide(verb, batch, as, bodyOf(place)),
      );
      const isExported = (await read(batch)).state === 'exported';
      expect([wins(exports), wins(changes)]).toEqual(isExported ? [EACH, 0] : [0, 1]);
      expect(await countRows('payout_files', payoutId)).toBe(isExported ? 1 : 0);
      if (verb !== 'reject' || isExported) return;
      expect(await countRows('payout_rows', payoutId)).toBe(0);
      await prepared(rows.map((row: Json) => row.transactionId));
    }),
  );

  test('a rejection that was meant for a batch without a file frees nothing of one', async () => {
    const batch = await approved();
    const { rows } = batch;
    expectData(await exporting(batch));
    const late = await decide('reject', batch, ADMIN, { reason: 'not sent' });
    expect(expectFailure(late, 'error_stale_sequence').fields).toMatchObject([{ path: 'progressHash' }]);
    expect(await liveRows(rows[0].transactionId)).toHaveLength(1);
    expectData(await takeBack(batch, ADMIN));
    expect(await liveRows(rows[0].transactionId)).toHaveLength(0);
  });

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
      const [id = ''] = await withdraw(1);
      const [batches, cancels] = await against(
        () => preparing([id]),
        () => cancel(id),
      );
      const { status } = expectData(await service().ask(`/v1/transactions/${id}`));
      const isCancelled = status !== 'pending';
      expect(wins(batches)).toBe(isCancelled ? 0 : 1);
      expect(wins(cancels) > 0).toBe(isCancelled);
    }));
});
