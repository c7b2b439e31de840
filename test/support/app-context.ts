import { expect } from 'vitest';
import type { z } from 'zod';
import { PLAIN_CLIENT } from '../../src/admin/client-directory.ts';
import { readConfig } from '../../src/config/config.ts';
import { type ErrorType, ServiceError } from '../../src/kernel/errors.ts';
import type { FieldProblem } from '../../src/kernel/problems.ts';
import type { Role } from '../../src/kernel/role.ts';
import { execute, type Operation } from '../../src/operations/operation.ts';
import { type Principal, principalOf } from '../../src/operations/permissions.ts';
import { type AppContext, openAppContext } from '../../src/service/context.ts';
import { nodePlatform, type Platform } from '../../src/service/platform.ts';
import { createClock, temporaryFolder } from '../harness.ts';

import { databaseUrlOf, ENGINE_SETTINGS, makeTestDatabase, onPostgres } from './test-database.ts';
import { USED_AGAIN } from './thread-pool.ts';

/** The origin of calls of operations without HTTP. */
export const TEST_ORIGIN = { kind: 'request', address: '127.0.0.1', requestId: 'test' } as const;

export interface AppContextOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: Partial<Platform>;
  readonly lockTimeoutMs?: number;
}

/** On PostgreSQL commands of one process wait for each other's rows as well. */
const LOCK_TIMEOUT_MS = onPostgres ? 1_000 : 20;

/**
 * Opens an empty database and the operations without HTTP, with a clock that stands still and an admin as the
 * caller.
 */
export async function openTestContext({
  env,
  platform,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
}: AppContextOptions = {}) {
  const folder = temporaryFolder();
  await makeTestDatabase(folder.path);
  const databasePath = databaseUrlOf(folder.path);
  const clock = createClock();
  const appContext: AppContext = await openAppContext({
    config: readConfig({ DATABASE_URL: databasePath, ...ENGINE_SETTINGS, ...env }),
    platform: { ...nodePlatform, ...clock, ...platform },
    migrate: true,
    lockTimeoutMs,
    engine: USED_AGAIN,
  });
  return {
    ...appContext,
    clock,
    databasePath,
    run: <I extends z.ZodType, O extends z.ZodType>(
      operation: Operation<I, O>,
      input: unknown,
      role?: Role,
    ) =>
      execute(
        operation,
        { principal: principal(role), origin: TEST_ORIGIN, dependencies: appContext.dependencies },
        input,
      ),
    async [Symbol.asyncDispose]() {
      await appContext.close();
      folder[Symbol.dispose]();
    },
  };
}

export type TestContext = Awaited<ReturnType<typeof openTestContext>>;

function principal(role: Role = 'admin'): Principal {
  return principalOf({
    id: 'test',
    appKey: 'test',
    name: 'Test',
    role,
    callbackUrl: null,
    disabledAtMs: null,
    createdAtMs: 0,
    requiresTimedSign: false,
    ipAllowlist: [],
    ...PLAIN_CLIENT,
    secrets: [],
  });
}

/** Asserts that a call is refused with the type, naming exactly these fields. @returns the message. */
export async function expectRefusal(
  call: Promise<unknown>,
  type: ErrorType,
  ...paths: readonly string[]
): Promise<string> {
  const error: unknown = await call.then(
    () => expect.fail('the call was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  expect(error.type, error.message).toBe(type);
  expect((error.details.fields ?? []).map(({ path }: FieldProblem) => path)).toEqual(paths);
  return error.message;
}
