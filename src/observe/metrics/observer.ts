import { Counter, Histogram, type Registry } from 'prom-client';
import { ERROR_TYPES } from '../../kernel/errors.ts';
import { ATTEMPT_OUTCOMES, CREATE_OUTCOMES, type Observer } from '../../operations/observer.ts';
import { TRANSACTION_TYPES } from '../../transactions/domain/transaction.ts';

/** In seconds: from a read by key to a command that waits for a busy database. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** In requests of one commit. */
const GROUP_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];
/** In seconds: a receiver has ten. */
const CALLBACK_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const MS = 1000;

/** Makes an observer that counts what happens in this process. */
export function createObserver(registry: Registry): Observer {
  const registers = [registry];
  const requests = new Counter({
    name: 'bank_transfers_requests_total',
    help: 'Requests that have ended.',
    labelNames: ['operation', 'surface', 'outcome'] as const,
    registers,
  });
  const requestDurations = new Histogram({
    name: 'bank_transfers_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response, without streams.',
    labelNames: ['operation', 'surface'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: 'bank_transfers_failures_total',
    help: 'Requests that were refused or failed, by the type of the error.',
    labelNames: ['type'] as const,
    registers,
  });
  const creates = new Counter({
    name: 'bank_transfers_creates_total',
    help: 'Valid requests to create a transaction.',
    labelNames: ['type', 'outcome'] as const,
    registers,
  });
  const { command } = createCommandMetrics(registry);
  const attempts = new Counter({
    name: 'bank_transfers_callback_attempts_total',
    help: 'Attempts to deliver a callback.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const attemptDurations = new Histogram({
    name: 'bank_transfers_callback_duration_seconds',
    help: 'Time from the start of an attempt to the end of the response of its receiver.',
    buckets: CALLBACK_BUCKETS,
    registers,
  });
  const lines = new Counter({
    name: 'bank_transfers_statement_lines_total',
    help: 'Decisions of matching about lines of bank statements, by the state that the line got.',
    labelNames: ['state'] as const,
    registers,
  });
  // A series that begins with its first event would hide that event from rates.
  for (const type of ERROR_TYPES) failures.inc({ type }, 0);
  for (const outcome of ATTEMPT_OUTCOMES) attempts.inc({ outcome }, 0);
  for (const type of TRANSACTION_TYPES)
    for (const outcome of CREATE_OUTCOMES) creates.inc({ type, outcome }, 0);
  return {
    request({ operation, surface, outcome, errorType, durationMs }) {
      requests.inc({ operation, surface, outcome });
      if (durationMs !== undefined) requestDurations.observe({ operation, surface }, durationMs / MS);
      if (errorType !== undefined) failures.inc({ type: errorType });
    },
    create: (type, outcome) => creates.inc({ type, outcome }),
    command,
    attempt(outcome, durationMs) {
      attempts.inc({ outcome });
      attemptDurations.observe(durationMs / MS);
    },
    lines(states) {
      for (const state of states) lines.inc({ state });
    },
  };
}

function createCommandMetrics(registry: Registry): Pick<Observer, 'command'> {
  const shared = { labelNames: ['command'] as const, registers: [registry] };
  const durations = new Histogram({
    name: 'bank_transfers_commit_duration_seconds',
    help: 'Time of a command of the database, until its commit is on disk.',
    buckets: DURATION_BUCKETS,
    ...shared,
  });
  const failures = new Counter({
    name: 'bank_transfers_commit_failures_total',
    help: 'Commands of the database that failed, or whose end is unknown.',
    ...shared,
  });
  const groups = new Histogram({
    name: 'bank_transfers_group_size',
    help: 'Requests in one command of the database.',
    buckets: GROUP_BUCKETS,
    ...shared,
  });
  return {
    command({ command, groupSize, durationMs, hasFailed }) {
      durations.observe({ command }, durationMs / MS);
      if (groupSize !== undefined) groups.observe({ command }, groupSize);
      // A series that begins with its first failure would hide that failure from rates.
      failures.inc({ command }, hasFailed ? 1 : 0);
    },
  };
}
