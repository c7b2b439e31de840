import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { cleanDatabase } from './database-cleaning.ts';
import { makeEmptyDatabase } from './empty-database.ts';
import { connectPostgres } from './postgres-client.ts';

/** True where the files of the suite run on PostgreSQL: they run once for each engine. */
export const onPostgres = process.env.TEST_ENGINE === 'postgres';

/** The database from which new ones are copied: up to date, without rows. */
export const EMPTY_DATABASE = 'empty';

/** Settings that a service needs on the engine of the run. Each connection is a process of PostgreSQL. */
export const ENGINE_SETTINGS: Readonly<Record<string, string>> = onPostgres
  ? { MASTER_KEY: '5e'.repeat(32), DATABASE_POOL_SIZE: '8' }
  : {};

/** Settings of a service that runs its commands one after another, in the order of their requests. */
export const COMMANDS_IN_ORDER: Readonly<Record<string, string>> = onPostgres
  ? { DATABASE_POOL_SIZE: '5' }
  : {};

/** The names of the PostgreSQL databases of folders. */
const names = new Map<string, string>();
/** The folders with a database. */
const made = new Set<string>();

/** Used databases that are empty again. Emptying one costs a tenth of creating one. */
const idle: string[] = [];
const cleaning = new Set<Promise<void>>();

let connecting: Promise<pg.Client> | undefined;

/** Runs statements about databases on the one PostgreSQL of the run. */
async function administer(statement: string): Promise<pg.QueryResult> {
  connecting ??= (async () => {
    const client = await connectPostgres(inject('postgresUrl'));
    return client;
  })();
  return (await connecting).query(statement);
}

function urlOf(name: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  // On a loaded machine, a connection can take longer to open than a service waits by default.
  url.searchParams.set('connect_timeout', '30');
  return url.href;
}

function nameOf(folder: string): string {
  const name = names.get(folder) ?? `test_${randomBytes(6).toString('hex')}`;
  names.set(folder, name);
  return name;
}

/** The DATABASE_URL of the database that belongs to a folder of a test. */
export function databaseUrlOf(folder: string): string {
  return onPostgres ? urlOf(nameOf(folder)) : join(folder, 'test.db');
}

/** Makes an up-to-date database without rows for a folder. */
export async function makeTestDatabase(folder: string): Promise<void> {
  if (!onPostgres) return makeEmptyDatabase(databaseUrlOf(folder));
  made.add(folder);
  while (idle.length === 0 && cleaning.size > 0) await Promise.race(cleaning);
  const cleaned = idle.pop();
  if (cleaned !== undefined) {
    const named = names.get(folder);
    if (named === undefined) names.set(folder, cleaned);
    else await administer(`alter database ${cleaned} rename to ${named}`);
    return;
  }
  await administer(`create database ${nameOf(folder)} template ${EMPTY_DATABASE} strategy file_copy`);
}

/** Makes such a database for a folder that has none. SQLite makes the file when it is opened. */
export async function ensureTestDatabase(folder: string): Promise<void> {
  if (onPostgres && !made.has(folder)) await makeTestDatabase(folder);
}

/** Makes a database with no tables for a folder that has none. */
export async function makeBareDatabase(folder: string): Promise<void> {
  if (!onPostgres || made.has(folder)) return;
  made.add(folder);
  await administer(`create database ${nameOf(folder)}`);
}

/** Returns the database of a folder, once everything that used it has ended. A file is deleted with its folder. */
export function giveBackDatabase(folder: string): void {
  const name = names.get(folder);
  names.delete(folder);
  if (name === undefined || !made.delete(folder)) return;
  const work = cleanOrDrop(name).finally(() => cleaning.delete(work));
  cleaning.add(work);
}

async function cleanOrDrop(name: string): Promise<void> {
  const isClean = await cleanDatabase(urlOf(name), inject('emptyDatabase')).catch(() => false);
  if (isClean) idle.push(name);
  else await administer(`drop database if exists ${name} with (force)`).catch(() => {});
}

/** Copies the database of a folder for another folder. No process may have it open. */
export async function copyTestDatabase(from: string, to: string): Promise<void> {
  if (!onPostgres) return copyFileSync(databaseUrlOf(from), databaseUrlOf(to));
  made.add(to);
  await administer(`create database ${nameOf(to)} template ${nameOf(from)} strategy file_copy`);
}

/** Drops the database of a folder, with whatever uses it. */
export async function dropTestDatabase(folder: string): Promise<void> {
  const name = names.get(folder);
  names.delete(folder);
  if (name !== undefined && made.delete(folder))
    await administer(`drop database if exists ${name} with (force)`);
}
