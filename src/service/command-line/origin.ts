import { userInfo } from 'node:os';
import { commandLineOrigin, type DatabaseCommand } from '../../operations/meta.ts';
import { nodePlatform } from '../platform.ts';

/** The origin in the audit log of a command on the database itself, at this time. */
export function auditOf(command: DatabaseCommand) {
  return { ...commandLineOrigin(readUser(), command), occurredAtMs: nodePlatform.nowMs() };
}

/** The user of the operating system who runs the program. */
export function readUser(): string {
  try {
    // Also where the rights of root were given up.
    return process.getuid?.() === 0 ? 'root' : userInfo().username;
  } catch {
    // A container can run as a user without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
