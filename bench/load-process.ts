/** The load generator as a process of its own: takes one job from its parent, answers with what came of it. */
import { type LoadJob, runLoad } from './load.ts';

export type LoadReport =
  | { readonly result: Awaited<ReturnType<typeof runLoad>> }
  | { readonly error: string };

process.once('message', (job: LoadJob) => {
  runLoad(job).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
});
// The parent is gone: nobody wants the answer.
process.once('disconnect', () => process.exit(1));

function answer(report: LoadReport): void {
  process.send?.(report, () => process.exit(0));
}
