import {
  measureDelays,
  measureDelaysInOutage,
  measureDelivery,
  measureIdle,
  startWithPending,
  startWithWaiting,
} from './callbacks.ts';
import { measureInserts } from './inserts.ts';
import type { RowDefinition } from './plan.ts';
import { PREFILLED } from './prefill.ts';
import { startBareServer, startFastify, startService } from './servers.ts';

const TRANSACTIONS = 'select count(*) from transactions';
const NEW_TRANSACTIONS = `select count(*) from transactions where process_id not like '${PREFILLED}%'`;
const CALLBACKS = 'select count(*) from callbacks join events on events.id = event_id';

const CREATES: RowDefinition = {
  key: 'c',
  title: 'deposits',
  workload: 'deposits',
  start: startService,
  countStored: TRANSACTIONS,
};

const ON_POSTGRES: RowDefinition = {
  ...CREATES,
  key: 'pc',
  title: 'PostgreSQL: deposits',
  engine: 'postgres',
  extra: 'with engine',
};

const PAGES = { workload: 'graphqlPages', start: startService, connections: 1 } as const;

/** All rows, in the order in which a round measures them. */
export const ROWS: readonly RowDefinition[] = [
  {
    key: 'a',
    title: 'bare `node:http`, same bodies and answers',
    workload: 'deposits',
    start: startBareServer,
  },
  {
    ...CREATES,
    key: 'b',
    title: 'deposits, one create per commit',
    start: (folder) => startService(folder, { GROUP_COMMIT_MAX: '1' }),
  },
  CREATES,
  {
    ...CREATES,
    key: 'h',
    title: 'deposits at half of that load, arriving at a fixed rate',
    atHalfOf: CREATES,
  },
  {
    ...CREATES,
    key: 'f',
    title: 'the same on Fastify, written by hand, one create per commit',
    start: startFastify,
  },
  { ...CREATES, key: 'd', title: 'deposits, long history', history: 'long' },
  {
    ...CREATES,
    key: 't',
    title: 'deposits over tRPC, long history',
    workload: 'trpcDeposits',
    history: 'long',
  },
  {
    ...CREATES,
    key: 'g',
    title: 'deposits over GraphQL, long history',
    workload: 'graphqlDeposits',
    history: 'long',
  },
  { ...PAGES, key: 'p', title: 'GraphQL page of 100, long history, one at a time', history: 'long' },
  { ...PAGES, key: 'q', title: 'GraphQL page of 100, short history, one at a time', history: 'short' },
  {
    key: 's',
    title: 'settles, each with its event and callback',
    workload: 'settlements',
    start: startWithPending,
    countStored: CALLBACKS,
  },
  {
    key: 'w',
    title: 'deposits while 10,000 callbacks wait',
    workload: 'deposits',
    start: startWithWaiting,
    countStored: NEW_TRANSACTIONS,
  },
  { key: 'k', title: 'callbacks to a receiver that answers at once', measure: measureDelivery },
  { key: 'l', title: 'from a transition to its receiver', measure: measureDelays },
  { key: 'm', title: "the same while another's receiver is down", measure: measureDelaysInOutage },
  { key: 'i', title: 'idle', measure: measureIdle },
  {
    key: 'pi',
    title: 'PostgreSQL: single-row inserts by 64 connections, no service',
    engine: 'postgres',
    measure: measureInserts,
    extra: 'with engine',
  },
  ON_POSTGRES,
  {
    ...ON_POSTGRES,
    key: 'ph',
    title: 'PostgreSQL: one bank of two accounts',
    workload: 'depositsOfOneBank',
  },
  {
    ...ON_POSTGRES,
    key: 'pd',
    title: 'PostgreSQL: deposits, long history',
    history: 'long',
  },
  {
    ...PAGES,
    key: 'pp',
    title: 'PostgreSQL: page of 100, long history',
    engine: 'postgres',
    history: 'long',
    extra: 'with engine',
  },
  {
    ...PAGES,
    key: 'pq',
    title: 'PostgreSQL: page of 100, short history',
    engine: 'postgres',
    history: 'short',
    extra: 'with engine',
  },
  {
    key: 'ps',
    title: 'PostgreSQL: settles, each with its event and callback',
    engine: 'postgres',
    workload: 'settlements',
    start: startWithPending,
    countStored: CALLBACKS,
    extra: 'with engine',
  },
  {
    key: 'pk',
    title: 'PostgreSQL: callbacks to a receiver that answers at once',
    engine: 'postgres',
    measure: measureDelivery,
    extra: 'with engine',
  },
  { ...CREATES, key: 'e', title: 'deposits, rising ids', workload: 'risingDeposits', extra: 'never' },
];
