import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call, type Json } from '../harness.ts';
import { inputOf, type Made, STAND_INS, senderOf, useExampleDesk } from '../support/example-desk.ts';
import { everyNth } from '../support/long.ts';
import { expectDescribed } from '../support/openapi.ts';
import { fill, makeNamed } from '../support/operation-examples.ts';
import { operationOf } from '../support/operations.ts';
import { expectData } from '../support/responses.ts';
import { OPENAPI_FILE } from '../support/schema-snapshot.ts';

/** The path of the recorded data of answers, which the OpenAPI document shows as examples. */
const ANSWERS_FILE = fileURLToPath(new URL('../../src/surfaces/openapi/answers.json', import.meta.url));

/** The first time in each recorded answer. */
const FIRST_TIME_MS = Date.parse('2026-11-20T12:00:00Z');
/** A list shows its form by this many items. */
const MAX_ITEMS = 2;

/**
 * Makes an example of the data of an answer: the same in each run, with the ids of the printed request, and short.
 * @param made what the service called the things that the request names.
 */
function toExample(data: Json, operationId: string, made: Made): Json {
  const text = JSON.stringify(shorten(data, operationOf(operationId).output));
  const known = new Map<string, string>(
    Object.entries(made).map(([name, id]) => [id, STAND_INS[name as keyof Made]]),
  );
  const firstMs = Math.min(...[...text.matchAll(TIME)].map(([time]) => Date.parse(time)));
  const standIn = (prefix: string, given: string, length: number) => {
    const count = [...known.keys()].filter((one) => one.length === given.length).length;
    const id = prefix + createHash('sha256').update(`${operationId} ${count}`).digest('hex');
    return id.slice(0, length);
  };
  const numbered = new Map<string, number>();
  return JSON.parse(
    text
      .replaceAll(TIME, (time) => new Date(FIRST_TIME_MS + Date.parse(time) - firstMs).toISOString())
      .replaceAll(/\b[0-9a-f]{64}\b|\b(?!507f1f77bcf86cd7)[0-9a-f]{24}\b/g, (id) => {
        if (!known.has(id)) known.set(id, standIn(id.length === 24 ? '6b00c8' : '', id, id.length));
        return known.get(id) ?? id;
      })
      .replaceAll(/\b(order|user)-made-\d+\b/g, (name, kind: string) => {
        if (!numbered.has(name)) numbered.set(name, 1001 + numbered.size);
        return `${kind}-${numbered.get(name)}`;
      })
      .replaceAll(/(?<="reference":")\w+/g, 'K7M4XW9T')
      // The job that sends callbacks has its own time.
      .replaceAll(/(?<="lastFailedAt":")[^"]+/g, new Date(FIRST_TIME_MS + 2000).toISOString())
      // The first line of a file is enough.
      .replaceAll(/(?<="base64":"[A-Za-z0-9+/]{52})[A-Za-z0-9+/=]+/g, '')
      .replaceAll(/(?<=")[A-Za-z0-9+/]{43}=(?=")/g, 'aGcJiT9dCqVW+G6+O0Jk6m8xRMTsUrNnCEdW3N8KSuc=')
      .replaceAll(/(?<=[/]pay[/])[\w-]+/g, 'mS3vX0rM8yQ2tJ5kP7wZ1nB4cD6fG9hL'),
  );
}

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d{3}Z/g;

/** The first items of each list, and the fields in the order of their description, however the code makes them. */
function shorten(value: Json, type: unknown): Json {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return shorten(value, type.unwrap());
  if (Array.isArray(value)) {
    const ofItem = type instanceof z.ZodArray ? type.element : undefined;
    return value.slice(0, MAX_ITEMS).map((item) => shorten(item, ofItem));
  }
  if (typeof value !== 'object' || value === null) return value;
  const shape: Readonly<Record<string, unknown>> = type instanceof z.ZodObject ? type.shape : {};
  const names = new Set([...Object.keys(shape), ...Object.keys(value)]);
  return Object.fromEntries(
    [...names].filter((name) => name in value).map((name) => [name, shorten(value[name], shape[name])]),
  );
}

/** With its jobs: some answers are about callbacks that could not be sent. */
const desk = useExampleDesk();

interface DescribedCall {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly responses: Readonly<Record<string, { readonly content?: Json }>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: Json }>> };
}

const { paths } = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
};

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    ...described,
    path,
    method: method.toUpperCase(),
  })),
);

function isFileOf({ responses }: DescribedCall): boolean {
  return !('application/json' in (responses['200']?.content ?? {}));
}

const recorded: Record<string, Json> = {};
const isRecording = Boolean(process.env.RECORD_ANSWERS);
afterAll(() => {
  if (isRecording) writeFileSync(ANSWERS_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
});

// The short form sends some: audit/commands sends the example of every operation over every surface.
test.each(isRecording ? calls : everyNth(4, calls))(
  'the printed example of $operationId is answered with data',
  async (described) => {
    const { operationId, parameters = [], requestBody, method } = described;
    const made = await makeNamed(desk(), operationId);
    const given = parameters.filter(({ example }) => example !== undefined);
    const inPath = given.filter((parameter) => parameter.in === 'path');
    const query = given.filter((parameter) => parameter.in === 'query');
    const path = inPath.reduce(
      (text, { name, example }) => text.replace(`{${name}}`, String(example)),
      described.path,
    );
    expect(path).not.toContain('{');
    const search = String(new URLSearchParams(query.map(({ name, example }) => [name, String(example)])));
    const target = fill(query.length > 0 ? `${path}?${search}` : path, made);
    const [contentType = '', { example = {} } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const { bytes } = inputOf(operationId);
    const body = bytes === undefined ? fill(JSON.stringify(example), made) : String(bytes);
    const as = senderOf(operationId);
    const answer = await desk().ask(operationId, (nowMs) =>
      call(desk().service, target, {
        as,
        nowMs,
        sign: 'timed',
        ...(method === 'POST' && { contentType, body }),
      }),
    );
    // A file has no envelope.
    if (isFileOf(described)) return void expect(answer.status).toBe(200);
    recorded[operationId] = toExample(expectData(answer), operationId, made);
  },
);

test.skipIf(isRecording).each(calls.filter((call) => !isFileOf(call)))(
  'the printed answer of $operationId has each of its fields',
  ({ operationId, method, path, responses }) => {
    const { example } = responses['200']!.content['application/json'];
    expect(example, `no answer of ${operationId} is recorded: npm run schema:answers`).toBeDefined();
    expectDescribed({ method, target: path, status: 200, json: example });
  },
);
