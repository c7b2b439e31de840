import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADMIN, call, type Json } from '../harness.ts';
import { ROOT, run } from '../support/consumer-project.ts';
import { OPENAPI_FILE, printOpenApi } from '../support/schema-snapshot.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface DescribedCall {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

const document: Json = JSON.parse(printOpenApi());
const paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>> = document.paths;
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ ...described, path, method })),
);
const hasExample = (content: Json) => 'example' in content || Object.keys(content.examples ?? {}).length > 0;

describe('the OpenAPI document', () => {
  test('has no error and no warning by the strict rules of Redocly', async () => {
    const program = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
    const flags = ['--extends', 'recommended-strict', '--format', 'json'];
    const { stdout } = await run(ROOT, 'env', [
      'REDOCLY_TELEMETRY=off',
      'REDOCLY_SUPPRESS_UPDATE_NOTICE=true',
      process.execPath,
      ...[program, 'lint', ...flags, OPENAPI_FILE],
    ]);
    const { totals, problems }: Json = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  test('requires each parameter in a path, as swagger-parser and Spectral ask', () => {
    for (const { operationId, path, parameters = [] } of calls) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(inPath.map(({ name }) => name).sort(), operationId).toEqual(named.sort());
      expect(
        inPath.filter(({ required }) => !required),
        operationId,
      ).toEqual([]);
    }
  });

  test('names a contact and a license, and the callback needs no key of the service', () => {
    expect(document.info).toMatchObject({ contact: { name: /./ }, license: { name: /./ } });
    expect(document.webhooks.transactionChanged.post.security).toEqual([]);
  });

  test('has an example of each response, and of the body of a callback', () => {
    const named: Json = document.components.responses;
    const without = calls.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, given]) => {
        const response = given.$ref ? named[given.$ref.split('/').at(-1)] : given;
        // A file, and an answer without a body, have none.
        const content = response.content?.['application/json'];
        return !content || hasExample(content) ? [] : [`${operationId} ${status}`];
      }),
    );
    expect(without, 'record them: npm run schema:answers').toEqual([]);
    const { content } = document.webhooks.transactionChanged.post.requestBody;
    expect(hasExample(content['application/json'])).toBe(true);
  });

  test('shows failures in words of the service, each about what to do', () => {
    const responses: Json[] = Object.values(document.components.responses);
    const messages = responses.flatMap(({ content }) =>
      Object.values<Json>(content['application/json'].examples).map(({ value }) => value.error.message),
    );
    expect(messages.filter((message) => !/^\w.{20,}[.]$/.test(message))).toEqual([]);
  });
});

const reads = calls.filter(({ method }) => method === 'get');

describe.each(reads)('$operationId', ({ path, parameters = [] }) => {
  const target = path.replaceAll(/\{\w+\}/g, '6b00c8cc92ab21e9e76aa5d1');
  const ask = async (query: Readonly<Record<string, string>>): Promise<Json[]> => {
    const { json } = await call(service(), `${target}?${new URLSearchParams(query)}`, { as: ADMIN });
    return json.error?.fields ?? [];
  };

  test('takes each parameter that the document names', async () => {
    const named = parameters.filter((parameter) => parameter.in === 'query');
    const problems = await ask(Object.fromEntries(named.map(({ name }) => [name, 'x'])));
    const refused = problems.filter(({ code }) => /^(unknown_parameter|misplaced|choose_one)$/.test(code));
    expect(refused).toEqual([]);
  });

  test('takes no parameter of another call', async () => {
    const known = new Set(parameters.map(({ name }) => name));
    const all = reads.flatMap((read) => (read.parameters ?? []).map(({ name }) => name));
    const others = [...new Set([...all, 'processId', 'appKey'])].filter((name) => !known.has(name));
    const problems = await ask(Object.fromEntries(others.map((name) => [name, 'x'])));
    const unknown = problems.filter(({ code }) => code === 'unknown_parameter').map(({ path }) => path);
    expect(unknown.sort()).toEqual(others.sort());
  });
});
