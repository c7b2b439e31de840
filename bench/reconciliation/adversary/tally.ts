import type { LineDecision } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Allowance } from './decide.ts';
import type { Scene, SceneLine, Truth } from './scene.ts';

/** What became of the lines of one kind. */
export interface KindTally {
  lines: number;
  right: number;
  wrong: number;
  /** Lines about which nobody can know more than the reference says. */
  untold: number;
  waiting: number;
  /** Waiting lines whose money is for a deposit: with proposals at all, with the right one, with the right one first. */
  meant: number;
  listed: number;
  first: number;
  recognisable: number;
  recognised: number;
  readonly causes: Map<string, number>;
}

/** One wrong settlement in words. */
export interface Mistake {
  readonly kind: string;
  readonly text: string;
}

export interface Tally {
  readonly kinds: Map<string, KindTally>;
  /** Recognisable lines by the form of the name: settled, and all. */
  readonly forms: Map<string, { settled: number; lines: number }>;
  readonly mistakes: Mistake[];
}

export function createTally(): Tally {
  return { kinds: new Map(), forms: new Map(), mistakes: [] };
}

const NO_LINES = { lines: 0, right: 0, wrong: 0, untold: 0, waiting: 0, meant: 0, listed: 0, first: 0 };

function tallyOf(tally: Tally, kind: string): KindTally {
  const known = tally.kinds.get(kind);
  if (known) return known;
  const made = { ...NO_LINES, recognisable: 0, recognised: 0, causes: new Map<string, number>() };
  tally.kinds.set(kind, made);
  return made;
}

/** Counts the decisions about a scene. */
export function count(tally: Tally, { scene, decisions, allowance }: Played): void {
  for (const [index, told] of scene.lines.entries()) {
    const decision = decisions[index];
    if (!told.isCounted) continue;
    if (!decision) throw new Error(`a line of “${scene.kind}” has no decision`);
    countLine(tally, { scene, told, decision, allowance });
  }
}

export interface Played {
  readonly scene: Scene;
  readonly decisions: readonly (LineDecision | undefined)[];
  readonly allowance: Allowance;
}

interface PlayedLine {
  readonly scene: Scene;
  readonly told: SceneLine;
  readonly decision: LineDecision;
  readonly allowance: Allowance;
}

function countLine(tally: Tally, played: PlayedLine): void {
  const { scene, told, decision, allowance } = played;
  const kind = tallyOf(tally, scene.kind);
  const { action } = decision;
  kind.lines += 1;
  if (told.isRecognisable) {
    const form = tally.forms.get(told.detail) ?? { settled: 0, lines: 0 };
    tally.forms.set(told.detail, form);
    form.lines += 1;
    kind.recognisable += 1;
    if (action) [form.settled, kind.recognised] = [form.settled + 1, kind.recognised + 1];
  }
  if (!action) countWaiting(kind, played);
  else if (told.truth.kind === 'untold') kind.untold += 1;
  else if (isRight(told, decision, allowance)) kind.right += 1;
  else {
    kind.wrong += 1;
    tally.mistakes.push({ kind: scene.kind, text: describe(played) });
  }
}

function isRight({ truth, line }: SceneLine, { action }: LineDecision, { allows }: Allowance): boolean {
  return (
    truth.kind === 'for' &&
    truth.deposit.transactionId === action?.transactionId &&
    action.finalAmountMinor === line.amountMinor &&
    truth.needs.every((need) => allows.has(need))
  );
}

function countWaiting(kind: KindTally, { told: { truth }, decision }: PlayedLine): void {
  kind.waiting += 1;
  const cause = [decision.state, decision.rule, ...decision.evidence.map(({ code }) => code)].join(' ');
  kind.causes.set(cause, (kind.causes.get(cause) ?? 0) + 1);
  const meant = nearestCall(truth);
  if (meant === undefined) return;
  const at = decision.candidates.findIndex(({ transactionId }) => transactionId === meant);
  kind.meant += 1;
  if (at !== -1) kind.listed += 1;
  if (at === 0) kind.first += 1;
}

function nearestCall(truth: Truth): string | undefined {
  return truth.kind === 'untold' ? undefined : truth.deposit?.transactionId;
}

/** Describes the mistake in the detail that is needed to reproduce it. */
export function describe({ scene, told, decision, allowance }: PlayedLine): string {
  const settled = scene.deposits.find(
    ({ transactionId }) => transactionId === decision.action?.transactionId,
  );
  const meant = nearestCall(told.truth);
  const owner = scene.deposits.find(({ transactionId }) => transactionId === meant)?.owner.name ?? 'nobody';
  const { counterpartyName, ultimateName, remittance } = told.line;
  const shown = JSON.stringify({ counterpartyName, ultimateName, remittance });
  const others = scene.lines
    .filter((other) => other !== told)
    .map(({ line }) => JSON.stringify([line.direction, line.counterpartyName, line.remittance]));
  return [
    `[${scene.kind}; ${told.detail}; ${allowance.name}] named and settled: ${settled?.owner.name} (${settled?.reference});`,
    `the money is for: ${owner}; line: ${shown}`,
    ...(others.length > 0 ? [`other lines: ${others.join(' ')}`] : []),
  ].join(' ');
}
