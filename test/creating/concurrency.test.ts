import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPOSIT, depositFields, temporaryFolder, WITHDRAW, withdrawalFields } from '../harness.ts';
import { type Committed, openCommitted } from '../support/committed-rows.ts';
import { IS_LONG } from '../support/long.ts';
import { openRaw, type RawResponse, signedPost } from '../support/raw-connection.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { onPostgres } from '../support/test-database.ts';

const CONNECTIONS = 100;
const CREATES = IS_LONG ? 1000 : 150;
const OF_ONE_USER = IS_LONG ? 500 : 100;

let folder: ReturnType<typeof temporaryFolder>;
let service: ServiceProcess;
let committed: Committed;
beforeAll(async () => {
  folder = temporaryFolder();
  service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
  committed = openCommitted(service.databasePath);
});
afterAll(async () => {
  await committed[Symbol.asyncDispose]();
  await service.kill();
  folder[Symbol.dispose]();
});

type Fields = Readonly<Record<string, string>>;

interface Observation {
  readonly sent: Fields;
  readonly response: RawResponse;
  /** The number of rows that `countRows` found when the response arrived. */
  readonly rows: number;
}

/** Sends every request, pipelined over some connections, before it reads the first response. */
async function sendAtOnce(
  target: string,
  requests: readonly Fields[],
  countRows: () => Promise<number>,
): Promise<Observation[]> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openRaw(service)));
  try {
    const observations = requests.map(async (sent, index) => {
      const response = await connections[index % CONNECTIONS]!.response();
      return { sent, response, rows: await countRows() };
    });
    for (const [index, sent] of requests.entries())
      connections[index % CONNECTIONS]!.write(signedPost(target, sent));
    return await Promise.all(observations);
  } finally {
    for (const connection of connections) connection[Symbol.dispose]();
  }
}

/** Sends as clients do: what a busy PostgreSQL refused with 503 was not executed, and is sent again. */
async function sendUntilAnswered(...[target, requests, countRows]: Parameters<typeof sendAtOnce>) {
  const observations = await sendAtOnce(target, requests, countRows);
  const isRefused = ({ response }: (typeof observations)[number]) => response.status === 503;
  const refused = observations.filter(isRefused);
  if (!onPostgres || refused.length === 0) return observations;
  for (const { response } of refused) expect(response.json.error.type).toBe('error_unavailable');
  const repeated = await sendAtOnce(
    target,
    refused.map(({ sent }) => sent),
    countRows,
  );
  return [...observations.filter((one) => !isRefused(one)), ...repeated];
}

test.each([
  ['deposit', DEPOSIT, depositFields],
  ['withdrawal', WITHDRAW, withdrawalFields],
] as const)(
  `${CREATES} concurrent creates of a %s with one processId, half of them with other content, store one`,
  async (_, target, fields) => {
    const request = fields();
    const other = { ...request, amount: '600' };
    const stored = () => committed.withProcessId(request.processId!);
    const requests = Array.from({ length: CREATES }, (_, index) => (index % 2 ? request : other));
    const observations = await sendUntilAnswered(target, requests, async () => (await stored()).length);

    const [row, ...more] = await stored();
    expect(more).toEqual([]);
    const winner = row!.amount_minor === 60_000 ? other : request;
    for (const { sent, response, rows } of observations) {
      // Each response depends on the row, so none may arrive before the commit.
      expect(rows).toBe(1);
      expect(response.status).toBe(sent === winner ? 200 : 409);
      if (sent === winner) expect(response.json.data.transactionId).toBe(row!.id);
      else expect(response.json.error.message).toContain(row!.id);
    }
    const firsts = observations.filter(
      ({ response }) => response.status === 200 && response.json.data.alreadyPending !== true,
    );
    expect(firsts).toHaveLength(target === DEPOSIT ? 1 : CREATES / 2);
  },
);

test(`${OF_ONE_USER} concurrent deposits of one user store one, and all others return it`, async () => {
  const userId = depositFields().userId!;
  const requests = Array.from({ length: OF_ONE_USER }, () => depositFields({ userId }));
  const stored = () => committed.withUserId(userId);
  const observations = await sendAtOnce(DEPOSIT, requests, async () => (await stored()).length);

  const [row, ...more] = await stored();
  expect(more).toEqual([]);
  for (const { response, rows } of observations) {
    expect(rows).toBe(1);
    expect(response.status).toBe(200);
    expect(response.json.data).toMatchObject({ transactionId: row!.id, processId: row!.process_id });
  }
  const firsts = observations.filter(({ response }) => response.json.data.alreadyPending !== true);
  expect(firsts.map(({ sent }) => sent.processId)).toEqual([row!.process_id]);
});
