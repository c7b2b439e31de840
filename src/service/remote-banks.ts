import { createBankCopyStore } from '../../db/banks/store.ts';
import type { Engine } from '../../db/engine.ts';
import { createBankListReader } from '../banks/remote/read-list.ts';
import { createRemoteBankDirectory, type RemoteBankDirectory } from '../banks/remote/remote.ts';
import type { Config } from '../config/config.ts';
import type { Platform } from './platform.ts';

/** Time that the Available Banks service has for a whole response. */
const BANK_LIST_TIME_LIMIT_MS = 5000;

/** Makes the remote directory with its last good copy, if banks come from another service. */
export async function openRemoteBanks(
  engine: Engine,
  { availableBanks }: Config,
  { nowMs }: Platform,
): Promise<RemoteBankDirectory | undefined> {
  if (!availableBanks) return undefined;
  const { url, credentials } = availableBanks;
  const readList = createBankListReader({ url, credentials, nowMs, timeLimitMs: BANK_LIST_TIME_LIMIT_MS });
  const directory = createRemoteBankDirectory({ url, readList, nowMs, copies: createBankCopyStore(engine) });
  await directory.loadCopy();
  return directory;
}
