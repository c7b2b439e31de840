import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WrapClient } from '../../db/engines/postgres/dialect.ts';
import { call, DEPOSIT, depositFields, type Json, WITHDRAW, withdrawalFields } from '../harness.ts';
import { HOUR_MS, type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const onPostgres = process.env.TEST_ENGINE === 'postgres';

/** The texts of the statements of commands, on PostgreSQL. */
const statements: string[] = [];
const wrapClient: WrapClient = (client) => ({
  query: ((config: { text: string }) => {
    statements.push(config.text);
    return client.query(config);
  }) as typeof client.query,
  release: (broken) => client.release(broken),
});

let service: ManualClockService;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startWithoutTimers({ engine: { wrapClient } });
});

afterAll(async () => {
  await service.stop();
  await receiver[Symbol.asyncDispose]();
});

const lines = (): Json[] => service.logLines.map((line) => JSON.parse(line));

async function lineOf(requestId: string | null): Promise<Json> {
  const find = () => lines().find((line) => line.requestId === requestId && line.route !== undefined);
  await expect.poll(find).toBeDefined();
  return find();
}

/** Settles a new withdrawal by a request of a trace. @returns its id. */
async function settle(traceparent?: string): Promise<string> {
  const merchant = await service.merchantOf(receiver);
  const { transactionId } = await service.deposit(merchant);
  await service.ask(`/v1/transactions/${transactionId}/settle`, {
    body: { sequence: '1' },
    ...(traceparent !== undefined && { headers: { traceparent } }),
  });
  return transactionId;
}

test('without METRICS_PORT there is no port of metrics, and nothing is counted', () => {
  expect(service.metricsUrl).toBeUndefined();
  expect(service.dependencies.observer).toBeUndefined();
});

test('the line of a request has the id of its trace, its transaction and its processId', async () => {
  const fields = withdrawalFields();
  const { headers, json } = await service.ask(WITHDRAW, {
    as: await service.merchantOf(undefined),
    body: fields,
    headers: { traceparent: TRACEPARENT },
  });
  expect(await lineOf(headers.get('x-request-id'))).toMatchObject({
    traceId: TRACE,
    transactionId: json.data.transactionId,
    processId: fields.processId,
  });
  const read = await service.ask(`/v1/transactions/${json.data.transactionId}`);
  expect(await lineOf(read.headers.get('x-request-id'))).toMatchObject({
    transactionId: json.data.transactionId,
  });
});

test('the line of a refused request has its processId and its trace', async () => {
  const fields = depositFields({ bankId: 'f'.repeat(24) });
  const headers = { traceparent: TRACEPARENT };
  const refused = await call(service, DEPOSIT, { body: fields, headers });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  const line = await lineOf(refused.headers.get('x-request-id'));
  expect(line).toMatchObject({ processId: fields.processId, traceId: TRACE });
});

test('a processId that looks like an IBAN, a secret or a text of a person stays out of the log', async () => {
  const as = await service.merchantOf(undefined);
  const hidden = [
    'TR330006100519786457841326',
    'pay-GB33BUKB20201555555555',
    'TR33-0006-1005-1978-6457',
    'Ada Lovelace',
    'ada@example.com',
    'ş',
    'a'.repeat(65),
    'k'.repeat(43),
  ];
  for (const processId of hidden) {
    const { headers, status } = await service.ask(DEPOSIT, { as, body: depositFields({ processId }) });
    expect(status, processId).toBe(200);
    expect(await lineOf(headers.get('x-request-id')), processId).not.toHaveProperty('processId');
  }
});

test('a traceparent that breaks a rule is ignored', async () => {
  const bad = [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${TRACEPARENT}'; drop table`, 'x'.repeat(5000)];
  for (const traceparent of bad) {
    const { headers, status } = await service.ask('/v1/available-banks', { headers: { traceparent } });
    expect(status).toBe(200);
    expect(await lineOf(headers.get('x-request-id'))).not.toHaveProperty('traceId');
  }
});

test('every attempt of a callback carries the trace of the request that made the transition', async () => {
  receiver.respondWith(status(500));
  const before = receiver.deliveries.length;
  const transactionId = await settle(TRACEPARENT);
  await service.callbackWorker.idle();
  receiver.respondWith(status(204));
  service.clock.advance(HOUR_MS);
  await service.callbackWorker.idle();
  const sent = receiver.deliveries.slice(before);
  expect(sent.map(({ headers }) => headers.traceparent)).toEqual([TRACEPARENT, TRACEPARENT]);
  const logged = lines().filter((line) => line.msg === 'callback' && line.transactionId === transactionId);
  expect(logged).toHaveLength(2);
  for (const line of logged) {
    expect(line).toMatchObject({ traceId: TRACE, appKey: expect.stringMatching(/^client-/) });
    expect(String(line.durationMs)).toMatch(/^\d+(\.\d{1,3})?$/);
  }
});

test('a callback of a request without a trace carries none', async () => {
  const before = receiver.deliveries.length;
  await settle();
  await service.callbackWorker.idle();
  const sent = receiver.deliveries.slice(before);
  expect(sent.map(({ headers }) => headers.traceparent)).toEqual([undefined]);
});

test.runIf(onPostgres)(
  'the transaction of a traced request begins with a comment, and stays prepared',
  async () => {
    await settle();
    // Statements for the first callback belong to the first trace.
    await service.callbackWorker.idle();
    const plain = new Set(statements);
    statements.length = 0;
    await settle(TRACEPARENT);
    await service.callbackWorker.idle();
    const begins = statements.filter((text) => text.startsWith('begin '));
    expect(begins).toEqual([`begin /*traceparent='${TRACEPARENT}'*/`]);
    const others = statements.filter((text) => !text.startsWith('begin '));
    for (const text of others) expect(plain).toContain(text);
  },
);

/** The spans that a collector has received. */
function spansOf(collector: Receiver): Json[] {
  return collector.deliveries.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((resource: Json) =>
      resource.scopeSpans.flatMap((scope: Json) => scope.spans),
    ),
  );
}

/** Starts a service that sends its spans to a collector. */
async function withCollector(
  collector: Receiver,
  run: (traced: ManualClockService) => Promise<void>,
): Promise<void> {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = new URL(collector.url).origin;
  process.env.OTEL_SERVICE_NAME = 'a-desk';
  process.env.OTEL_BSP_SCHEDULE_DELAY = '100';
  try {
    await using traced = await startWithoutTimers({ env: { OTEL_TRACES_EXPORTER: 'otlp' } });
    await run(traced);
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    delete process.env.OTEL_SERVICE_NAME;
    delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  }
}

const accepting = () => startReceiver({ respond: status(200, { 'content-type': 'application/json' }, '{}') });

test('a stranger cannot have a request recorded, and its line still has the id of the trace', async () => {
  await using collector = await accepting();
  await withCollector(collector, async (traced) => {
    const headers = { traceparent: TRACEPARENT };
    await fetch(`${traced.url}/healthz`, { headers });
    await fetch(`${traced.url}/v1/available-banks`, {
      headers: { ...headers, appKey: 'demo-merchant', sign: 'x' },
    });
    const ofTrace = () =>
      traced.logLines.map((line) => JSON.parse(line)).filter((line) => line.traceId === TRACE);
    await expect.poll(ofTrace).toHaveLength(2);
    await traced.ask('/v1/available-banks', { headers });
    await traced.stop();
    const names = spansOf(collector).filter((span) => span.traceId === TRACE);
    expect(names.map(({ name }) => name)).toEqual(['rest listAvailableBanks']);
  });
});

test('spans that cannot be sent are reported in the log, once a minute', async () => {
  await using collector = await startReceiver({ respond: status(400) });
  await withCollector(collector, async (traced) => {
    const problems = () =>
      traced.logLines
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'OpenTelemetry reports a problem');
    await traced.ask('/v1/available-banks');
    await expect.poll(problems, { timeout: 20_000 }).toMatchObject([{ level: 40, omitted: 0 }]);
    await traced.ask('/v1/available-banks');
    await traced.stop();
    expect(collector.deliveries.length).toBeGreaterThan(1);
    expect(problems()).toHaveLength(1);
  });
});

test('on the console each span is one line of JSON, as each line of the log is', async () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  try {
    await using traced = await startWithoutTimers({ env: { OTEL_TRACES_EXPORTER: 'console' } });
    await traced.ask('/v1/available-banks', { headers: { traceparent: TRACEPARENT } });
    await traced.stop();
  } finally {
    write.mockRestore();
  }
  const spans = written
    .join('')
    .split('\n')
    .filter((line) => line.includes(TRACE));
  expect(spans.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'span', name: 'rest listAvailableBanks', kind: 'SERVER', parentSpanId: '00f067aa0ba902b7' },
  ]);
});

test('with OpenTelemetry a request, its commit and its callback are spans of the trace of the caller', async () => {
  await using collector = await accepting();
  await withCollector(collector, async (traced) => {
    const merchant = await traced.merchantOf(receiver);
    const { transactionId } = await traced.deposit(merchant);
    const query = `mutation { settleTransaction(input: { transactionId: "${transactionId}", sequence: 1 }) { status } }`;
    const before = receiver.deliveries.length;
    const settled = await traced.ask('/graphql', { json: { query }, headers: { traceparent: TRACEPARENT } });
    expect(settled.json.errors).toBeUndefined();
    await traced.callbackWorker.idle();
    await traced.stop();
    const spans = spansOf(collector).filter((span) => span.traceId === TRACE);
    const byName = new Map(spans.map((span) => [span.name, span]));
    const request = byName.get('graphql settleTransaction');
    expect(request).toMatchObject({ kind: 2, parentSpanId: '00f067aa0ba902b7' });
    expect(byName.get('db applyTransitions')).toMatchObject({ kind: 3, parentSpanId: request.spanId });
    const attempt = byName.get('callback attempt');
    expect(attempt).toMatchObject({ kind: 3, parentSpanId: request.spanId });
    const [delivery] = receiver.deliveries.slice(before);
    expect(delivery?.headers.traceparent).toBe(`00-${TRACE}-${attempt.spanId}-01`);
    expect(collector.deliveries[0]?.target).toBe('/v1/traces');
    expect(collector.deliveries[0]?.body).toContain('"a-desk"');
  });
});
