import { type Client, createClient, failureOf } from '../client/index.ts';
import { endpoint } from '../client/signed-fetch.ts';

export const PROGRAM = 'bank-transfers-client';

/** A mistake in how the command was called, or in what it was given. The message is one line for the person. */
export class UsageError extends Error {}

/** What a running command writes to, and when it ends. */
export interface ClientEnvironment {
  readonly print: (text: string) => void;
  /** Aborts when the person ends the command. */
  readonly signal: AbortSignal;
}

/** A key of the service, as the options or the environment name it. */
export interface Key {
  readonly url: string;
  readonly appKey: string;
  readonly secret: string;
}

/** A command that runs with the key of a client. */
export interface Run extends ClientEnvironment {
  readonly key: Key;
  readonly service: Client;
  /** The values of the options, and the words after the name of the command. */
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly words: readonly string[];
}

/** One command: its help, the options that it takes beside those of the key, and what it does. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** The options by their names, each with its help; all of them take a value. */
  readonly options: Readonly<Record<string, string>>;
  readonly maxWords: number;
  /** @returns what it has found or made, for programs. */
  run(run: Run): Promise<unknown>;
}

/** Where each part of the key comes from. */
const KEY_SOURCES = [
  ['url', 'url', 'BANK_TRANSFERS_URL'],
  ['key', 'appKey', 'BANK_TRANSFERS_KEY'],
  ['secret', 'secret', 'BANK_TRANSFERS_SECRET'],
] as const;

export const KEY_OPTIONS: Readonly<Record<string, string>> = {
  url: 'The base URL of the service (or BANK_TRANSFERS_URL).',
  key: 'The appKey (or BANK_TRANSFERS_KEY).',
  secret: 'The secret of the key (or BANK_TRANSFERS_SECRET, which the list of processes does not show).',
};

/** @throws UsageError that names each option that is missing. */
export function readKey(options: Run['options'], env: Run['options']): Key {
  const found = KEY_SOURCES.map(
    ([option, field, variable]) => [field, options[option] || env[variable]] as const,
  );
  const missing = KEY_SOURCES.filter((_, at) => !found[at]?.[1]);
  if (missing.length > 0)
    throw new UsageError(
      `Missing: ${missing.map(([option, , variable]) => `--${option} or ${variable}`).join('; ')}.`,
    );
  const { url = '', appKey = '', secret = '' } = Object.fromEntries(found);
  return { url, appKey, secret };
}

/** @throws UsageError when the URL is none. */
export function connect(key: Key): Client {
  return readUrl(() => createClient(key));
}

/** @throws UsageError when it is no URL of a service. */
export function checkUrl(url: string): void {
  readUrl(() => endpoint(url, ''));
}

function readUrl<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`--url: ${messageOf(error)}`);
  }
}

/** The service's own words for a refused call, or those of the error. */
export function messageOf(error: unknown): string {
  return failureOf(error)?.error.message ?? (error instanceof Error ? error.message : String(error));
}
