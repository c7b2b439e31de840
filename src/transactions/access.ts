import { liveSecrets } from '../access/domain/signing.ts';
import type { Client } from '../admin/client-directory.ts';
import type { Dependencies } from '../operations/dependencies.ts';

/**
 * Checks whether a client still has the credentials of a snapshot; `current` is undefined if the client no longer
 * exists.
 */
export type AccessCheck = (current: Client | undefined) => boolean;

/**
 * Snapshots the credentials a stream was opened with. If the key is disabled, its secret rotated, or its
 * allowlist changed, the stream must be reopened.
 */
export function snapshotAccess(client: Client, { runtime }: Dependencies): AccessCheck {
  const secrets = liveSecrets(client.secrets, runtime.nowMs());
  const allowlist = client.ipAllowlist.join();
  return (current) => {
    if (!current || current.disabledAtMs !== null || current.ipAllowlist.join() !== allowlist) return false;
    const live = liveSecrets(current.secrets, runtime.nowMs());
    return secrets.every((secret) => live.some((other) => other.equals(secret)));
  };
}
