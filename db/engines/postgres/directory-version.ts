import type { Engine } from '../../engine.ts';
import type { SessionPart } from './session.ts';

/**
 * Age of what is cached while the changes of other processes are not heard. It bounds what a lost connection costs: each
 * key in use is read 50 times a second at most.
 */
const UNHEARD_AGE_MS = 20;

export type DirectoryVersion = Pick<Engine, 'directoryVersion' | 'directoryChanged'> & SessionPart;

/**
 * Follows the changes of all processes: triggers tell of those of clients, secrets and banks. What was cached before the
 * session was lost, or while it is, does not count for longer than a moment.
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
