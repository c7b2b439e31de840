import { expect, test } from 'vitest';
import { shareReads } from '../../db/engines/share-reads.ts';

interface Read {
  resolve(value: number): void;
  reject(error: Error): void;
}

/** Reads that end when they are told to. */
function startReads() {
  const reads: Read[] = [];
  const share = shareReads(
    () => new Promise<number>((resolve, reject) => void reads.push({ resolve, reject })),
  );
  return { reads, share };
}

test('all who ask while a read runs share the next one, which began after they asked', async () => {
  const { reads, share } = startReads();
  const first = share();
  await Promise.resolve();
  const others = [share(), share(), share()];
  await Promise.resolve();
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => reads.length).toBe(2);
  const late = share();
  reads[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await expect.poll(() => reads.length).toBe(3);
  reads[2]?.resolve(3);
  expect(await late).toBe(3);
});

test('a read that fails does so for those who share it, and the next one runs', async () => {
  const { reads, share } = startReads();
  const failing = [share(), share()];
  await expect.poll(() => reads.length).toBe(1);
  const next = share();
  reads[0]?.reject(new Error('locked'));
  for (const one of failing) await expect(one).rejects.toThrow('locked');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.resolve(2);
  expect(await next).toBe(2);
});
