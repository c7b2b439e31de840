/** The roles whose keys can approve batches. Test keys cannot. */
export const APPROVER_ROLES = ['operator', 'admin'] as const;
