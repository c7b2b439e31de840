import { measureDelivery, measureIdle, startWithPending, startWithWaiting } from './callbacks.ts';
import { measureDelays, measureDelaysInOutage } from './delays.ts';
import { PREFILLED } from './pending.ts';
import type { RowDefinition, RowFigures } from './row.ts';
import { startBareServer, startFastify, startService } from './servers.ts';

const TRANSACTIONS = 'select count(*) from transactions';
const NEW_TRANSACTIONS = `select count(*) from transactions where process_id not like '${PREFILLED}%'`;
const CALLBACKS = 'select count(*) from callbacks join events on events.id = event_id';

const CREATES: RowDefinition = {
  key: 'c',
  title: 'the service',
  workload: 'deposits',
  start: startService,
  countStored: TRANSACTIONS,
};

/** Every row, in the order in which a round measures them. */
export const ROWS: readonly RowDefinition[] = [
  { key: 'a', title: 'bare node:http', workload: 'deposits', start: startBareServer },
  {
    key: 'b',
    title: 'one create per commit',
    workload: 'deposits',
    start: (folder) => startService(folder, { GROUP_COMMIT_MAX: '1' }),
    countStored: TRANSACTIONS,
  },
  CREATES,
  { ...CREATES, key: 'h', title: 'creates at half load', atHalfOf: CREATES },
  {
    key: 'f',
    title: 'Fastify, one create per commit',
    workload: 'deposits',
    start: startFastify,
    countStored: TRANSACTIONS,
  },
  {
    key: 'd',
    title: 'the service, prefilled',
    workload: 'deposits',
    start: startService,
    countStored: TRANSACTIONS,
    history: 'long',
  },
  {
    key: 't',
    title: 'tRPC creates, prefilled',
    workload: 'trpcDeposits',
    start: startService,
    countStored: TRANSACTIONS,
    history: 'long',
  },
  {
    key: 'g',
    title: 'GraphQL creates, prefilled',
    workload: 'graphqlDeposits',
    start: startService,
    countStored: TRANSACTIONS,
    history: 'long',
  },
  {
    key: 'p',
    title: 'GraphQL page of 100, long history',
    workload: 'graphqlPages',
    start: startService,
    history: 'long',
    connections: 1,
  },
  {
    key: 'q',
    title: 'GraphQL page of 100, short history',
    workload: 'graphqlPages',
    start: startService,
    history: 'short',
    connections: 1,
  },
  {
    key: 's',
    title: 'settles, each with event and callback',
    workload: 'settlements',
    start: startWithPending,
    countStored: CALLBACKS,
  },
  {
    key: 'w',
    title: 'creates while 10,000 callbacks wait',
    workload: 'deposits',
    start: startWithWaiting,
    countStored: NEW_TRANSACTIONS,
  },
  { key: 'k', title: 'callbacks to a fast receiver', measure: measureDelivery },
  { key: 'l', title: 'change to receiver', measure: measureDelays },
  { key: 'm', title: 'the same while another receiver is down', measure: measureDelaysInOutage },
  { key: 'i', title: 'at rest', measure: measureIdle },
  {
    key: 'e',
    title: 'the service, rising ids',
    workload: 'risingDeposits',
    start: startService,
    countStored: TRANSACTIONS,
    extra: true,
  },
];

/** A figure that is to reach `min`, or to stay within `max`. */
export interface Target {
  readonly name: string;
  readonly min?: number;
  readonly max?: number;
  measure(rows: Readonly<Record<string, RowFigures>>): number;
}

function speedRatio(row: string, base: string, min: number, name = `speed ${row}/${base}`): Target {
  return {
    name,
    min,
    measure: (rows) => speed(rows[row]) / speed(rows[base]),
  };
}

function speed(row: RowFigures | undefined): number {
  return row?.requestsPerSecond ?? Number.NaN;
}

function peakRss(name: string, keys: readonly string[], max: number): Target {
  return {
    name: `peak RSS ${name}, MB`,
    max,
    measure: (rows) => Math.max(...keys.map((key) => rows[key]?.peakRssBytes ?? Number.NaN)) / 1e6,
  };
}

/** What the service is meant to reach. */
export const TARGETS: readonly Target[] = [
  speedRatio('c', 'a', 0.25),
  speedRatio('c', 'b', 5),
  speedRatio('c', 'f', 5),
  speedRatio('d', 'c', 0.8),
  speedRatio('t', 'd', 0.6),
  speedRatio('g', 'd', 0.5),
  speedRatio('s', 'c', 0.5, 'speed s/c, settles/creates'),
  speedRatio('w', 'c', 0.8),
  { name: 'callbacks delivered/s', min: 2000, measure: (rows) => speed(rows.k) },
  { name: 'p99 of creates at half load, ms', max: 10, measure: (rows) => rows.h?.p99Ms ?? Number.NaN },
  {
    name: 'p99 from change to receiver, outage of another/none',
    max: 1.2,
    measure: (rows) => (rows.m?.p99Ms ?? Number.NaN) / (rows.l?.p99Ms ?? Number.NaN),
  },
  { name: 'cores at rest', max: 0.01, measure: (rows) => rows.i?.serverCores ?? Number.NaN },
  { name: 'p50 of a page, ms', max: 15, measure: (rows) => rows.p?.p50Ms ?? Number.NaN },
  {
    name: 'p50 of a page, long/short history',
    max: 1.2,
    measure: (rows) => (rows.p?.p50Ms ?? Number.NaN) / (rows.q?.p50Ms ?? Number.NaN),
  },
  peakRss('creating', ['b', 'c', 'd', 't', 'g', 's', 'w', 'h'], 180),
  peakRss('delivering 30,000 callbacks', ['k'], 220),
];
