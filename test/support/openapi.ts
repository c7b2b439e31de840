import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { printOpenApi } from './schema-snapshot.ts';

interface DescribedAnswer {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly status: number;
  readonly json: unknown;
}

type Call = Readonly<{ responses: Readonly<Record<string, unknown>> }>;

const document = JSON.parse(printOpenApi(true)) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
};

// Each process compiles only what its tests need: code that is not optimized takes a fifth of the time.
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  allErrors: true,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
});
ajv.addSchema(document, 'openapi');

const patterns = Object.keys(document.paths)
  // A path without parameters is meant before a pattern that it also matches.
  .sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))
  .map((path) => [path, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const);

const validators = new Map<string, ValidateFunction>();

/** Finds the call of a request in the document; undefined for a path that is not a route. */
function findCall(method: string, target: string): readonly [pointer: string, Call] | undefined {
  const [path = ''] = target.split('?');
  const [pattern] = patterns.find(([, regex]) => regex.test(path)) ?? [];
  const name = method.toLowerCase();
  const call = pattern === undefined ? undefined : document.paths[pattern]?.[name];
  return call && [`#/paths/${escapePointer(pattern ?? '')}/${name}`, call];
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Checks a response of the REST surface against the document: its status, its type of failure, and every field. */
export function expectDescribed({ method, target, status, json }: DescribedAnswer): void {
  const found = findCall(method, target);
  if (!found) return;
  const [pointer, call] = found;
  const response = call.responses[status] as { readonly $ref?: string } | undefined;
  // It is called for each request of the suite. `expect` would take as long for it as the rest of this function.
  if (!response) expect.fail(`the document knows no ${status} of ${method} ${target}`);
  const at = response.$ref ?? `${pointer}/responses/${status}`;
  const ref = `openapi${at}/content/application~1json/schema`;
  validate(`${method} ${target}`, ref, json);
}

/** Checks the body of a callback against the document. */
export function expectDescribedCallback(body: string): void {
  const ref = 'openapi#/webhooks/transactionChanged/post/requestBody/content/application~1json/schema';
  validate('a callback', ref, JSON.parse(body));
}

function validate(what: string, ref: string, value: unknown): void {
  const isValid = validators.get(ref) ?? ajv.compile({ $ref: ref });
  validators.set(ref, isValid);
  if (!isValid(value)) throw new Error(`${what}: ${ajv.errorsText(isValid.errors)}`);
}
