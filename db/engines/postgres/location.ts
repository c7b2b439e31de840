import { existsSync, readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { parseDurationSeconds } from '../../../src/kernel/duration.ts';

const DEFAULT_PORT = 5432;
const FORM = 'must name the server and its database: postgres://user:password@host:5432/database';

/** The modes of libpq: https://www.postgresql.org/docs/current/libpq-ssl.html. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** The server that a connection needs: any one, one that is no replica, or one that takes writes. */
export type NeededServer = 'any' | 'primary' | 'read-write';

const SESSION_ATTRIBUTES: Readonly<Record<string, NeededServer>> = {
  'read-write': 'read-write',
  primary: 'primary',
  any: 'any',
  'prefer-standby': 'any',
};

const KNOWN_PARAMETERS = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'channel_binding',
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'connect_timeout',
  'options',
  'target_session_attrs',
];

/** One way to a server: an address, with TLS or without. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly ssl: false | ConnectionOptions;
}

/** Where a database is, as its URL says. */
export interface PostgresLocation {
  /** The ways to the servers, which are tried in turn until one accepts the connection. */
  readonly targets: readonly Target[];
  readonly database: string;
  /** Undefined if the environment or ~/.pgpass names the user and the password, as with other programs. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly sslNegotiation: 'postgres' | 'direct';
  readonly applicationName: string | undefined;
  readonly connectTimeoutSeconds: number | undefined;
  /** Command-line options for the server process. */
  readonly options: string | undefined;
  readonly needed: NeededServer;
}

/**
 * An invalid URL of a database. The message continues a sentence that begins with the name of the setting, and contains
 * no part of the URL.
 */
export class LocationError extends Error {}

/**
 * Reads a URL of PostgreSQL as libpq does, also with several servers: `postgres://a:5432,b:5432/database`.
 * @throws LocationError with the reason.
 */
export function readLocation(url: string): PostgresLocation {
  const parts = /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/.exec(url);
  if (!parts)
    throw new LocationError(
      `${FORM}. Write special characters of the password as percent codes, such as %2F for /`,
    );
  const [, authority = '', path = '', query = ''] = parts;
  const parameters = readParameters(query);
  const at = authority.lastIndexOf('@');
  const [user = '', ...password] = at < 0 ? [] : authority.slice(0, at).split(':');
  const database = decode(path);
  if (database === '') throw new LocationError(FORM);
  const attributes = parameters.get('target_session_attrs') ?? 'read-write';
  const needed = SESSION_ATTRIBUTES[attributes];
  if (needed === undefined)
    throw new LocationError(
      `has an unknown target_session_attrs; it can be ${Object.keys(SESSION_ATTRIBUTES).join(', ')}`,
    );
  const tls = readTls(parameters);
  const servers = readServers(parameters.get('host') ?? authority.slice(at + 1), parameters.get('port'));
  return {
    targets: servers.flatMap((server) =>
      tls.map((ssl) => ({ ...server, ssl: isSocket(server) ? false : ssl })),
    ),
    database,
    user: (parameters.get('user') ?? decode(user)) || undefined,
    password: (parameters.get('password') ?? decode(password.join(':'))) || undefined,
    sslNegotiation: parameters.get('sslnegotiation') === 'direct' ? 'direct' : 'postgres',
    applicationName: parameters.get('application_name'),
    connectTimeoutSeconds: readSeconds(parameters.get('connect_timeout')),
    options: parameters.get('options'),
    // A single server that accepts no writes for a while still answers reads.
    needed: needed === 'read-write' && servers.length === 1 ? 'primary' : needed,
  };
}

/** Adds the file of a certificate authority to a URL that names none. */
export function withAuthority(url: string, path: string): string {
  if (/[?&]sslrootcert=/.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}sslrootcert=${encodeURIComponent(path)}`;
}

/** The place of a database for people and for logs: the servers and the name, without user and password. */
export function describeLocation(url: string): string {
  const { targets, database } = readLocation(url);
  const hosts = new Set(
    targets.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`),
  );
  return `postgres://${[...hosts].join(',')}/${database}`;
}

function readParameters(query: string): ReadonlyMap<string, string> {
  const parameters = new Map(new URLSearchParams(query));
  for (const name of parameters.keys())
    if (!KNOWN_PARAMETERS.includes(name))
      throw new LocationError(
        `has a parameter that is not known here; it can have ${KNOWN_PARAMETERS.join(', ')}`,
      );
  if (parameters.get('channel_binding') === 'require')
    throw new LocationError(
      'asks for channel_binding=require, which is not supported. Leave it out and use sslmode=verify-full, which proves the server too',
    );
  return parameters;
}

function readSeconds(text: string | undefined): number | undefined {
  if (text === undefined || text === '0') return undefined;
  const seconds = parseDurationSeconds(`${text}s`);
  if (seconds === undefined || seconds > 600)
    throw new LocationError('has a connect_timeout that is not a number of seconds, at most 600');
  return seconds;
}

function readServers(hosts: string, ports: string | undefined): { host: string; port: number }[] {
  const portList = ports?.split(',') ?? [];
  return hosts.split(',').map((text, index) => {
    const [, ipv6, name = '', port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
    const host = ipv6 ?? decode(name);
    if (host === '') throw new LocationError(FORM);
    const number = Number(port ?? portList[index] ?? portList[0] ?? DEFAULT_PORT);
    if (!Number.isInteger(number) || number < 1 || number > 65_535)
      throw new LocationError('has a port that is not a number from 1 to 65535');
    return { host, port: number };
  });
}

/** A host that begins with a slash is the folder of a Unix socket, which has no TLS. */
function isSocket({ host }: { readonly host: string }): boolean {
  return host.startsWith('/');
}

/** @returns the TLS settings to try, in order; false means no TLS. */
function readTls(parameters: ReadonlyMap<string, string>): readonly (false | ConnectionOptions)[] {
  const authority = parameters.get('sslrootcert');
  // A certificate authority is named in order to verify the server.
  const mode = (parameters.get('sslmode') ?? (authority ? 'verify-full' : 'prefer')) as SslMode;
  if (!SSL_MODES.includes(mode))
    throw new LocationError(`has an unknown sslmode; it can be ${SSL_MODES.join(', ')}`);
  const direct = parameters.get('sslnegotiation') === 'direct';
  if (direct && !/^(require|verify-ca|verify-full)$/.test(mode))
    throw new LocationError('needs sslmode=require or stronger with sslnegotiation=direct');
  if (mode === 'disable') return [false];
  const own = {
    ...(authority && authority !== 'system' && { ca: readPem('sslrootcert', authority) }),
    ...readPair(parameters),
  };
  const unverified = { ...own, rejectUnauthorized: false };
  if (mode === 'allow') return [false, unverified];
  if (mode === 'prefer') return [unverified, false];
  if (mode === 'verify-full') return [own];
  if (mode === 'verify-ca' && !authority)
    throw new LocationError(
      'needs DATABASE_CA, or sslrootcert in the URL, with sslmode=verify-ca: any public authority would do otherwise',
    );
  // With a certificate authority, `require` is as strong as verify-ca.
  return [authority ? { ...own, checkServerIdentity: () => undefined } : unverified];
}

function readPair(parameters: ReadonlyMap<string, string>): ConnectionOptions {
  const [cert, key] = [parameters.get('sslcert'), parameters.get('sslkey')];
  if ((cert === undefined) !== (key === undefined))
    throw new LocationError('must have sslcert and sslkey together');
  return cert && key ? { cert: readPem('sslcert', cert), key: readPem('sslkey', key) } : {};
}

function readPem(name: string, path: string): string {
  if (!existsSync(path)) throw new LocationError(`names a file as ${name} that does not exist: ${path}`);
  const text = readFileSync(path, 'utf8');
  if (!text.includes('-----BEGIN'))
    throw new LocationError(`names a file as ${name} that is not PEM: ${path}`);
  return text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new LocationError('has a % that begins no percent code; write it as %25');
  }
}
