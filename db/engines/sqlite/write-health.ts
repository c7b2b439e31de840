import { randomUUID } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import type { CommandName } from '../../commands/index.ts';

/** Failures that another write of the same kind would meet too. A lock is none: it belongs to a process that works. */
const LASTING = /^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY)/;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** Far more than a create needs, so that a probe succeeds only when creates would. */
const PROBE_LENGTH = 64 * 1024;
const PROBE_PAUSE_MS = 1000;

type Run = (name: 'setMetadata', input: { readonly key: string; readonly value: string }) => Promise<void>;

/** Remembers that writes fail, until one succeeds. */
export interface WriteHealth {
  /** Notes how a command ends. @returns its result. */
  observe<T>(name: CommandName, work: Promise<T>): Promise<T>;
  /**
   * The error code of the last failed write; undefined when writes succeed. While they fail it tries a write of its own
   * every second, since a service without requests would never learn that the disk has room again.
   */
  failure(): Promise<string | undefined>;
}

/** @param run runs a command without observing it. */
export function createWriteHealth(run: Run): WriteHealth {
  let failed: { readonly code: string; readonly name: CommandName } | undefined;
  let probing: Promise<void> | undefined;
  let probedAtMs = Number.NEGATIVE_INFINITY;

  async function probe(): Promise<void> {
    const key = 'write_probe';
    try {
      // SQLite writes nothing where a value stays the same.
      await run('setMetadata', { key, value: randomUUID().padEnd(PROBE_LENGTH, '.') });
      await run('setMetadata', { key, value: '' });
      failed = undefined;
    } catch {
      // It stays as it is.
    }
  }

  return {
    async observe(name, work) {
      try {
        const result = await work;
        // A write elsewhere in the file says nothing about a damaged part.
        if (failed && (!DAMAGE.test(failed.code) || failed.name === name)) failed = undefined;
        return result;
      } catch (error) {
        if (error instanceof Sqlite.SqliteError && LASTING.test(error.code))
          failed = { code: error.code, name };
        throw error;
      }
    },
    async failure() {
      if (!failed) return undefined;
      if (!DAMAGE.test(failed.code) && !probing && performance.now() - probedAtMs >= PROBE_PAUSE_MS) {
        probedAtMs = performance.now();
        probing = probe().finally(() => {
          probing = undefined;
        });
      }
      await probing;
      return failed?.code;
    },
  };
}
