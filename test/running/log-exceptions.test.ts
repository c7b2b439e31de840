import { NoResultError } from 'kysely';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/observe/logger.ts';

/** Logs something as the service does. @returns the line. */
function logged(err: unknown) {
  const lines: string[] = [];
  const logger = createLogger({ base: null }, { write: (line: string) => void lines.push(line) });
  logger.error({ err }, 'unexpected error');
  return lines.join('');
}

test('the log has the type, message, stack and code of an exception and its causes, and no value of a statement', () => {
  const statement = { kind: 'SelectQueryNode', where: { value: 'TR330006100519786457841326' } };
  const missing = new NoResultError(statement as never);
  const refused = Object.assign(new Error('it was refused', { cause: missing }), {
    code: '23505',
    detail: 'Key (value)=(Ada Lovelace) already exists.',
  });
  const line = logged(new AggregateError([refused], 'both failed'));
  expect(line).not.toMatch(/TR33|Ada/);
  expect(JSON.parse(line).err).toMatchObject({
    type: 'AggregateError',
    message: 'both failed',
    errors: [{ type: 'Error', code: '23505', stack: expect.stringContaining('caused by: Error: no result') }],
  });
  expect(logged(missing)).not.toContain('TR33');
  expect(JSON.parse(logged('nothing but words')).err).toEqual({
    type: 'string',
    message: 'nothing but words',
  });
});
