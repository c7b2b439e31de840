import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { attack, describeAttack } from '../malformed/attack.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectData } from '../support/responses.ts';

const SEED = 20_261_121;
const COUNT = 1000;

// The long form is test/malformed/run.ts.
test('no malformed request makes the service fail, on any surface, and it works on afterwards', async () => {
  using folder = temporaryFolder();
  await using service = await startTestService({ folder: folder.path });
  const report = await attack(service, COUNT, SEED);
  process.stdout.write(`seed ${SEED}, ${describeAttack(report)}\n`);
  expect(report.failures).toEqual([]);
  expect(report.errorLines).toEqual([]);
  // Malformed in all ways: each layer has refused some.
  for (const status of ['200', '400', '403', '404', '413', '415'])
    expect(report.statuses[status], status).toBeGreaterThan(0);
  expectData(await call(service, DEPOSIT, { body: depositFields() }));
  await service.stop();
  await expectAgreement(service.databasePath);
});
