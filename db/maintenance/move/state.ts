import { z } from 'zod';

const sourceMark = z.object({
  side: z.literal('source'),
  id: z.string(),
  movedAtMs: z.number(),
  /** The place that it was moved to, without a password. */
  to: z.string(),
});

const targetMark = z.object({
  side: z.literal('target'),
  id: z.string(),
  startedAtMs: z.number(),
  /** Null until all rows are there and were compared. */
  finishedAtMs: z.number().nullable(),
});

const mark = z.discriminatedUnion('side', [sourceMark, targetMark]);

/** The mark on the source or the target of a move, stored as JSON. */
export type MoveMark = z.output<typeof mark>;
export type SourceMark = z.output<typeof sourceMark>;
export type TargetMark = z.output<typeof targetMark>;

export function readMark(stored: string | undefined): MoveMark | undefined {
  return stored === undefined ? undefined : mark.parse(JSON.parse(stored));
}
