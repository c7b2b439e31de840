import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { StartError } from '../../src/config/start-error.ts';
import { refusePublicDemoKeys } from '../../src/service/exposure.ts';
import { ADMIN, call, startTestService, temporaryFolder } from '../harness.ts';
import { launchService } from '../support/service-process.ts';

/** Returns the error that the person at the start reads; undefined if the service starts. */
function complaint(environment: Record<string, string>): string | undefined {
  try {
    refusePublicDemoKeys(readConfig(environment));
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

test.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '::'],
  ['HOST', '0'],
  ['HOST', '192.0.2.1'],
  ['HOST', '::ffff:192.0.2.1'],
  ['HOST', 'bank.example.com'],
  ['HOST', 'localhost.example.com'],
  ['HOST', '127.0.0.1.example.com'],
  ['PUBLIC_URL', 'https://pay.example.com'],
  ['PUBLIC_URL', 'http://192.168.1.10:3000'],
  ['PUBLIC_URL', 'http://[2001:db8::1]:3000'],
  ['PUBLIC_URL', 'http://localhost@pay.example.com'],
])('outside production, %s=%s is refused in one line that names it and the cure', (name, value) => {
  for (const more of [{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }, { ALLOW_DEMO_KEYS: '0' }]) {
    const said = complaint({ ...more, [name]: value });
    expect(said).toMatch(new RegExp(`^${name} [^\n]+ALLOW_DEMO_KEYS=1[^\n]*\\.$`));
    expect(said).toContain('NODE_ENV=production');
  }
  expect(complaint({ [name]: value, ALLOW_DEMO_KEYS: '1' })).toBeUndefined();
});

test.each([
  ['HOST', '127.0.0.1'],
  ['HOST', '127.8.9.10'],
  ['HOST', '::1'],
  ['HOST', '::ffff:127.0.0.1'],
  ['HOST', 'localhost'],
  ['PUBLIC_URL', 'http://localhost:3000/bank'],
  ['PUBLIC_URL', 'http://pay.localhost:3000'],
  ['PUBLIC_URL', 'https://LOCALHOST./'],
  ['PUBLIC_URL', 'http://127.0.0.1:3000'],
  ['PUBLIC_URL', 'http://[::1]:3000'],
])('outside production, %s=%s is this machine', (name, value) => {
  expect(complaint({ [name]: value })).toBeUndefined();
});

test('production listens where it is told to', () => {
  const environment = {
    NODE_ENV: 'production',
    MASTER_KEY: 'ab'.repeat(32),
    PUBLIC_URL: 'https://pay.example.com',
  };
  expect(complaint({ ...environment, HOST: '0.0.0.0' })).toBeUndefined();
});

test('a service that would give its demo keys to the network ends before it makes a file', async () => {
  using folder = temporaryFolder();
  const env = { HOST: '0.0.0.0', MASTER_KEY: 'ab'.repeat(32), PUBLIC_URL: 'https://pay.example.com' };
  const { code, stdout, stderr } = await launchService(folder.path, env).exited;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^bank-transfers cannot start: HOST 0\.0\.0\.0 is not this machine[^\n]+\n$/);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('with ALLOW_DEMO_KEYS=1 the demo keys work wherever the service is', async () => {
  await using service = await startTestService({ env: { ALLOW_DEMO_KEYS: '1' } });
  expect((await call(service, '/v1/who-am-i', { as: ADMIN })).status).toBe(200);
});
