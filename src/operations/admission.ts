import { liveSecrets } from '../domain/signing.ts';
import type { Client } from './admin/directory.ts';
import type { Dependencies } from './dependencies.ts';

/** Whether what let a client in still holds, as the client stands now; undefined when it is gone. */
export type Admission = (now: Client | undefined) => boolean;

/**
 * Remembers what let a client in: that it is enabled, the secrets it could sign with, and the addresses it may
 * be used from. Once one of them is taken away, whoever came in by it must show anew that it may.
 */
export function snapshotAdmission(client: Client, { runtime }: Dependencies): Admission {
  const secrets = liveSecrets(client.secrets, runtime.nowMs());
  const addresses = client.ipAllowlist.join();
  return (now) => {
    if (!now || now.disabled || now.ipAllowlist.join() !== addresses) return false;
    const live = liveSecrets(now.secrets, runtime.nowMs());
    return secrets.every((secret) => live.some((other) => other.equals(secret)));
  };
}
