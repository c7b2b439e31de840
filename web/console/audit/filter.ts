import type { AuditQueryVariables } from '../gql/graphql.ts';
import type { Params } from '../router.ts';
import { fromInputDateTime } from '../time-zone.ts';

/** The filters of the audit log, by the names of their URL parameters. */
export const AUDIT_FILTERS = ['actor', 'operation', 'target', 'from', 'to'] as const;

/** Reads the filter from the URL. The service checks its values. */
export function readAuditFilter(params: URLSearchParams): AuditQueryVariables {
  const given = AUDIT_FILTERS.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

/** Converts the values of the form to URL parameters. */
export function toAuditParams(values: FormData): Params {
  return Object.fromEntries(
    AUDIT_FILTERS.map((name) => {
      const value = String(values.get(name) ?? '').trim();
      const isTime = name === 'from' || name === 'to';
      return [name, isTime && value ? fromInputDateTime(value) : value];
    }),
  );
}
