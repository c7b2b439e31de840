/** What a key may do. Each later role may do what the earlier reading roles may; see PERMISSIONS. */
export const ROLES = ['merchant', 'viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];
