import type { AuditFieldsFragment } from '../gql/graphql.ts';

export type AuditRow = AuditFieldsFragment;

/** Returns who gave a command. */
export function actorOf({ actorKind, actor }: AuditRow): string {
  if (actorKind === 'payer') return 'a payer';
  return actorKind === 'commandLine' ? `${actor} (command line)` : (actor ?? '–');
}
