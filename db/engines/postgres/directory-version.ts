import type { Engine } from '../../engine.ts';
import type { SessionPart } from './session.ts';

/**
 * How long a cached value is used while the changes of other processes are not received. A lost connection therefore
 * causes at most 50 reads a second for each key in use.
 */
const UNHEARD_AGE_MS = 20;

export type DirectoryVersion = Pick<Engine, 'directoryVersion' | 'directoryChanged'> & SessionPart;

/**
 * Follows the changes that all processes make to clients, secrets and banks, which triggers announce. What was cached
 * before the session was lost is stale. While it is lost, a cached value is used for a moment only.
 */
export function followDirectory(monotonicMs: () => number = () => performance.now()): DirectoryVersion {
  let version = 0;
  let isListening = false;
  let freshUntilMs = 0;
  return {
    channel: 'directory',
    onNotification() {
      version += 1;
    },
    async onConnect() {
      version += 1;
      isListening = true;
    },
    onLost() {
      version += 1;
      isListening = false;
    },
    directoryVersion() {
      if (isListening || monotonicMs() < freshUntilMs) return version;
      version += 1;
      freshUntilMs = monotonicMs() + UNHEARD_AGE_MS;
      return version;
    },
    directoryChanged() {
      version += 1;
    },
  };
}
