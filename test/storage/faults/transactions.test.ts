import { describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../../harness.ts';
import { expectAgreed } from '../../support/agreement.ts';
import { openCommitted } from '../../support/committed-rows.ts';
import { ENGINE_FAULTS, RUNS_ALL_FAULTS, SPECIAL } from '../../support/fault-cases.ts';
import type { FaultPlan } from '../../support/fault-plan.ts';
import { testEveryFault } from '../../support/fault-scenarios.ts';
import { transactionScenarios } from '../../support/fault-transactions.ts';
import { prepareFaults } from '../../support/faults.ts';
import { LONG_LOCK_TIMEOUT } from '../../support/grouped-creates.ts';
import { startManualClockService } from '../../support/manual-clock-service.ts';
import { databaseUrlOf, onPostgres } from '../../support/test-database.ts';
import { openVerifier } from '../../support/verify-at.ts';

describe('transactions', () => {
  testEveryFault(Object.keys(transactionScenarios) as (keyof typeof transactionScenarios)[], 530);
});

describe('over http', () => {
  /** More than the longest of these commands has, so that every statement is reached. */
  const STATEMENTS = 11;

  const PAIRS = 5;

  /** Not every statement is one of each group of commands. */
  const MIN_MET = RUNS_ALL_FAULTS ? 45 : ENGINE_FAULTS.length;

  /**
   * The short form has each fault at one statement, and at the commit the one that differs there: a check of the whole
   * database follows each.
   */
  const AT_EVERY: readonly FaultPlan[] = Array.from({ length: STATEMENTS }, (_, at) =>
    ENGINE_FAULTS.map((fault) => ({ fault, at })),
  ).flat();
  const PLANS = RUNS_ALL_FAULTS
    ? AT_EVERY
    : ENGINE_FAULTS.map(
        (fault, index): FaultPlan => ({
          fault,
          at: fault === SPECIAL.commit ? 'commit' : (3 * index + 1) % 8,
        }),
      );

  interface Sent {
    readonly response: ApiResponse;
    again(): Promise<ApiResponse>;
  }

  /** Asserts that a failure says whether to retry, and is no success. */
  function expectFailed({ status, json, headers }: ApiResponse): void {
    expect([503, 500]).toContain(status);
    expect(json.error.type).toBe(status === 503 ? 'error_unavailable' : 'error_internal');
    expect(headers.get('retry-after')).toBe(status === 503 ? '1' : null);
  }

  test('with any fault at any statement of creates and settles over HTTP, every 200 is stored, and failed requests can be repeated', async () => {
    using folder = temporaryFolder();
    const faults = prepareFaults(databaseUrlOf(folder.path));
    await using service = await startManualClockService({
      folder: folder.path,
      engine: faults.engine,
      limits: LONG_LOCK_TIMEOUT,
    });
    await using committed = openCommitted(service.databasePath);

    async function send(target: string, request: Json): Promise<Sent> {
      const again = () => service.ask(target, request);
      return { response: await again(), again };
    }

    async function create(index: number): Promise<Json> {
      const body = index % 2 ? depositFields() : withdrawalFields();
      const { response, again } = await send(index % 2 ? DEPOSIT : WITHDRAW, { as: MERCHANT, body });
      const rows = await committed.withProcessId(body.processId ?? '');
      expect(rows.length).toBeLessThanOrEqual(1);
      if (response.status !== 200) expectFailed(response);
      const result = response.status === 200 ? response : await again();
      expect(result.status).toBe(200);
      expect((await committed.withProcessId(body.processId ?? ''))[0]?.id).toBe(
        result.json.data.transactionId,
      );
      if (response.status === 200) expect(rows).toHaveLength(1);
      return result.json.data;
    }

    async function settle({ transactionId }: Json): Promise<void> {
      const { response, again } = await send(`/v1/transactions/${transactionId}/settle`, {
        body: { sequence: '1' },
      });
      const [event] = await service.events(transactionId);
      if (response.status === 200) {
        expect(event?.event.kind).toBe('settle');
        return;
      }
      expectFailed(response);
      const result = await again();
      expect(result.status).toBe(200);
      expect(await service.events(transactionId)).toHaveLength(1);
    }

    let met = 0;
    let pending: readonly Json[] = [];
    await using verifier = openVerifier(service.databasePath);
    for (const plan of PLANS) {
      // A begin is refused by nothing but the connection.
      if (onPostgres && plan.at === 0 && !plan.fault.startsWith('lost')) continue;
      faults.plan(plan);
      const settles = pending.filter(({ type }) => type === 'deposit').map(settle);
      pending = await Promise.all(Array.from({ length: PAIRS }, (_, index) => create(index)));
      await Promise.all(settles);
      met += faults.clear();
      expectAgreed(await verifier.verify());
    }
    process.stdout.write(`faults over HTTP: ${met} met\n`);
    expect(met).toBeGreaterThanOrEqual(MIN_MET);
  });
});
