import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { isLoopback, parseAddress, unmap } from '../kernel/address.ts';

/** RFC 6761, section 6.3: names below `localhost` also mean the loopback addresses. */
const LOCAL_NAME = /^([a-z0-9-]+\.)*localhost\.?$/i;

/**
 * Outside production the database gets demo keys, whose secrets are public. The service must then be reachable from
 * this machine only.
 * @throws StartError when HOST or PUBLIC_URL does not lead to this machine, unless ALLOW_DEMO_KEYS is 1.
 */
export function refusePublicDemoKeys({ production, allowsDemoKeys, host, publicUrl }: Config): void {
  if (production || allowsDemoKeys) return;
  if (!isThisMachine(host)) throw notThisMachine('HOST', host);
  if (publicUrl === undefined) return;
  const { hostname } = new URL(publicUrl);
  if (!isThisMachine(hostname.replace(/^\[(.*)\]$/, '$1'))) throw notThisMachine('PUBLIC_URL', publicUrl);
}

function isThisMachine(host: string): boolean {
  const address = parseAddress(host);
  return address ? isLoopback(unmap(address)) : LOCAL_NAME.test(host);
}

function notThisMachine(setting: string, value: string): StartError {
  return new StartError(
    `${setting} ${value} is not this machine, and outside production the demo keys are public. ` +
      'Set NODE_ENV=production, or ALLOW_DEMO_KEYS=1 if everyone may be an admin.',
  );
}
