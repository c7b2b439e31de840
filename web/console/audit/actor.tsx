import { type AuditRow, actorOf } from './labels.ts';

/** The actor of a command: a person by name, with the key beside it. */
export function Actor(row: AuditRow) {
  if (row.actorName == null) return <span class="id">{actorOf(row)}</span>;
  return (
    <>
      <strong dir="auto">{row.actorName}</strong>
      <small class="id">{row.actor}</small>
    </>
  );
}
