import { test } from 'vitest';
import { IS_LONG } from './long.ts';
import { onPostgres } from './test-database.ts';

/** A test of code that both engines share: on PostgreSQL only the long form runs it. */
export const testOnce = test.skipIf(onPostgres && !IS_LONG);
