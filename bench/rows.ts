import {
  measureDelays,
  measureDelaysInOutage,
  measureDelivery,
  measureIdle,
  startWithPending,
  startWithWaiting,
} from './callbacks.ts';
import type { RowDefinition } from './plan.ts';
import { PREFILLED } from './prefill.ts';
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

const PAGES = { workload: 'graphqlPages', start: startService, connections: 1 } as const;

/** All rows, in the order in which a round measures them. */
export const ROWS: readonly RowDefinition[] = [
  { key: 'a', title: 'bare node:http', workload: 'deposits', start: startBareServer },
  {
    ...CREATES,
    key: 'b',
    title: 'one create per commit',
    start: (folder) => startService(folder, { GROUP_COMMIT_MAX: '1' }),
  },
  CREATES,
  { ...CREATES, key: 'h', title: 'creates at half load', atHalfOf: CREATES },
  { ...CREATES, key: 'f', title: 'Fastify, one create per commit', start: startFastify },
  { ...CREATES, key: 'd', title: 'the service, prefilled', history: 'long' },
  { ...CREATES, key: 't', title: 'tRPC creates, prefilled', workload: 'trpcDeposits', history: 'long' },
  { ...CREATES, key: 'g', title: 'GraphQL creates, prefilled', workload: 'graphqlDeposits', history: 'long' },
  { ...PAGES, key: 'p', title: 'GraphQL page of 100, long history', history: 'long' },
  { ...PAGES, key: 'q', title: 'GraphQL page of 100, short history', history: 'short' },
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
  { key: 'l', title: 'transition to receiver', measure: measureDelays },
  { key: 'm', title: 'the same while another receiver is down', measure: measureDelaysInOutage },
  { key: 'i', title: 'idle', measure: measureIdle },
  { ...CREATES, key: 'e', title: 'the service, rising ids', workload: 'risingDeposits', extra: true },
];
