import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXAMPLE_IDS } from '../../src/operations/examples.ts';
import type { Json } from '../harness.ts';

/** The path of the recorded answers, which the OpenAPI document shows as examples. */
const ANSWERS_FILE = fileURLToPath(new URL('../../src/surfaces/openapi/answers.json', import.meta.url));

/** The first time in each recorded answer. */
const FIRST_TIME_MS = Date.parse('2026-11-20T12:00:00Z');
/** A list shows its form by this many items. */
const MAX_ITEMS = 2;

export type Answers = Readonly<Record<string, Json>>;

/** Reads the committed answers, by operation. */
export function readAnswers(): Answers {
  return JSON.parse(readFileSync(ANSWERS_FILE, 'utf8'));
}

export function writeAnswers(answers: Answers): void {
  writeFileSync(ANSWERS_FILE, `${JSON.stringify(answers, null, 2)}\n`);
}

/**
 * Makes an example of an answer: the same in each run, with the ids of the printed request, and short.
 * @param ids what the service called the things that EXAMPLE_IDS stand for.
 */
export function toExample(answer: Json, operationId: string, ids: Readonly<Record<string, string>>): Json {
  const text = JSON.stringify(shorten({ ...answer, responseTime: '2.31ms' }));
  const known = new Map(
    Object.entries(ids).map(([name, id]) => [id, EXAMPLE_IDS[name as keyof typeof EXAMPLE_IDS]]),
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
        if (!known.has(id)) known.set(id, standIn(id.length === 24 ? '6b00c8' : '', id, id.length) as never);
        return known.get(id) ?? id;
      })
      .replaceAll(/\b(order|user)-made-\d+\b/g, (made, kind: string) => {
        if (!numbered.has(made)) numbered.set(made, 1001 + numbered.size);
        return `${kind}-${numbered.get(made)}`;
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

function shorten(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part)]));
}
