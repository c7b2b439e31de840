import { z } from 'zod';
import { LocationError, readLocation, withAuthority } from '../../db/engines/postgres/location.ts';
import { StartError } from './start-error.ts';

/** Where the database is. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

const DATABASE_FORM = 'must be the path of a SQLite file, or a URL that begins with postgres://';

const sqliteFile = z
  .string()
  .refine((url) => !/^[a-z]+:\/\//.test(url) || url.startsWith('file://'), DATABASE_FORM)
  .refine((url) => !/^file:.*\?/.test(url), 'must have no query: it would become a part of the name')
  .transform((url) => url.replace(/^file:(\/\/)?/, ''))
  .refine((path) => path !== '' && path !== ':memory:', DATABASE_FORM)
  .transform((path): DatabaseLocation => ({ kind: 'sqlite', path }));

/** The form of a setting. A URL of PostgreSQL is read when DATABASE_CA is known. */
export const databaseUrl = z.string().transform((text, context): DatabaseLocation => {
  if (/^postgres(ql)?:/.test(text)) return { kind: 'postgres', url: text };
  const result = sqliteFile.safeParse(text);
  if (result.success) return result.data;
  context.addIssue({ code: 'custom', message: result.error.issues[0]?.message ?? DATABASE_FORM });
  return z.NEVER;
});

/** @throws StartError that names the parameter. */
export function parseDatabaseUrl(parameter: string, text: string): DatabaseLocation {
  const { data, error } = databaseUrl.safeParse(text);
  if (data) return data;
  throw new StartError(`${parameter} ${error.issues[0]?.message ?? DATABASE_FORM}.`);
}

/**
 * Checks where the database is. The certificate authority of DATABASE_CA becomes part of the URL, as in other programs.
 * @throws StartError that names the setting.
 */
export function readDatabase(
  variables: { readonly DATABASE_URL: DatabaseLocation; readonly DATABASE_CA?: string | undefined },
  name = 'DATABASE_URL',
): DatabaseLocation {
  const { DATABASE_URL: database, DATABASE_CA: authority } = variables;
  if (database.kind === 'sqlite') return database;
  try {
    const url = authority === undefined ? database.url : withAuthority(database.url, authority);
    readLocation(url);
    return { kind: 'postgres', url };
  } catch (error) {
    if (!(error instanceof LocationError)) throw error;
    throw new StartError(`${name} ${error.message}.`);
  }
}

/**
 * The server from which dashboards read; undefined for the server of everything else.
 * @throws StartError that names DATABASE_READ_URL.
 */
export function readReplica(
  database: DatabaseLocation,
  variables: {
    readonly DATABASE_READ_URL?: DatabaseLocation | undefined;
    readonly DATABASE_CA?: string | undefined;
  },
): string | undefined {
  const { DATABASE_READ_URL: replica, DATABASE_CA } = variables;
  if (!replica) return undefined;
  if (database.kind === 'sqlite' || replica.kind === 'sqlite')
    throw new StartError(
      'DATABASE_READ_URL must be the postgres:// URL of a replica of DATABASE_URL, which must be a PostgreSQL server.',
    );
  const read = readDatabase({ DATABASE_URL: replica, DATABASE_CA }, 'DATABASE_READ_URL');
  return read.kind === 'postgres' ? read.url : undefined;
}
