import { expect, test } from 'vitest';
import { type ApiResponse, DEPOSIT, hmac, startTestService, type TestService, WITHDRAW } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { withInsertsRefused, withLockHeld, withoutTransactions } from '../support/refusing-database.ts';

const SECRET = 'Sentinel-secret-Qx7';
const IBAN = 'GB33BUKB20201555555555';
/** Each field has its own value, so that a leak names its field. */
const FIELDS = {
  bankId: '507f1f77bcf86cd799439011',
  amount: '777.31',
  processId: 'order-4711',
  userId: 'SentinelUserId',
  userName: 'SentinelUserName',
  name: 'Sentinel Fullname',
  accountName: 'Sentinel Accountname',
  iban: IBAN,
};
// The log names the order of a merchant.
const { bankId, amount, processId: order, ...PRIVATE_FIELDS } = FIELDS;
const FIELD_SENTINELS = Object.values(PRIVATE_FIELDS);

const signs: string[] = [];
let requestCount = 0;

/** Sends one signed call and keeps its sign. */
async function send(service: TestService, as: TestClient, target: string, body?: string, more = {}) {
  const method = body === undefined ? 'GET' : 'POST';
  const seconds = Math.floor(Date.now() / 1000);
  const digest = hmac(as.secret, `${seconds}.${method}.${target}.${body ?? ''}`);
  signs.push(digest);
  requestCount += 1;
  const headers = {
    appKey: as.appKey,
    sign: `t=${seconds},v1=${digest}`,
    'content-type': 'application/x-www-form-urlencoded',
    ...more,
  };
  return rawCall(service, { method, target, headers, ...(body !== undefined && { body }) });
}

const form = (changes: Record<string, string> = {}) =>
  new URLSearchParams({ ...FIELDS, ...changes }).toString();

/** Sends the sentinels in every part of a request, to requests with every kind of outcome. */
async function trafficOf(service: TestService, as: TestClient): Promise<ApiResponse[]> {
  const json = JSON.stringify({ ...FIELDS, amount: 777.31 });
  const asJson = { 'content-type': 'application/json' };
  const responses: ApiResponse[] = [];
  const bodies: [string, object][] = [
    [form(), {}],
    [form(), {}],
    [json, asJson],
    [form({ name: 'Sentinel Fullname Other' }), {}],
    [form({ processId: 'order-4712', bankId: 'SentinelUserId' }), {}],
    [form({ processId: 'order-4713', amount: '0.01' }), {}],
    [form({ iban: `${IBAN}0` }), {}],
    [form({ name: 'Sentinel Fullname\u0000' }), {}],
    [form({ amount: IBAN }), {}],
    [form({ onBehalfOf: 'Sentinel Fullname' }), {}],
    [`${form()}&${form()}`, {}],
    [`${form()}&Sentinel+Fullname=%ff`, {}],
    [form(), { 'content-length': '65537' }],
    [json.slice(0, -1), asJson],
    [`[${json}]`, asJson],
    [json.replace('{', `{"name":"Sentinel Fullname",`), asJson],
    [form(), { 'content-type': 'text/Sentinel' }],
    [form(), { 'content-encoding': 'gzip' }],
    [form(), { sign: 'Sentinel-secret-Qx7' }],
    [form(), { sign: `t=1,v1=${hmac(SECRET, 'Sentinel')}` }],
    [form(), { appKey: 'Sentinel Fullname' }],
    [form(), { appKey: '', sign: hmac(SECRET, form()) }],
    [form(), { 'user-agent': 'Sentinel Fullname', cookie: SECRET, referer: `https://x/${IBAN}` }],
  ];
  for (const target of [DEPOSIT, WITHDRAW])
    for (const [body, more] of bodies) responses.push(await send(service, as, target, body, more));
  const query = new URLSearchParams(FIELDS).toString();
  const targets = ['/v1/transactions', '/v1/available-banks', '/healthz', '/readyz', '/v1/unknown'];
  for (const target of targets) responses.push(await send(service, as, `${target}?${query}`));
  for (const value of FIELD_SENTINELS)
    for (const path of [`/v1/transactions/${encodeURIComponent(value)}`, `/${encodeURIComponent(value)}`]) {
      responses.push(await send(service, as, path));
      responses.push(await send(service, as, path, form()));
    }
  for (const name of ['after', 'limit', 'status', 'type', 'from', 'to', 'processId', 'userId'])
    responses.push(await send(service, as, `/v1/transactions?${name}=${encodeURIComponent(FIELDS.name)}`));
  return responses;
}

/** Breaks the database of the running service, which causes an unexpected error and one that can be retried. */
async function brokenTrafficOf(service: TestService, as: TestClient): Promise<ApiResponse[]> {
  const create = (target: string, processId: string) => send(service, as, target, form({ processId }));
  const list = () => send(service, as, `/v1/transactions?${new URLSearchParams(PRIVATE_FIELDS)}`);
  return [
    await withLockHeld(service, () => create(WITHDRAW, 'order-4714')),
    await withoutTransactions(service, () => create(DEPOSIT, 'order-4715')),
    await withoutTransactions(service, () => create(WITHDRAW, 'order-4715')),
    await withoutTransactions(service, list),
    await withInsertsRefused(service, () => create(WITHDRAW, 'order-4716')),
  ];
}

test('no log line contains a secret, a sign, an IBAN, a name or any other field of a request, whatever its outcome', async () => {
  await using service = await startTestService();
  const client = await createClient(service, { secret: SECRET });
  const responses = [...(await trafficOf(service, client)), ...(await brokenTrafficOf(service, client))];
  const statuses = new Set(responses.map((response) => response.status));
  for (const status of [200, 400, 401, 403, 404, 405, 409, 413, 415, 422, 500, 503])
    expect(statuses).toContain(status);

  // There is at least one line for each request, and fields that are not private distinguish them.
  await expect.poll(() => service.logLines.length).toBeGreaterThanOrEqual(requestCount);
  expect(service.logLines.filter((line) => line.includes(client.appKey)).length).toBeGreaterThan(10);

  const hashes = responses.map((response) => response.json?.data?.hash).filter((hash) => hash !== undefined);
  expect(hashes.length).toBeGreaterThan(2);
  const texts = [SECRET, ...FIELD_SENTINELS, ...signs, ...hashes, 'sentinel', 'TR640099900000999000001001'];
  const spellings = texts.flatMap((text) => [
    text,
    encodeURIComponent(text),
    new URLSearchParams({ text }).toString().slice(5),
    Buffer.from(text).toString('base64').slice(0, -4),
    Buffer.from(text).toString('hex'),
  ]);
  for (const line of service.logLines)
    for (const spelling of spellings) expect(line.toLowerCase()).not.toContain(spelling.toLowerCase());
});
