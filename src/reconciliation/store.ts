import type { MatchTerms } from './domain/matching/model.ts';
import type { StatementImports, StatementReading } from './import-store.ts';
import type { StatementMatching } from './line-store.ts';
import type { PreviewTurns } from './preview-turns.ts';
import type { BankProfiles } from './profile-store.ts';

/** Everything that operations need for bank statements. */
export interface Statements {
  readonly reading: StatementReading;
  readonly imports: StatementImports;
  readonly matching: StatementMatching;
  /** Returns the current terms of matching. */
  readonly matchTerms: () => MatchTerms;
  readonly previewTurns: PreviewTurns;
  readonly profiles: BankProfiles;
}
