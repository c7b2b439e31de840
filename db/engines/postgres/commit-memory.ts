import type { Change } from '../../../src/transactions/change.ts';
import { RESTORED } from '../../sql/metadata.ts';
import { ConnectError } from './errors.ts';
import type { Row, Send } from './session.ts';

export const COMMITS_LOST =
  'the database server has lost commits: run bank-transfers after-restore, and compare the last minutes';

/** Rows that are never removed. If one is missing, it was lost, and everything after it as well. */
interface SeenRows {
  /** Each `afterRestore` raises it: rows seen before may be missing then. */
  readonly restoredNumber: unknown;
  readonly auditPosition: unknown;
  readonly auditHash: unknown;
  /** The ids of the last event and transaction; null for none. */
  readonly event: unknown;
  readonly transaction: unknown;
}

const RESTORED_NUMBER = `coalesce((
    select value::bigint from metadata where key = '${RESTORED.transactionNumber}'), 0)`;

const READ_ENDS = `
  select ${RESTORED_NUMBER} as "restoredNumber", tip.position as "auditPosition", tip.hash as "auditHash",
    (select id from events order by position desc limit 1) as event,
    (select id from transactions order by number desc limit 1) as transaction,
    exists (select from metadata where key = $1) as "isMarked"
  from audit_tip as tip`;

const FIND_LOST = `
  select exists (select from metadata where key = $1)
    or ${RESTORED_NUMBER} <= $6::bigint and (
      ($2::bigint > 0 and not exists (select from audit where position = $2::bigint and hash = $3::text))
      or exists (select from unnest($4::text[]) as e (id) where not exists (select from events where id = e.id))
      or exists (select from unnest($5::text[]) as t (id) where not exists (select from transactions where id = t.id)))
    as "isLost"`;

const MARK = `
  insert into metadata (key, value) select $1, (extract(epoch from clock_timestamp()) * 1000)::bigint::text
  on conflict (key) do nothing`;

/**
 * Remembers the last rows that this process has seen committed, and finds out whether the server still has them. After
 * a failover to a standby that was behind, used numbers and ids would be given out again. A process that notices this
 * marks the database, so that no service writes to it before `afterRestore` has removed the mark.
 */
export class CommitMemory {
  #ends: SeenRows | undefined;
  #last: { readonly event?: string | undefined; readonly transaction?: string } = {};
  #isLost = false;

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Remembers a commit of this process. */
  note(changes: readonly Change[]): void {
    const change = changes.findLast(({ audience }) => audience === 'all');
    if (change) this.#last = { event: change.event?.id || this.#last.event, transaction: change.id };
  }

  /** Remembers the present end of the log, of the feed and of the numbers, and whether the database is marked. */
  async look(send: Send): Promise<void> {
    const [row] = await send(READ_ENDS, [RESTORED.commitsLost]);
    if (!row) return;
    this.#isLost = row.isMarked === true;
    if (row.restoredNumber !== this.#ends?.restoredNumber) this.#last = {};
    this.#ends = row as Row & SeenRows;
  }

  /** Marks a database that has lost commits, with a session that has just begun. */
  async check(send: Send): Promise<void> {
    if (!(await this.#hasLost(send))) return;
    await send(MARK, [RESTORED.commitsLost]);
    this.#isLost = true;
    // From now on the mark shows the loss.
    this.#ends = undefined;
  }

  /** Checks inside a transaction, while no session can. @throws ConnectError when commits were lost. */
  async confirm(send: Send): Promise<void> {
    if (await this.#hasLost(send)) throw new ConnectError(COMMITS_LOST, 'KEPT_OUT');
  }

  async #hasLost(send: Send): Promise<boolean> {
    if (!this.#ends) return false;
    const { restoredNumber, auditPosition, auditHash, event, transaction } = this.#ends;
    const known = (...ids: readonly unknown[]) => ids.filter((id) => id != null);
    const [row] = await send(FIND_LOST, [
      RESTORED.commitsLost,
      auditPosition,
      auditHash,
      known(event, this.#last.event),
      known(transaction, this.#last.transaction),
      restoredNumber,
    ]);
    return row?.isLost === true;
  }
}
