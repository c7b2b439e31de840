/** The roles whose keys approve batches. Those of test keys do not. */
export const APPROVER_ROLES = ['operator', 'admin'] as const;
