import { formatCount } from '../format.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Badge } from '../ui/parts.tsx';
import type { FileFieldsFragment } from './gql/graphql.ts';

export type StatementFile = FileFieldsFragment;

/** Whether a file is done, or what holds it. */
export function FileBadge({ file }: { readonly file: StatementFile }) {
  const { heldCount, matchedAt, takenBack, waitingCount } = file;
  const { files: t } = reconciliationTexts();
  if (takenBack) return <Badge tone="neutral" text={t.takenBack} />;
  if (heldCount > 0) return <Badge tone="bad" text={t.held(formatCount(heldCount))} />;
  if (matchedAt == null) return <Badge tone="info" text={t.matching} />;
  return waitingCount > 0 ? (
    <Badge tone="info" text={t.waiting(formatCount(waitingCount))} />
  ) : (
    <Badge tone="neutral" text={t.matched} />
  );
}

/** The format of a file, and the profile by which a table was read. */
export function formatOf({ format, profileId }: StatementFile): string {
  return [reconciliationTexts().files.formats[format], profileId].filter(Boolean).join(', ');
}
