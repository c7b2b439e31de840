import { expect, test } from 'vitest';
import { createLocalBankDirectory } from '../db/banks.ts';
import { createClientDirectory } from '../db/client-directory.ts';
import { unavailable } from '../db/database-errors.ts';
import { createSecretBox } from '../db/secret-box.ts';
import { expectRefusal, openTestBackend } from './support/backend.ts';

test('while the file cannot be read, clients and banks are unavailable and no mistake of ours', async () => {
  await using backend = await openTestBackend();
  let isReadable = true;
  const engine = {
    ...backend.engine,
    generation() {
      if (isReadable) return backend.engine.generation();
      throw unavailable('The file cannot be read.');
    },
  };
  const clients = createClientDirectory(engine, createSecretBox(Buffer.alloc(32)));
  const banks = createLocalBankDirectory(engine);
  isReadable = false;
  await expectRefusal(clients.findByAppKey('a'), 'error_unavailable');
  await expectRefusal(clients.findById('a'), 'error_unavailable');
  await expectRefusal(clients.findByIds(['a']), 'error_unavailable');
  await expectRefusal(banks.find('a'), 'error_unavailable');
  await expectRefusal(banks.list(), 'error_unavailable');
  isReadable = true;
  expect(await clients.findByAppKey('a')).toBeUndefined();
  expect(await banks.list()).toEqual([]);
});
