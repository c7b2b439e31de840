import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { type Json, temporaryFolder } from '../harness.ts';
import { EXAMPLE_URL, isInstalled, linesOf, readExamples } from '../support/examples.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

/** The shell of docs/sandbox.md from the address on: each block needs what the ones before it have set. */
function readScript(): string {
  const blocks = readExamples('docs/sandbox.md').flatMap(({ language, code }) =>
    language !== 'sh' || /^\s*bank-transfers /.test(code) ? [] : [code],
  );
  return blocks.join('\n').replaceAll(EXAMPLE_URL, service().url);
}

test.skipIf(!isInstalled('bash', 'openssl', 'curl'))(
  'the shell of the page on the sandbox runs in order as it is printed, and each call succeeds',
  async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'sandbox.sh');
    writeFileSync(file, readScript());
    const lines = await linesOf({ program: 'bash', args: [file], endless: false });
    const answers = lines.map((line): Json => JSON.parse(line));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const [deposit, settled, reversed, settledForLess, rejected, expired] = answers.map(({ data }) => data);
    expect(answers).toHaveLength(6);
    expect(deposit).toMatchObject({ status: 'pending', bankAccountName: 'TEST - SEND NO MONEY' });
    expect(settled).toMatchObject({ status: 'successful', finalAmount: 500, test: true });
    expect(reversed).toMatchObject({ transactionId: settled.transactionId, endedAs: 'reversed' });
    expect(settledForLess).toMatchObject({ status: 'successful', finalAmount: 499.5 });
    expect(rejected).toMatchObject({ endedAs: 'rejected', statusReason: 'wrong sender' });
    expect(expired).toMatchObject({ endedAs: 'expired' });
  },
);

test('each GraphQL call of the page on the sandbox fits the schema', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const calls = readExamples('docs/sandbox.md').flatMap(({ language, code }) =>
    language === 'graphql' ? code.trim().split('\n') : [],
  );
  expect(calls).toHaveLength(1);
  for (const call of calls) expect(validate(schema, parse(call)), call).toEqual([]);
});
