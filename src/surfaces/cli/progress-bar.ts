const WIDTH = 24;
const PAUSE_MS = 100;

/** How far a long piece of work is. */
export interface Progress {
  /** The word before the bar. The remaining time is estimated from the beginning of a step. */
  readonly step: string;
  readonly done: number;
  readonly total: number;
  /** The counted things: `rows`. */
  readonly unit: string;
  /** The current part, such as a table or a file. */
  readonly part: string;
}

/** Where progress is shown. */
export interface ProgressOutput {
  /** Prints text apart from the output, while the command is still running. */
  printProgress(text: string): void;
  /** Whether that text goes to a terminal. */
  readonly isTerminal: boolean;
}

export interface ProgressBar {
  show(progress: Progress): void;
  /** Stops, and keeps the last state on the screen. */
  end(): void;
}

/**
 * Shows progress: on a terminal as one line that changes, and elsewhere as a line for each part, or not at all if the
 * output of the command has such lines.
 */
export function createProgressBar(
  output: ProgressOutput,
  { linesElsewhere = true }: { readonly linesElsewhere?: boolean } = {},
): ProgressBar {
  let start: (Progress & { readonly atMs: number }) | undefined;
  let last: Progress | undefined;
  let shownAtMs = Number.NEGATIVE_INFINITY;
  const draw = (progress: Progress, nowMs: number) => {
    if (!start) return;
    shownAtMs = nowMs;
    output.printProgress(`\r${describe(progress, start, nowMs - start.atMs)}\u001b[K`);
  };
  const printPart = (progress: Progress) => {
    if (linesElsewhere) output.printProgress(`${describePart(progress)}\n`);
  };
  return {
    show(progress) {
      const nowMs = performance.now();
      if (start?.step !== progress.step) start = { ...progress, atMs: nowMs };
      if (output.isTerminal) {
        if (nowMs - shownAtMs >= PAUSE_MS) draw(progress, nowMs);
      } else if (last && (last.part !== progress.part || last.step !== progress.step)) {
        printPart(last);
      }
      last = progress;
    },
    end() {
      if (!last) return;
      if (!output.isTerminal) {
        printPart(last);
        return;
      }
      draw(last, performance.now());
      output.printProgress('\n');
    },
  };
}

function describe({ step, part, done, total, unit }: Progress, start: Progress, passedMs: number): string {
  const share = total === 0 ? 1 : done / total;
  const full = Math.round(share * WIDTH);
  const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`;
  const perMs = (done - start.done) / passedMs;
  const left = perMs > 0 ? `, ${Math.ceil((total - done) / perMs / 1000)} s left` : '';
  return `${step} [${bar}] ${Math.floor(share * 100)}% ${done} of ${total} ${unit}${left}: ${part}`;
}

function describePart({ step, part, done, total, unit }: Progress): string {
  return `${step} ${part}: ${done} of ${total} ${unit}`;
}
