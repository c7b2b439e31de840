import pg from 'pg';
import { codeOf } from '../database-errors.ts';
import { ConnectError } from './errors.ts';
import type { Target } from './location.ts';

const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/;

/** The meaning of a code, and the remedy. A message is the rest of a sentence, after the name of the setting. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server accepts connections there',
  ECONNRESET: 'the server closed the connection',
  ENOENT: 'there is no socket of a server in that folder',
  ENOTFOUND: 'the name of the server is not known',
  EAI_AGAIN: 'the name of the server cannot be resolved now',
  EHOSTUNREACH: 'there is no way to the server',
  ENETUNREACH: 'there is no way to the server',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the server is for another name. Use the name that it is for, or sslmode=verify-ca with its authority',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  '28P01': 'the user or the password is wrong',
  '28000': 'the server does not let this user in from here (pg_hba.conf)',
  '3D000': 'there is no database of this name. Make it: create database <name>',
  '42501': 'the user may not use the database. Allow it: grant connect, create on database <name> to <user>',
  '53300': 'the server has no free connection. Raise its max_connections, or lower DATABASE_POOL_SIZE',
  '57P03': 'the server is starting or stopping',
};

/** Says why a connection could not be opened, and the remedy. The message contains no user and no password. */
export function describeConnectFailure(error: unknown, { host, port, ssl }: Target): ConnectError {
  if (error instanceof ConnectError) return error;
  const place = host.startsWith('/') ? host : `${host}:${port}`;
  const code = codeOf(error);
  const meaning = MEANINGS[code] ?? meaningOf(error, code, ssl !== false);
  // The server's message names the user of DATABASE_URL.
  const cause = error instanceof pg.DatabaseError ? undefined : error;
  return new ConnectError(`${place}: ${meaning}`, code || 'CONNECT', cause);
}

const NAMED_USER = /\b(user|role) "[^"]*"/g;

function meaningOf(error: unknown, code: string, isEncrypted: boolean): string {
  if (UNTRUSTED.test(code))
    return 'the certificate of the server is of an authority that is not known here. Name the file of its authority in DATABASE_CA';
  const message = error instanceof Error ? error.message : '';
  if (message === 'The server does not support SSL connections')
    return 'the server has no TLS, which sslmode asks for. Turn it on there (ssl = on)';
  if (message.startsWith('timeout exceeded')) return 'all connections are busy';
  if (/timeout|timed out/.test(message) || code === 'ETIMEDOUT') return 'the server does not answer in time';
  if (message.startsWith('Connection terminated')) return 'the server closed the connection';
  const how = isEncrypted ? 'with TLS' : 'without TLS';
  return `the connection ${how} failed${code ? ` (${code})` : ''}: ${message.replace(NAMED_USER, 'the $1')}`;
}
