import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepSession } from '../../db/engines/postgres/session.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import type { MatchPolicy } from '../../src/reconciliation/domain/matching/policy.ts';
import { ADMIN, call, type Json, MERCHANT } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { watchStatements } from '../support/between-statements.ts';
import { createClient, newIban } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { countLocked, untilLocked } from '../support/locked-sessions.ts';
import { startWithoutTimers } from '../support/manual-clock-service.ts';
import { createPayable, payerCall } from '../support/payments.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { openRaw, writeUntilRead } from '../support/raw-connection.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { camtOf } from '../support/statements/bank-files.ts';

const { engine, onceAfter } = watchStatements();

let other: pg.Client;

describe('directory races', () => {
  /** The requests that one payment link may have open at once. */
  const MAX_OPEN = 20;

  const service = useService({ engine, limits: LONG_LOCK_TIMEOUT });

  /** Another process on the database. */

  beforeAll(async () => {
    other = await connectPostgres(service().databasePath);
  });

  afterAll(() => other.end());

  test('an entry of the blacklist that another process removes while it is added again is there afterwards', async () => {
    const { db, runtime } = service().dependencies;
    const add = () =>
      db.run('addToBlacklist', {
        entry: {
          id: runtime.newId(),
          clientId: null,
          kind: 'userId',
          value: 'somebody',
          reason: null,
          createdAtMs: runtime.nowMs(),
        },
      });
    const { id } = await add();
    let removed: Promise<unknown> | undefined;
    onceAfter(/^insert into "blacklist"/, async () => {
      removed = other.query('delete from blacklist where id = $1', [id]);
      // It has ended, or waits for the command.
      const asking = await connectPostgres(service().databasePath);
      await Promise.race([removed, expect.poll(() => countLocked(asking), { interval: 5 }).toBe(1)]);
      await asking.end();
    });
    const again = await add();
    await removed;
    expect(again.id).not.toBe(id);
    expect(await db.query('listBlacklist', { limit: 5 })).toMatchObject([{ id: again.id }]);
  });

  test('payers who leave before they are known take no place of their link', async () => {
    const { token } = await createPayable(service());
    const target = `/trpc/payments.get`;
    await other.query('begin');
    await other.query('lock table transactions in access exclusive mode');
    const connections = await Promise.all(Array.from({ length: MAX_OPEN }, () => openRaw(service())));
    for (const connection of connections)
      await writeUntilRead(
        connection,
        `GET ${target} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`,
      );
    await expect.poll(() => countLocked(other), { interval: 5 }).toBeGreaterThan(0);
    for (const { socket } of connections) socket.resetAndDestroy();
    await Promise.all(connections.map(({ closed }) => closed));
    // The service has read of their ends when it answers to others.
    for (let times = 0; times < 3; times += 1) await fetch(`${service().url}/healthz`);
    await other.query('commit');
    await untilLocked(other, 0);
    for (let times = 0; times < 3; times += 1)
      expect((await payerCall(service(), 'payments.get', { token })).status).toBe(200);
  });

  test('a key that nobody has is looked up once, until somebody has it', async () => {
    const stranger = { appKey: 'not-yet-known', secret: MERCHANT.secret };
    const ask = () => call(service(), '/v1/available-banks', { as: stranger });
    expectFailure(await ask(), 'error_site_not_found');
    await other.query('begin');
    await other.query('lock table clients in access exclusive mode');
    const answer = ask();
    const first = await Promise.race([answer, untilLocked(other, 1).then(() => undefined)]);
    await other.query('commit');
    await answer;
    expect(first?.status).toBe(404);
    const known = await createClient(service(), stranger);
    expect((await call(service(), '/v1/available-banks', { as: known })).status).toBe(200);
    expect((await call(service(), '/v1/available-banks', { as: ADMIN })).status).toBe(200);
  });

  test('any answer within a beat shows that the session is alive', async () => {
    const startMs = performance.now();
    const askedAtMs: number[] = [];
    let beats = 0;
    const session = keepSession(service().databasePath, [
      {
        onAnswer: (atMs) => void askedAtMs.push(atMs),
        onBeat: async (send) => void (await send('select 1')),
      },
      {
        async onBeat(send) {
          await send('select 2');
          beats += 1;
        },
      },
    ]);
    await expect.poll(() => beats, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
    await session.close();
    expect(askedAtMs.length).toBeGreaterThanOrEqual(2 * beats);
    expect(askedAtMs).toEqual(askedAtMs.toSorted((one, other) => one - other));
    expect(askedAtMs[0]).toBeGreaterThanOrEqual(startMs);
  });
});

describe('policy races', () => {
  let desk: Desk;

  /** Another process on the database. */

  beforeAll(async () => {
    desk = await openDesk(undefined, await startWithoutTimers({ engine, limits: LONG_LOCK_TIMEOUT }));
    other = await connectPostgres(desk.service.databasePath);
  });

  beforeEach(async () => {
    await desk.service.statementMatcher.matchNow();
  });

  afterAll(async () => {
    await other.end();
    await expectAgreement(desk.service.databasePath);
    await desk.service[Symbol.asyncDispose]();
  });

  const change = (audit?: AuditOrigin) => {
    const { statements } = desk.service.dependencies;
    const target = { clientId: desk.merchant.id, name: desk.merchant.appKey };
    return { target, terms: statements.matchTerms(), audit };
  };
  const update = (changes: Partial<MatchPolicy>, audit?: AuditOrigin) =>
    desk.service.dependencies.db.run('updateMatchPolicy', { ...change(audit), changes });
  const remove = (audit?: AuditOrigin) =>
    desk.service.dependencies.db.run('removeMatchPolicy', change(audit));

  const AUDIT: AuditOrigin = {
    occurredAtMs: 1,
    actorKind: 'key',
    actor: 'admin',
    address: null,
    operation: 'change',
    requestId: null,
  };

  /** Begins something after a statement of a command, and lets the command go on when that has ended or waits for it. */
  function beginAfter<T>(statement: RegExp, begin: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      onceAfter(statement, async () => {
        const begun = begin();
        begun.then(resolve, reject);
        await Promise.race([begun, untilLocked(other, 1)]);
      });
    });
  }

  async function importLine(line: Json): Promise<string> {
    const bytes = camtOf({ iban: desk.iban, lines: [{ iban: newIban(), ...line } as never] });
    const { file } = expectData(await upload(desk.service, bytes));
    const { items } = expectData(await desk.service.ask(`/v1/statement-lines?fileId=${file.fileId}`));
    return items[0].lineId;
  }

  describe('a change of a policy, after the matching has read the former one,', () => {
    test('leaves no line decided about by that', async () => {
      const { transactionId, reference } = await desk.deposit();
      const lineId = await importLine({ amountMinor: 49_900, text: reference });
      const changed = beginAfter(/^select \* from "match_policies"/, () =>
        update({ underpaidToleranceMinor: 100 }),
      );
      await desk.service.statementMatcher.matchNow();
      await changed;
      await desk.service.statementMatcher.matchNow();
      expect((await desk.line(lineId)).line).toMatchObject({ state: 'matched', transactionId });
      await remove();
    });

    test('is acknowledged when nothing settles by that any more', async () => {
      await update({ underpaidToleranceMinor: 100 });
      const { transactionId, reference } = await desk.deposit({ userId: 'nergis', amount: '123.45' });
      await importLine({ amountMinor: 12_300, text: reference });
      const ended = beginAfter(/^select \* from "match_policies"/, () =>
        update({ underpaidToleranceMinor: 0 }),
      ).then(() => desk.transaction(transactionId));
      const matching = desk.service.statementMatcher.matchNow();
      const { status } = await ended;
      await matching;
      expect(await desk.transaction(transactionId)).toMatchObject({ status });
      await remove();
    });
  });

  test.each([/^select "policy" from "match_policies"/, /^insert into "match_policies"/])(
    'a policy that is removed while it is changed, after %s, has an audit log that says what is stored',
    async (statement) => {
      await update({ late: 'return' }, AUDIT);
      const removed = beginAfter(statement, () => remove(AUDIT));
      await update({ late: 'accept' }, AUDIT);
      await removed;
      const { rows } = await other.query(
        `select before_json as before, after_json as after from audit
       where target_kind = 'matchPolicy' order by position desc limit 3`,
      );
      const [last, middle, first] = rows;
      expect([middle.before, last.before]).toEqual([first.after, middle.after]);
      const stored = await desk.service.dependencies.db.read('listMatchPolicies');
      expect(last.after === null).toBe(stored.every(({ clientId }) => clientId !== desk.merchant.id));
      await remove();
    },
  );

  describe('what waits for a lock holds none that comes later in the order of locks:', () => {
    /** Begins something that waits while another process has a lock, and tries that process's next lock. */
    async function expectInOrder(lock: string, next: string, begin: () => Promise<unknown>): Promise<void> {
      await other.query('begin');
      await other.query(lock);
      const begun = begin();
      await untilLocked(other, 1);
      await expect(other.query(`${next} for update nowait`)).resolves.toMatchObject({ rowCount: 1 });
      await other.query('commit');
      await begun;
    }

    test('the removal of a profile has its row after the end of the audit log, as its change', async () => {
      await other.query(
        `insert into bank_profiles (kind, id, title, profile) values ('statement', 'a-bank', 'A bank', '{}')`,
      );
      const { db } = desk.service.dependencies;
      await expectInOrder(
        'select * from audit_tip for update',
        `select * from bank_profiles where id = 'a-bank'`,
        () => db.run('removeBankProfile', { kind: 'statement', id: 'a-bank', audit: AUDIT }),
      );
    });

    test('the release of a statement has its lines after its file, as the matching', async () => {
      const bytes = camtOf({
        iban: desk.iban,
        closingMinor: 0,
        lines: [{ amountMinor: 1_234, name: 'SOMEBODY', text: 'x' }],
      });
      const { file } = expectData(await upload(desk.service, bytes));
      await desk.service.statementMatcher.matchNow();
      const { items } = expectData(await desk.service.ask(`/v1/statement-lines?fileId=${file.fileId}`));
      const [{ lineId, state, statementId }] = items;
      expect(state).toBe('held');
      await expectInOrder(
        `select * from statement_files where id = '${file.fileId}' for update`,
        `select * from statement_lines where id = '${lineId}'`,
        () => desk.service.ask(`/v1/statements/${statementId}/release`, { json: { reason: 'x' } }),
      );
      expect((await desk.line(lineId)).line.state).toBe('new');
    });
  });
});
