import { randomUUID } from 'node:crypto';
import type { CommandName } from '../names.ts';

/** The failures of one engine that would also fail other writes. */
interface LastingFailures {
  /** The code of a failure that lasts; undefined for all others. */
  codeOf(error: unknown): string | undefined;
  /** Damaged files: a write elsewhere says nothing about the damaged part. */
  readonly damage: RegExp;
  /** Locks of the whole database. The process that holds one is working, and releases it: the service stays ready. */
  readonly lock?: RegExp;
}

/** Far more than a create needs, so that a probe succeeds only when creates would. */
const PROBE_LENGTH = 64 * 1024;
const PROBE_PAUSE_MS = 1000;

type Run = (name: 'setMetadata', input: { readonly key: string; readonly value: string }) => Promise<void>;

/** Remembers that writes fail, until one succeeds. */
export interface WriteHealth {
  /** Records how a command ends. @returns its result. */
  observe<T>(name: CommandName, work: Promise<T>): Promise<T>;
  /**
   * Returns what failed at the last write; undefined when writes succeed. While writes fail, but not because of damage,
   * a call starts a test write, at most once a second: otherwise a service without requests would never notice that
   * the disk has space again.
   */
  failure(): Promise<{ readonly ok: boolean; readonly detail: string } | undefined>;
}

/** @param run runs a command without observing it. */
export function createWriteHealth(run: Run, { codeOf, damage, lock }: LastingFailures): WriteHealth {
  let failed: { readonly code: string; readonly name: CommandName } | undefined;
  let probing: Promise<void> | undefined;
  let probedAtMs = Number.NEGATIVE_INFINITY;

  async function probe(): Promise<void> {
    const key = 'write_probe';
    try {
      // SQLite writes nothing if the value does not change.
      await run('setMetadata', { key, value: randomUUID().padEnd(PROBE_LENGTH, '.') });
      await run('setMetadata', { key, value: '' });
      failed = undefined;
    } catch {
      // The failure stays recorded.
    }
  }

  return {
    async observe(name, work) {
      try {
        const result = await work;
        if (failed && (!damage.test(failed.code) || failed.name === name)) failed = undefined;
        return result;
      } catch (error) {
        const code = codeOf(error);
        // A lock must not hide an earlier failure.
        if (code !== undefined && !(failed && lock?.test(code))) failed = { code, name };
        throw error;
      }
    },
    async failure() {
      if (!failed) return undefined;
      if (!damage.test(failed.code) && !probing && performance.now() - probedAtMs >= PROBE_PAUSE_MS) {
        probedAtMs = performance.now();
        probing = probe().finally(() => {
          probing = undefined;
        });
      }
      const ok = lock?.test(failed.code) ?? false;
      // The test write can wait long for a lock, so no caller waits for it.
      if (!ok) await probing;
      return failed && { ok, detail: `the last write failed: ${failed.code}` };
    },
  };
}
