import { decideLines } from '../../src/domain/matching/decide-lines.ts';
import { otherNamesOf } from '../../src/domain/matching/deposit-names.ts';
import type { LineFacts } from '../../src/domain/matching/model.ts';
import { firstCredits, firstOthers } from '../../src/domain/matching/other-lines.ts';
import { changesOf, NO_CHANGES, rehearse } from '../../src/domain/matching/rehearsal.ts';
import type { PreviewedRound, PreviewRound } from '../../src/operations/reconciliation/preview-store.ts';
import type { Database } from '../tables.ts';
import { findReplacedOf } from './lines-to-match.ts';
import { readMatchFacts, withNamesakes, withWaiting } from './match-facts.ts';
import type { MatchTerms } from './match-limits.ts';

interface PreviewMatches extends PreviewRound {
  readonly terms: MatchTerms;
}

/**
 * Decides about lines that are not stored as the matching would that has stored them, after what the lines before would
 * have changed: about the first of them, as the matching. It reads, and locks nothing.
 */
export async function previewMatches(
  db: Database,
  { lines: given, others, moneyOut, credits, changes, terms }: PreviewMatches,
): Promise<PreviewedRound> {
  const account = given[0]?.facts.bankAccountId ?? '';
  const keyed = given.map(({ facts: { lineId, line }, ...place }) => ({ ...place, lineId, line }));
  const replaced = await findReplacedOf(db, account, keyed);
  const closedBefore = new Set(changes.closedLineIds);
  const closedLineIds = [...replaced].filter((id) => !closedBefore.has(id));
  const booked = given.map(({ facts }) => facts).filter(({ lineId }) => !replaced.has(lineId));
  if (booked.length === 0)
    return { kind: 'decided', decisions: [], changes: { ...NO_CHANGES, closedLineIds } };
  const before = { ...changes, closedLineIds: [...changes.closedLineIds, ...closedLineIds] };
  // Some of what is stored is closed by now.
  const more = before.closedLineIds.length;
  const known = rehearse(await readMatchFacts(db, booked, { ...terms, more, moneyOut }), before);
  const { lines } = known;
  const facts = {
    ...known,
    otherLines: firstOthers(lines, [...known.otherLines, ...others], {
      otherNames: otherNamesOf(known.deposits),
    }),
  };
  let named: readonly LineFacts[] = [];
  const decisions = await decideLines(facts, {
    async withNamesakes(found) {
      named = found;
      if (!credits) return facts;
      const after = rehearse(await withNamesakes(db, facts, { ...terms, named, more }), before);
      const money = firstCredits(named, [...after.otherLines, ...credits]);
      return { ...after, otherLines: [...facts.otherLines, ...money] };
    },
    // No line settles a withdrawal by itself, so those before have changed none.
    withWaiting: (known) => withWaiting(db, known),
  });
  if (named.length > 0 && !credits)
    return { kind: 'needs-credits', lineIds: named.map(({ lineId }) => lineId) };
  return { kind: 'decided', decisions, changes: { ...changesOf(facts, decisions), closedLineIds } };
}
