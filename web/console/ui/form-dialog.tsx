import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { type ActionsProps, Form, FormActions } from './form.tsx';
import { useSubmit, type Values } from './use-submit.ts';

interface ActionFormProps extends ActionsProps {
  /** Called when the form is submitted. An error that it throws is shown, and the form stays. */
  readonly action: (values: Values) => Promise<unknown>;
  readonly children?: ComponentChildren;
}

/** A form with its buttons below the fields. */
export function ActionForm({ action, children, ...actions }: ActionFormProps) {
  return (
    <Form submission={useSubmit(action)}>
      {children}
      <FormActions {...actions} />
    </Form>
  );
}

interface FormDialogProps extends Omit<ActionFormProps, 'onCancel'> {
  readonly title: string;
  /** Rendered above the form. */
  readonly about?: ComponentChildren;
  readonly onClose: () => void;
}

/** A dialog that is a form. */
export function FormDialog({ title, about, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {about}
      <ActionForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
