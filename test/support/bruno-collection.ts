import { fileURLToPath } from 'node:url';
import { EXAMPLE_IDS } from '../../src/operations/examples.ts';
import { printOpenApi } from './schema-snapshot.ts';

/** The folder of the committed collection. */
export const COLLECTION_FOLDER = fileURLToPath(new URL('../../docs/collection/', import.meta.url));

interface DescribedCall {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}

/**
 * The script that signs. Bruno runs it before it puts in the variables, so the script does that and sends what it
 * has signed. `crypto-js` is part of Bruno.
 */
const SIGN = `const CryptoJS = require('crypto-js');

const url = bru.interpolate(req.getUrl()).replace(/#.*$/, '').replace(/[^\\x21-\\x7e]+/g, encodeURIComponent);
const base = bru.interpolate('{{baseUrl}}').replace(/[/]+$/, '');
const target = url.startsWith(base + '/') ? url.slice(base.length) : url.replace(/^https?:[/][/][^/?]+/i, '');
const given = req.getBody({ raw: true });
const body = given ? bru.interpolate(typeof given === 'string' ? given : JSON.stringify(given)).trim() : '';
const seconds = Math.floor(Date.now() / 1000);
const signed = seconds + '.' + req.getMethod().toUpperCase() + '.' + target + '.' + body;
const sign = CryptoJS.HmacSHA256(signed, bru.interpolate('{{secret}}')).toString(CryptoJS.enc.Base64);

req.setUrl(url);
if (body) req.setBody(body);
req.setHeader('appKey', bru.interpolate('{{appKey}}'));
req.setHeader('sign', 't=' + seconds + ',v1=' + sign);`;

const DOCS = `The calls of a bank-transfers service, each with an example. Choose an environment, which says the service and the key,
and fill in its secret, which Bruno keeps out of these files: that of demo-merchant is demo-merchant-secret. A script signs
each request with the time of sending; a path in baseUrl is one that a proxy removes, so it is not signed. The calls that take a file are not here: send its text with importStatementText.`;

/** Prints the Bruno collection of the REST calls. @returns the files by their paths in the folder. */
export function printCollection(): ReadonlyMap<string, string> {
  const { paths, tags }: Document = JSON.parse(printOpenApi());
  const files = new Map<string, string>([
    [
      'bruno.json',
      `${JSON.stringify({ version: '1', name: 'bank-transfers', type: 'collection' }, null, 2)}\n`,
    ],
    ['collection.bru', blocks(text('script:pre-request', SIGN), text('docs', DOCS))],
    ['environments/demo-merchant.bru', environment('demo-merchant')],
    ['environments/demo-operator.bru', environment('demo-operator')],
    ['environments/demo-test.bru', environment('demo-test')],
  ]);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  tags.forEach(({ name }, at) => {
    const folder = name.toLowerCase().replaceAll(' ', '-');
    files.set(`${folder}/folder.bru`, blocks(pairs('meta', { name, seq: at + 1 })));
    const inFolder = calls.filter(({ call }) => call.tags[0] === name && !takesFile(call));
    inFolder.forEach((one, seq) => {
      files.set(`${folder}/${one.call.operationId}.bru`, request(one, seq + 1));
    });
  });
  return files;
}

const takesFile = ({ requestBody }: DescribedCall) =>
  requestBody !== undefined && !('application/json' in requestBody.content);

interface PrintedCall {
  readonly path: string;
  readonly method: string;
  readonly call: DescribedCall;
}

function request({ path, method, call }: PrintedCall, seq: number): string {
  const { operationId, summary, description, parameters = [], requestBody } = call;
  const examples = parameters.filter(({ example }) => example !== undefined);
  const inPath = examples.filter((parameter) => parameter.in === 'path');
  const query = examples
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => [name, withVariables(String(example))] as const);
  const filled = inPath.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, withVariables(String(example))),
    path,
  );
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const url = `{{baseUrl}}${filled}${search && '?'}${search}`;
  const example = requestBody && (requestBody.content['application/json']?.example ?? {});
  const body = example ? 'json' : 'none';
  return blocks(
    pairs('meta', { name: summary, type: 'http', seq }),
    pairs(method, { url, body, auth: 'none' }),
    query.length > 0 ? pairs('params:query', Object.fromEntries(query)) : '',
    example ? text('body:json', withVariables(JSON.stringify(example, null, 2))) : '',
    text('docs', `${operationId}\n\n${description}`),
  );
}

/** Ids become variables, so that each is changed in one place. */
function withVariables(given: string): string {
  return Object.entries(EXAMPLE_IDS).reduce(
    (changed, [name, id]) => changed.replaceAll(id, `{{${name}}}`),
    given,
  );
}

function environment(appKey: string): string {
  const key = { baseUrl: 'http://127.0.0.1:3000', appKey };
  // Bruno keeps the value of a secret outside the files of the collection.
  return blocks(pairs('vars', { ...key, ...EXAMPLE_IDS }), 'vars:secret [\n  secret\n]');
}

const blocks = (...given: readonly string[]) => `${given.filter(Boolean).join('\n\n')}\n`;

const pairs = (name: string, values: Readonly<Record<string, string | number>>) =>
  text(
    name,
    Object.entries(values)
      .map(([key, value]) => `${key}: ${value}`)
      .join('\n'),
  );

const text = (name: string, content: string) => `${name} {\n${content.replaceAll(/^(?=.)/gm, '  ')}\n}`;
