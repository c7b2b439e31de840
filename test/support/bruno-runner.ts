import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import type { Credentials, Json } from '../harness.ts';
import { COLLECTION_FOLDER } from './bruno-collection.ts';

/** Reads a file of the committed collection. */
export const readBruno = (path: string) => readFileSync(join(COLLECTION_FOLDER, path), 'utf8');

/** The content of a block in a Bruno file, without its indentation. */
function block(file: string, name: string): string {
  const [, content = ''] = new RegExp(`^${name} [{]\n([^]*?)\n[}]$`, 'm').exec(file) ?? [];
  return content.replaceAll(/^ {2}/gm, '');
}

const pairsOf = (content: string): Record<string, string> =>
  Object.fromEntries(content.split('\n').map((line) => /^(\S+): (.*)$/.exec(line)?.slice(1) ?? []));

/** The variables of an environment of the collection. */
export const environmentOf = (key: string) => pairsOf(block(readBruno(`environments/${key}.bru`), 'vars'));

export interface BrunoCall {
  /** Overwrites the key of the environment. */
  readonly as?: Credentials;
  /** The variables known so far. The response adds its ids. */
  readonly variables: Record<string, string>;
  readonly edit?: (text: string) => string;
}

/**
 * Sends a request as Bruno does: one script signs it, its result is sent, and another script stores ids of the
 * response.
 */
export async function sendBruno(
  path: string,
  { as, variables, edit = (text) => text }: BrunoCall,
): Promise<Json> {
  const collection = readBruno('collection.bru');
  const file = edit(readBruno(path));
  Object.assign(variables, as);
  const method = /^(get|post) [{]$/m.exec(file)?.[1] ?? '';
  const sent = { url: pairsOf(block(file, method)).url ?? '', body: block(file, 'body:json') };
  const headers: Record<string, string> = sent.body ? { 'content-type': 'application/json' } : {};
  const textOf = (name: string) => (name === '$guid' ? randomUUID() : (variables[name] ?? ''));
  const bru = {
    interpolate: (text: string) => text.replaceAll(/[{]{2}([$]?\w+)[}]{2}/g, (_, name) => textOf(name)),
    setVar: (name: string, value: string) => Object.assign(variables, { [name]: value }),
  };
  runInNewContext(block(collection, 'script:pre-request'), {
    encodeURIComponent,
    // The part of crypto-js that the script uses, which Bruno brings.
    require: () => ({
      enc: { Base64: 'base64' },
      HmacSHA256: (text: string, key: string) => ({
        toString: (encoding: 'base64') => createHmac('sha256', key).update(text).digest(encoding),
      }),
    }),
    bru,
    req: {
      getUrl: () => sent.url,
      getBody: () => sent.body,
      getMethod: () => method,
      setUrl: (url: string) => Object.assign(sent, { url }),
      setBody: (body: string) => Object.assign(sent, { body }),
      setHeader: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    },
  });
  const init = { method: method.toUpperCase(), headers, ...(sent.body && { body: sent.body }) };
  const response = await fetch(sent.url, init);
  const isFile = response.headers.get('content-type') !== 'application/json; charset=utf-8';
  const body: Json = isFile ? { status: response.status } : await response.json();
  runInNewContext(block(collection, 'script:post-response'), { bru, res: { getBody: () => body } });
  return body;
}

/** The kinds of assertions that the collection has. */
const ASSERTIONS: Readonly<Record<string, (value: unknown, wanted: string, what: string) => void>> = {
  eq: (value, wanted, what) => expect(String(value), what).toBe(wanted),
  length: (value, wanted, what) => expect(value, what).toHaveLength(Number(wanted)),
  isArray: (value, _, what) => expect(Array.isArray(value), what).toBe(true),
  isDefined: (value, _, what) => expect(value, what).toBeDefined(),
};

/** Checks the assertions of a request. @returns their number. */
export function expectAsserted(path: string, body: Json): number {
  const asserted = Object.entries(pairsOf(block(readBruno(path), 'assert')));
  for (const [part, rule] of asserted) {
    const [kind = '', wanted = ''] = rule.split(' ');
    const value = runInNewContext(part, { res: { status: body.status, body } });
    const check = ASSERTIONS[kind];
    if (!check) throw new Error(`${path}: nothing checks ${kind}`);
    check(value, wanted, `${path}: ${part} in ${JSON.stringify(body)}`);
  }
  return asserted.length;
}
