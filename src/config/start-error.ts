import { codeOf } from '../../db/engines/database-errors.ts';
import { describeRefusal, refusalOf } from './database-refusal.ts';

/** A mistake in how the service was started. The message is one line for the operator. */
export class StartError extends Error {}

/**
 * Runs a step of the start that fails when a setting is wrong.
 * @throws StartError that names the setting, when the operating system or the database refuses.
 */
export async function asConfigError<T>(setting: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    // Errors of the system and of the database have a code. One without a code is a bug of the service.
    const refusal = error instanceof StartError ? undefined : describeRefusal(error);
    throw refusal === undefined
      ? error
      : new StartError(`${setting}: ${refusal}`, { cause: refusalOf(error) });
  }
}

/** The address that a server listens on, and the names of its two settings. */
interface Address {
  readonly host: string;
  readonly port: number;
  readonly settings: readonly [host: string, port: string];
}

/**
 * Runs a step that listens on an address.
 * @throws StartError that names both settings and says what to do, when the operating system refuses the address.
 */
export async function asAddressError<T>(address: Address, step: () => Promise<T>): Promise<T> {
  const setting = address.settings.join(' and ');
  try {
    return await asConfigError(setting, step);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const advice = adviceFor(codeOf(error.cause), address);
    throw advice === undefined ? error : new StartError(`${setting}: ${advice}`, { cause: error.cause });
  }
}

function adviceFor(code: string, { host, port, settings }: Address): string | undefined {
  const [hostSetting, portSetting] = settings;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is in use, perhaps by another service (EADDRINUSE). Stop that program, or take another port, such as ${portSetting}=${port === MAX_PORT ? port - 1 : port + 1}.`;
    case 'EACCES':
      return `port ${port} needs more rights than this user has (EACCES). Take a port from 1024 on, such as ${portSetting}=3000, and let a proxy have ${port}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address ${host} (${code}). Set ${hostSetting} to 127.0.0.1, to 0.0.0.0 for all its addresses, or to one of them.`;
    default:
      return undefined;
  }
}

const MAX_PORT = 65_535;
