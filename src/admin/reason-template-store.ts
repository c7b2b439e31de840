import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { ReasonTemplate } from '../transactions/domain/reason.ts';

/** The outcome of saving a template. */
export type SavedTemplate = 'saved' | 'unknown' | 'duplicate' | 'full';

export interface ReasonTemplateStore {
  /** All templates, oldest first. */
  list(): Promise<ReasonTemplate[]>;
  save(
    template: ReasonTemplate,
    command: { readonly isNew: boolean; readonly audit?: AuditOrigin | undefined },
  ): Promise<SavedTemplate>;
  /** @returns false when no template has the id. */
  remove(id: string, audit?: AuditOrigin): Promise<boolean>;
}
