import { fileURLToPath } from 'node:url';
import { EXAMPLE_IDS } from '../../src/operations/examples.ts';
import { WALKS, type Walk } from './bruno-walks.ts';
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
 * The script that signs. Bruno runs it before it fills in the variables, so the script does that and sends what it has
 * signed. `crypto-js` is part of Bruno.
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

/** Stores the ids of a response, which later calls use. */
const KEEP_IDS = `const { data } = Object(res.getBody());
const found = [data, ...[Object(data).items, Object(data).statements].flat()].map(Object);
for (const name of ${JSON.stringify(Object.keys(EXAMPLE_IDS).filter((name) => name !== 'otherLineId'))}) {
  const [first] = found.map((part) => part[name]).filter((id) => typeof id === 'string');
  if (first) bru.setVar(name, first);
}`;

const DOCS = `The calls of a bank-transfers service. Choose an environment, which says the service and the key: those with the
names of demo keys are ready for a service that npm start has started. For another service fill in my-service; Bruno keeps
its secret out of these files. A script signs each request with the time of sending; a path in baseUrl is one that a proxy
removes, so it is not signed. The ids of an answer are kept for the calls after it.

The folder walks has chains of calls with what their answers must be, one for each demo key. On the command line:

npx @usebruno/cli run walks/demo-test --env demo-test

The calls that take a file are not here: send its text with importStatementText.`;

/** Prints the Bruno collection of the REST calls. @returns the files by their paths in the folder. */
export function printCollection(): ReadonlyMap<string, string> {
  const { paths, tags }: Document = JSON.parse(printOpenApi());
  const files = new Map<string, string>([
    [
      'bruno.json',
      `${JSON.stringify({ version: '1', name: 'bank-transfers', type: 'collection' }, null, 2)}\n`,
    ],
    [
      'collection.bru',
      blocks(text('script:pre-request', SIGN), text('script:post-response', KEEP_IDS), text('docs', DOCS)),
    ],
    ['environments/my-service.bru', ownEnvironment()],
    ...WALKS.map(({ key }) => [`environments/${key}.bru`, demoEnvironment(key)] as const),
    ['walks/folder.bru', blocks(pairs('meta', { name: 'Walks', seq: 1 }))],
    ...WALKS.flatMap(printWalk),
  ]);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  tags.forEach(({ name }, at) => {
    const folder = name.toLowerCase().replaceAll(' ', '-');
    files.set(`${folder}/folder.bru`, blocks(pairs('meta', { name, seq: at + 2 })));
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
    pairs('assert', { 'res.status': 'eq 200' }),
    text('docs', `${operationId}\n\n${description}`),
  );
}

/**
 * Ids become variables. Responses of other calls set them, except those that a client chooses, which are new each time.
 */
function withVariables(given: string): string {
  const own = given.replace(
    /(?<="(processId|userId)": ")(order-|payout-)?\d+(?=")/g,
    (_, __, kind = 'user-') => `${kind}{{$guid}}`,
  );
  return Object.entries(EXAMPLE_IDS).reduce(
    (changed, [name, id]) => changed.replaceAll(id, `{{${name}}}`),
    own,
  );
}

/** The secrets of demo keys are public, since only a service outside production has them. */
function demoEnvironment(appKey: string): string {
  const key = { baseUrl: 'http://127.0.0.1:3000', appKey, secret: `${appKey}-secret` };
  return blocks(pairs('vars', { ...key, ...EXAMPLE_IDS }));
}

function ownEnvironment(): string {
  const key = { baseUrl: 'https://pay.example.com', appKey: 'acme-shop' };
  // Bruno keeps the value of a secret outside the files of the collection.
  return blocks(pairs('vars', { ...key, ...EXAMPLE_IDS }), 'vars:secret [\n  secret\n]');
}

function printWalk({ key, name, steps }: Walk, at: number): (readonly [string, string])[] {
  const files = steps.map(({ name, method, target, body, asserts }, index) => {
    const query = [...new URLSearchParams(target.split('?')[1] ?? '')];
    const printed = blocks(
      pairs('meta', { name, type: 'http', seq: index + 1 }),
      pairs(method, { url: `{{baseUrl}}${target}`, body: body ? 'json' : 'none', auth: 'none' }),
      query.length > 0 ? pairs('params:query', Object.fromEntries(query)) : '',
      body ? text('body:json', JSON.stringify(body, null, 2)) : '',
      pairs('assert', { 'res.status': 'eq 200', ...asserts }),
    );
    const file = `${index + 1}-${name.toLowerCase().replaceAll(/\W+/g, '-').replace(/-$/, '')}.bru`;
    return [`walks/${key}/${file}`, printed] as const;
  });
  return [[`walks/${key}/folder.bru`, blocks(pairs('meta', { name, seq: at + 1 }))], ...files];
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
