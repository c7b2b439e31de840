import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ERROR_TYPES } from '../../src/kernel/errors.ts';
import { createMetrics } from '../../src/observe/metrics/metrics.ts';
import type { StorageGauges } from '../../src/operations/observer.ts';
import { createClock, DEPOSIT, depositFields, MERCHANT, withdrawalFields } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { type ManualClockService, paymentOf, startWithoutTimers } from '../support/manual-clock-service.ts';
import { createManualTimers } from '../support/manual-timers.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPayable } from '../support/payments.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { openDesk } from '../support/reconciliation.ts';
import { parseMetrics, type Sample, scrape, sumOf } from '../support/scrape.ts';
import { SURFACES } from '../support/surfaces.ts';

/** Values of the database are read once in this time. */
const CACHE_MS = 5000;
const MINUTE_MS = 60_000;

let service: ManualClockService;
let receiver: Receiver;
let refusing: Receiver;
let samples: readonly Sample[];
const ids: string[] = [];

/** One service, and traffic of every kind whose counts are known. */
beforeAll(async () => {
  [receiver, refusing] = await Promise.all([startReceiver(), startReceiver({ respond: status(500) })]);
  service = await startWithoutTimers({ env: { METRICS_PORT: '0' } });
  await create();
  await deliver();
  const desk = await openDesk(undefined, service);
  await desk.receive({ amountMinor: 12_345, text: 'no reference', name: 'Somebody' });
  await service.ask('/v1/nowhere');
  // The line of a request, and its count, follow its response.
  await vi.waitFor(async () => expect(await requestsSeen()).toBe(true), { timeout: 10_000 });
  service.clock.advance(CACHE_MS);
  samples = await scrape(service.metricsUrl);
});

afterAll(async () => {
  await service.stop();
  await Promise.all([receiver[Symbol.asyncDispose](), refusing[Symbol.asyncDispose]()]);
});

async function create(): Promise<void> {
  const nowMs = service.clock.nowMs();
  for (const surface of SURFACES) {
    const { processId = '', userId = '', ...fields } = depositFields();
    const deposit = { ...fields, processId, userId, amount: 500 };
    const created = await surface.run(service, { operation: 'createDeposit', input: deposit, nowMs });
    ids.push(created.data.transactionId, processId, userId);
    const withdrawal = { ...withdrawalFields(), amount: 500 };
    await surface.run(service, { operation: 'createWithdrawal', input: withdrawal, nowMs });
    const again = await surface.run(service, { operation: 'createDeposit', input: deposit, nowMs });
    expect(again.status).toBe(200);
    const second = { ...depositFields({ userId }), amount: 500 };
    await surface.run(service, { operation: 'createDeposit', input: second, nowMs });
    const other = { ...deposit, amount: 501 };
    const conflict = await surface.run(service, { operation: 'createDeposit', input: other, nowMs });
    expect(conflict.error?.type).toBe('error_process_id_conflict');
  }
}

/** Two callbacks that are delivered, and one that will be sent again. */
async function deliver(): Promise<void> {
  const good = await service.merchantOf(receiver);
  const bad = await service.merchantOf(refusing);
  const payment = await paymentOf(service);
  for (const merchant of [good, good, bad]) {
    const { transactionId } = await service.withdraw(merchant);
    await service.ask(`/v1/transactions/${transactionId}/claim`, { method: 'POST', body: {} });
    await service.transition('settle', transactionId, { fields: { sequence: '1', ...payment } });
  }
  await service.callbackWorker.idle();
}

async function requestsSeen(): Promise<boolean> {
  const seen = await scrape(service.metricsUrl);
  return sumOf(seen, 'bank_transfers_failures_total', { type: 'error_route_not_found' }) === 1;
}

const count = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  sumOf(samples, `bank_transfers_${name}`, labels);

test('every create is counted once, by its type and what became of it', () => {
  const all = SURFACES.length;
  const deposits = (outcome: string) => count('creates_total', { type: 'deposit', outcome });
  expect(deposits('created')).toBe(all);
  expect(deposits('repeated')).toBe(all);
  expect(deposits('already_pending')).toBe(all);
  expect(deposits('refused')).toBe(all);
  expect(deposits('failed')).toBe(0);
  const withdrawals = (outcome: string) => count('creates_total', { type: 'withdrawal', outcome });
  expect(withdrawals('created')).toBe(all + 3);
  expect(withdrawals('refused')).toBe(0);
});

test('every request is counted once, by its operation, its surface and its outcome', () => {
  const deposits = (surface: string, outcome: string) =>
    count('requests_total', { operation: 'createDeposit', surface, outcome });
  // REST is there twice: with forms and with JSON.
  for (const [surface, times] of [
    ['rest', 2],
    ['graphql', 1],
    ['trpc', 1],
  ] as const) {
    expect(deposits(surface, 'ok'), surface).toBe(3 * times);
    expect(deposits(surface, 'refused'), surface).toBe(times);
    const labels = { operation: 'createDeposit', surface };
    expect(count('request_duration_seconds_count', labels)).toBe(4 * times);
    expect(count('request_duration_seconds_bucket', { ...labels, le: '+Inf' })).toBe(4 * times);
    expect(count('request_duration_seconds_sum', labels)).toBeGreaterThan(0);
  }
  expect(count('failures_total', { type: 'error_process_id_conflict' })).toBe(SURFACES.length);
  expect(count('requests_total', { operation: 'settleTransaction', outcome: 'ok' })).toBe(3);
});

test('the requests of the commits are those that were stored, found or refused', () => {
  const sizes = (command: string) => count('group_size_sum', { command });
  expect(sizes('createTransactions')).toBe(5 * SURFACES.length + 3);
  expect(sizes('applyTransitions')).toBe(3);
  expect(sizes('recordAttempts')).toBe(3);
  for (const command of ['createTransactions', 'applyTransitions'])
    expect(count('commit_duration_seconds_count', { command })).toBe(count('group_size_count', { command }));
});

test('attempts are counted by their outcome, and the outbox has what is not acknowledged', () => {
  const attempts = (outcome: string) => count('callback_attempts_total', { outcome });
  expect([attempts('delivered'), attempts('to_retry'), attempts('given_up')]).toEqual([2, 1, 0]);
  expect(count('callback_duration_seconds_count')).toBe(3);
  expect(count('outbox_depth')).toBe(1);
  expect(count('outbox_oldest_age_seconds')).toBe(CACHE_MS / 1000);
});

test('pending transactions move through the ages, and lines wait by their state', async () => {
  const pending = (age: string) => [
    count('pending', { type: 'deposit', age }),
    count('pending', { type: 'withdrawal', age }),
  ];
  expect(pending('under_5m')).toEqual([SURFACES.length, SURFACES.length]);
  expect(pending('5m_to_30m')).toEqual([0, 0]);
  expect(count('statement_lines_total', { state: 'unknown' })).toBe(1);
  expect(count('statement_lines_waiting', { state: 'unknown' })).toBe(1);
  expect(count('statement_lines_waiting', { state: 'new' })).toBe(0);
  service.clock.advance(6 * MINUTE_MS);
  samples = await scrape(service.metricsUrl);
  expect(pending('under_5m')).toEqual([0, 0]);
  expect(pending('5m_to_30m')).toEqual([SURFACES.length, SURFACES.length]);
});

test('a deposit is overdue from its own end, which a reported transfer postpones', async () => {
  await using own = await startWithoutTimers({ env: { METRICS_PORT: '0' } });
  const overdue = async (afterMs: number) => {
    own.clock.advance(afterMs);
    return sumOf(await scrape(own.metricsUrl), 'bank_transfers_overdue_oldest_age_seconds');
  };
  const { path } = await createPayable(own);
  expect(await overdue(10 * MINUTE_MS)).toBe(0);
  const body = new URLSearchParams({ action: 'sent' });
  expect((await fetch(own.url + path, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
  // It was created more than a day before, and has ten seconds left.
  expect(await overdue(24 * 60 * MINUTE_MS - 10_000)).toBe(0);
  expect(await overdue(70_000)).toBe(60);
  await own.sweeper.sweep();
  expect(await overdue(CACHE_MS)).toBe(0);
});

test('an upgraded service is not reported as missing', () => {
  const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  const [, missing = ''] = /BankTransfersServiceMissing\n +expr: (.+)/.exec(rules) ?? [];
  // Each value of a label that an upgrade changes is another series.
  expect(Object.keys(samples.find(({ name }) => name === 'bank_transfers_info')?.labels ?? {})).toEqual([
    'version',
  ]);
  expect(missing).toContain('unless on (job, instance) bank_transfers_info');
});

test('no count of creates or attempts includes test keys, so no merchant can raise an alert', async () => {
  const counts = () => [
    count('creates_total'),
    count('callback_attempts_total'),
    count('callback_duration_seconds_count'),
  ];
  // The callback that was refused is sent again by now.
  await service.callbackWorker.idle();
  samples = await scrape(service.metricsUrl);
  const before = counts();
  const as = await createClient(service, { isTest: true, callbackUrl: receiver.url });
  const { transactionId } = await service.deposit(as);
  const settled = await service.ask(`/v1/test/transactions/${transactionId}/settle`, { as, body: {} });
  expect(settled.status).toBe(200);
  await service.callbackWorker.idle();
  service.clock.advance(CACHE_MS);
  samples = await scrape(service.metricsUrl);
  expect(counts()).toEqual(before);
});

test('values of labels are words of closed lists, and never an id or a key', () => {
  const operations = [...OPERATIONS.map(({ name }) => name), 'none', 'several'];
  for (const { name, labels } of samples) {
    if (labels.operation) expect(operations, name).toContain(labels.operation);
    if (labels.surface) expect(['rest', 'graphql', 'trpc', 'pages', 'none']).toContain(labels.surface);
    if (name === 'bank_transfers_failures_total') expect(ERROR_TYPES).toContain(labels.type);
    for (const value of Object.values(labels))
      for (const secret of [...ids, MERCHANT.appKey, '/v1/']) expect(value).not.toContain(secret);
  }
});

const NAME = /\b(bank_transfers_[a-z_]+)(?:\{([^}]*)\})?/g;
const MATCHER = /(\w+)(=~?)"([^"]*)"/g;
const GROUPING = /\bby \(([^)]*)\)/g;
/** Labels that Prometheus adds, or that a query makes. */
const OF_PROMETHEUS = ['job', 'instance'];

/** Every query of the dashboard and of the rules. */
function readQueries(): string[] {
  const dashboard = JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8'));
  const targets = dashboard.panels.flatMap((panel: { targets?: { expr: string }[] }) => panel.targets ?? []);
  const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  const conditions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr);
  expect(targets.length).toBeGreaterThan(20);
  expect(conditions).toHaveLength([...rules.matchAll(/- alert:/g)].length);
  return [...targets.map(({ expr }: { expr: string }) => expr), ...conditions];
}

test('each metric, label and value in the dashboard and in the alert rules is in a scrape', () => {
  const labelsOf = (name: string) =>
    samples.filter((sample) => sample.name === name).map((one) => one.labels);
  for (const query of readQueries()) {
    const names = [...query.matchAll(NAME)];
    expect(names.length, query).toBeGreaterThan(0);
    for (const [, name = '', matchers = ''] of names) {
      expect(labelsOf(name), `${name} in ${query}`).not.toEqual([]);
      for (const [, label = '', operator, values = ''] of matchers.matchAll(MATCHER))
        for (const value of operator === '=~' ? values.split('|') : [values])
          if (!OF_PROMETHEUS.includes(label))
            expect(
              labelsOf(name).map((labels) => labels[label]),
              `${label} in ${query}`,
            ).toContain(value);
    }
    for (const [, list = ''] of query.matchAll(GROUPING))
      for (const label of list.split(', ').filter((one) => !OF_PROMETHEUS.includes(one)))
        for (const [, name = ''] of names)
          expect(
            labelsOf(name).every((labels) => label in labels),
            `${label} in ${query}`,
          ).toBe(true);
  }
});

test('the document describes each metric', () => {
  const text = readFileSync('docs/monitoring.md', 'utf8');
  for (const { name } of samples) expect(text).toContain(`\`${name.replace(/_(bucket|sum|count)$/, '')}\``);
});

test('each alert leads to a section of the runbook that says what to do, and each section has its alert', () => {
  const rules = readFileSync('docs/monitoring/alerts.yml', 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const urls = [...rules.matchAll(/^ +runbook_url: (\S+)$/gm)].map(([, url = '']) => url);
  expect(urls).toEqual(alerts.map((alert) => `https://pay.example.com/guide/runbook#${alert.toLowerCase()}`));
  const text = readFileSync('docs/runbook.md', 'utf8');
  const sections = text.split('\n### ').filter((section) => section.startsWith('BankTransfers'));
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(alerts);
  for (const section of sections) expect(section).toMatch(/\n\n\*\*Do\*\*: .{20}/);
});

test('the port of the metrics serves nothing else, and the public one has no metrics', async () => {
  const metricsUrl = service.metricsUrl!;
  for (const path of ['/', '/metrics/', '/healthz', DEPOSIT, '/graphql'])
    expect((await fetch(new URL(path, metricsUrl))).status, path).toBe(404);
  expect((await fetch(metricsUrl, { method: 'POST', body: 'a=b' })).status).toBe(405);
  const head = await fetch(metricsUrl, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
});

test('a database that hangs holds up no scrape for longer than a second, and the values before are kept', async () => {
  const clock = createClock();
  const timers = createManualTimers();
  const metrics = createMetrics('1.0.0');
  let reading = Promise.resolve<StorageGauges>({
    outboxDepth: 7,
    outboxOldestAgeMs: 0,
    overdueOldestAgeMs: 0,
    pending: [],
    lines: [],
  });
  let readings = 0;
  metrics.watchStorage({
    read() {
      readings += 1;
      return reading;
    },
    monotonicMs: clock.nowMs,
    schedule: (run, delayMs) => timers.after(delayMs, run),
    onFailure: (error) => expect.unreachable(String(error)),
  });
  const read = async () => {
    const values = parseMetrics(await metrics.render());
    return ['bank_transfers_storage_readable', 'bank_transfers_outbox_depth'].map((name) =>
      sumOf(values, name),
    );
  };
  expect(await read()).toEqual([1, 7]);
  expect(timers.delaysMs()).toEqual([]);
  clock.advance(CACHE_MS);
  reading = new Promise(() => {});
  for (let scrapes = 0; scrapes < 2; scrapes += 1) {
    const values = read();
    await expect.poll(timers.delaysMs).toEqual([1000]);
    timers.fire(1000);
    expect(await values).toEqual([0, 7]);
  }
  expect(readings).toBe(2);
  metrics.close();
});

/** Names of labels that the format gives a meaning of its own. */
const RESERVED: Readonly<Record<string, string>> = { quantile: 'summary', le: 'histogram' };

test('names and labels pass the rules of promtool', async () => {
  const text = await (await fetch(service.metricsUrl!)).text();
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
  for (const [name, type] of types) {
    expect(name).toMatch(/^bank_transfers_[a-z_]+$/);
    expect(name?.endsWith('_total'), name).toBe(type === 'counter');
  }
  for (const { name, labels } of samples)
    for (const [label, type] of Object.entries(RESERVED))
      if (label in labels)
        expect(types.get(name) ?? types.get(name.replace(/_(bucket|sum|count)$/, '')), name).toBe(type);
});
