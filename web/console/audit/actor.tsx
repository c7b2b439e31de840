import { type AuditRow, actorOf } from './labels.ts';

/** The actor of a command: the name of a person, and the key. */
export function Actor(row: AuditRow) {
  if (row.actorName == null) return <span class="id">{actorOf(row)}</span>;
  return (
    <>
      <strong dir="auto">{row.actorName}</strong>
      <small class="id">{row.actor}</small>
    </>
  );
}
