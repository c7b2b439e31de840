import fc from 'fast-check';
import slugify from 'slugify';
import { describe, expect, test } from 'vitest';
import { normalizeIban } from '../../src/kernel/iban.ts';
import { createIdGenerator, createTokenGenerator } from '../../src/kernel/ids.ts';
import { convertName } from '../../src/kernel/names.ts';
import { holds } from '../support/properties.ts';

describe('transaction ids', () => {
  const random = (seed: Uint8Array) => (bytes: Buffer) => bytes.fill(seed);
  const seed = fc.uint8Array({ minLength: 8, maxLength: 8 });
  const steps = fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 60 });

  test('ascend and contain the time while the clock advances, stops or steps back', () =>
    holds(
      fc.property(seed, fc.integer({ min: 1e12, max: 2e12 }), steps, (bytes, startMs, clockSteps) => {
        let nowMs = startMs;
        let latestMs = nowMs;
        const newId = createIdGenerator(() => nowMs, random(bytes));
        let previous = newId();
        for (const step of clockSteps) {
          nowMs += step;
          latestMs = Math.max(latestMs, nowMs);
          const id = newId();
          expect(id).toMatch(/^[0-9a-f]{24}$/);
          expect(id > previous).toBe(true);
          expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Math.floor(latestMs / 1000));
          previous = id;
        }
      }),
    ));

  test('of two processes differ, even at the same times', () =>
    holds(
      fc.property(seed, seed, steps, (one, drawn, clockSteps) => {
        // In the worst case both counters start equal, and only the bytes of the process differ.
        const other = Buffer.concat([drawn.subarray(0, 5), one.subarray(5)]);
        fc.pre(Buffer.compare(one, other) !== 0);
        let nowMs = 1.8e12;
        const generators = [one, other].map((bytes) => createIdGenerator(() => nowMs, random(bytes)));
        const ids = clockSteps.flatMap((step) => {
          nowMs += step;
          return generators.map((newId) => newId());
        });
        expect(new Set(ids).size).toBe(ids.length);
      }),
    ));
});

test('payment tokens take 16 fresh bytes each, also across the end of the pool', () => {
  let drawn = 0;
  const newToken = createTokenGenerator((bytes) => {
    for (let offset = 0; offset < bytes.length; offset += 4) bytes.writeUInt32BE(drawn++, offset);
    return bytes;
  });
  const tokens = Array.from({ length: 1000 }, newToken);
  for (const [index, token] of tokens.entries()) {
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(Buffer.from(token, 'base64url').readUInt32BE(0)).toBe(index * 4);
  }
});

describe('a converted name', () => {
  test.each([
    ['Test User', 'test-user'],
    ['Şükrü Çağlayan', 'sukru-caglayan'],
    ['İSMAİL IŞIK', 'ismail-isik'],
    ['  Test   User  ', 'test-user'],
    ['Jean-Luc O’Neill', 'jean-luc-oneill'],
    ['Łukasz Żółć', 'lukasz-zolc'],
    ['Иван Петров', 'ivan-petrov'],
    ['李雷', '李雷'],
    ['李 雷', '李-雷'],
    ['Test 李雷', 'test'],
    ['ÅNGSTRÖM 3', 'angstrom-3'],
  ])('of %j is %j', (name, slug) => {
    expect(convertName(name)).toBe(slug);
  });

  const name = fc
    .oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
    .filter((text) => text.trim() !== '' && text.isWellFormed() && !/\p{Cc}/u.test(text));

  test('is never empty and has no capitals, spaces or punctuation', () =>
    holds(
      fc.property(name, (text) => {
        const converted = convertName(text);
        expect(converted).toMatch(/^[\p{L}\p{M}\p{N}]+(?:-+[\p{L}\p{M}\p{N}]+)*$/u);
        expect(converted).toBe(converted.toLowerCase());
      }),
      5000,
    ));

  test('is the slug of slugify unless that is empty, and a fixed point', () =>
    holds(
      fc.property(name, (text) => {
        const slug = slugify(text, { lower: true, strict: true });
        fc.pre(slug !== '');
        expect(convertName(text)).toBe(slug);
        expect(convertName(slug)).toBe(slug);
      }),
    ));

  test('is deterministic and independent of Unicode normalization', () =>
    holds(
      fc.property(name, (text) => {
        expect(convertName(text)).toBe(convertName(text));
        expect(convertName(text.normalize('NFD'))).toBe(convertName(text.normalize('NFC')));
      }),
      5000,
    ));
});

test('an IBAN is valid exactly when its check digits match its account', () => {
  /** ISO 7064, mod 97-10, implemented independently of the service. */
  const checkDigits = (bban: string) => {
    const digits = [...`${bban}TR00`].map((character) => Number.parseInt(character, 36)).join('');
    return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
  };
  return holds(
    fc.property(fc.stringMatching(/^\d{5}0[0-9A-Z]{16}$/), fc.nat({ max: 99 }), (bban, given) => {
      const right = checkDigits(bban);
      expect(normalizeIban(`TR${right}${bban}`)).toBe(`TR${right}${bban}`);
      const other = String(given).padStart(2, '0');
      if (other !== right) expect(normalizeIban(`TR${other}${bban}`)).toBeUndefined();
    }),
    2000,
  );
});
