import { z } from 'zod';
import { MOVED_TABLES } from './tables.ts';

const common = {
  /** Identifies the move on both sides. */
  id: z.string(),
  startedAtMs: z.number(),
  finishedAtMs: z.number().nullable(),
};

const sourceMark = z.object({
  side: z.literal('source'),
  ...common,
  /** The place that it is moved to, without a password. */
  to: z.string(),
});

const targetMark = z.object({
  side: z.literal('target'),
  ...common,
  /** The id of the key that the secrets of the source are sealed with. */
  masterKeyId: z.string(),
  /** The table that is being copied, and how much of it is there. */
  table: z.enum(MOVED_TABLES.map(({ table }) => table)),
  after: z.array(z.string().nullable()).nullable(),
  rows: z.number(),
});

const mark = z.discriminatedUnion('side', [sourceMark, targetMark]);

/** The mark of a database that was or is being moved. It is stored as JSON. */
export type MoveMark = z.output<typeof mark>;
export type SourceMark = z.output<typeof sourceMark>;
export type TargetMark = z.output<typeof targetMark>;

export function readMark(stored: string | undefined): MoveMark | undefined {
  return stored === undefined ? undefined : mark.parse(JSON.parse(stored));
}
