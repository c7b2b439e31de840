/** The roles of keys, in the order of their rights to read. `docs/permissions.md` lists their operations. */
export const ROLES = ['merchant', 'viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];
