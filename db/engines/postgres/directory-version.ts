import type { Engine } from '../../engine.ts';
import type { SessionPart } from './session.ts';

/**
 * How long a cached value is used while the changes of other processes are not received. A lost connection therefore
 * causes at most 50 reads a second for each key in use.
 */
const UNHEARD_AGE_MS = 20;

/**
 * How long after its last answer the session is trusted to receive every change. Beats are a second apart, and a busy
 * machine may be late. A network that drops packets is noticed only later, when a beat has failed.
 */
const HEARD_FOR_MS = 2_000;

export type DirectoryVersion = Pick<Engine, 'directoryVersion' | 'directoryChanged'> & SessionPart;

/**
 * Follows the changes that all processes make to clients, secrets and banks, which triggers announce. What was cached
 * before the session was lost is stale. While it does not answer, a cached value is used for a moment only.
 */
export function followDirectory(monotonicMs: () => number = () => performance.now()): DirectoryVersion {
  let version = 0;
  /** The session has reported every change until then. */
  let receivedAtMs = Number.NEGATIVE_INFINITY;
  let freshUntilMs = 0;
  return {
    channel: 'directory',
    onNotification() {
      version += 1;
    },
    async onConnect() {
      version += 1;
      receivedAtMs = monotonicMs();
    },
    onAnswer(askedAtMs) {
      // The server sends its notifications before it answers.
      receivedAtMs = askedAtMs;
    },
    onLost() {
      version += 1;
      receivedAtMs = Number.NEGATIVE_INFINITY;
    },
    directoryVersion() {
      const nowMs = monotonicMs();
      if (nowMs - receivedAtMs < HEARD_FOR_MS || nowMs < freshUntilMs) return version;
      version += 1;
      freshUntilMs = nowMs + UNHEARD_AGE_MS;
      return version;
    },
    directoryChanged() {
      version += 1;
    },
  };
}
