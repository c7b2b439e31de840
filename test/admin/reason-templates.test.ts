import { expect, test } from 'vitest';
import { ADMIN, type Json, OPERATOR } from '../harness.ts';
import { readAudit } from '../support/audit.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();
const graphql = SURFACES.find(({ name }) => name === 'graphql')!;

async function run(operation: Parameters<typeof graphql.run>[1]['operation'], input: Json = {}, as = ADMIN) {
  return graphql.run(service(), { operation, input, as });
}

async function save(input: Json): Promise<Json> {
  const { data, text } = await run('saveReasonTemplate', input);
  return data ?? expect.fail(text);
}

const list = async (as = OPERATOR): Promise<Json[]> => (await run('listReasonTemplates', {}, as)).data;

async function problemsOf(input: Json): Promise<readonly string[]> {
  const { error } = await run('saveReasonTemplate', input);
  expect(error?.type).toBe('error_validation');
  return error!.fields ?? [];
}

test('an admin saves, changes and removes templates; operators read them by kind, oldest first', async () => {
  const correct = await save({ kind: 'correct', text: 'Paid late', seenBy: 'payer' });
  const first = await save({ kind: 'reject', text: 'No money came', seenBy: 'payer' });
  const second = await save({ kind: 'reject', text: 'Suspicious', seenBy: 'nobody' });
  expect(await list()).toEqual([first, second, correct]);
  const changed = { ...second, text: 'Suspicious sender', seenBy: 'merchant' };
  expect(await save(changed)).toEqual(changed);
  await run('removeReasonTemplate', { id: first.id });
  expect(await list()).toEqual([changed, correct]);
  for (const { id } of await list()) await run('removeReasonTemplate', { id });
  expect(await list()).toEqual([]);
});

test('each change of a template has one row in the audit log, with the values before and after', async () => {
  const before = (await readAudit(service().databasePath)).length;
  const values = { kind: 'cancel', text: 'Asked by phone', seenBy: 'merchant' };
  const template = await save(values);
  await save(template);
  await save({ ...template, seenBy: 'nobody' });
  await run('removeReasonTemplate', { id: template.id });
  const rows = (await readAudit(service().databasePath)).slice(before);
  expect(rows.map(({ operation }) => operation)).toEqual([
    'saveReasonTemplate',
    'saveReasonTemplate',
    'removeReasonTemplate',
  ]);
  const parsed = rows.map(({ before_json: old, after_json: after }) => [
    old && JSON.parse(old),
    after && JSON.parse(after),
  ]);
  const changed = { ...values, seenBy: 'nobody' };
  expect(parsed).toEqual([
    [null, values],
    [values, changed],
    [changed, null],
  ]);
});

test('a kind has at most nine templates, because each has a digit as its key, and none twice', async () => {
  const saved: Json[] = [];
  for (let number = 1; number <= 9; number += 1)
    saved.push(await save({ kind: 'reverse', text: `Reason ${number}`, seenBy: 'merchant' }));
  expect(await problemsOf({ kind: 'reverse', text: 'One more', seenBy: 'merchant' })).toEqual(['kind']);
  expect(await problemsOf({ ...saved[0], text: 'Reason 2' })).toEqual(['text']);
  await save({ ...saved[0], text: 'Changed' });
  for (const { id } of saved) await run('removeReasonTemplate', { id });
});

test('a wrong template is refused, and the error names the field', async () => {
  const good = { kind: 'reject', text: 'No money came', seenBy: 'payer' };
  expect(await problemsOf({ ...good, id: 'ffffffffffffffffffffffff' })).toEqual(['id']);
  expect(await problemsOf({ ...good, text: ' ' })).toEqual(['text']);
  expect(await problemsOf({ ...good, text: 'x'.repeat(201) })).toEqual(['text']);
  expect(await problemsOf({ ...good, text: 'expired' })).toEqual(['text']);
  const { error } = await run('removeReasonTemplate', { id: 'ffffffffffffffffffffffff' });
  expect(error).toMatchObject({ type: 'error_validation', fields: ['id'] });
});
