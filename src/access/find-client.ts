import type { Client, ClientDirectory } from '../admin/client-directory.ts';

const MAX_APP_KEY_LENGTH = 128;

/** Finds the client of an appKey. A text that is too long for one is not looked for. */
export async function findClient(clients: ClientDirectory, appKey: string): Promise<Client | undefined> {
  return appKey.length <= MAX_APP_KEY_LENGTH ? clients.findByAppKey(appKey) : undefined;
}
