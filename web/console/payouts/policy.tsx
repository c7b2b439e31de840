import { useState } from 'preact/hooks';
import { formatShortTimestamp } from '../format.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormActions } from '../ui/form.tsx';
import { Async } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { useSubmit } from '../ui/use-submit.ts';
import {
  PayoutPolicyDocument,
  type PayoutPolicyFieldsFragment,
  SetPayoutPolicyDocument,
} from './gql/graphql.ts';
import { amountsOf, PolicyFields, readPolicy } from './policy-fields.tsx';

/** Opens the policy of payouts: approvers, hours and limits. Operators read it, admins change it. */
export function PolicyButton() {
  const { session } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const t = payoutTexts().policy;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t.button}
      </button>
      {isOpen && <PolicyDialog request={session.request} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  readonly request: ReturnType<typeof useSignedIn>['session']['request'];
  readonly onClose: () => void;
}

function PolicyDialog({ request, onClose }: DialogProps) {
  const t = payoutTexts().policy;
  const loaded = useLoad('payout policy', async () => (await request(PayoutPolicyDocument)).payoutPolicy);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p class="hint">{t.about}</p>
      <Async what={t.what} loaded={loaded}>
        {(policy) => <PolicyForm policy={policy} onClose={onClose} />}
      </Async>
    </Dialog>
  );
}

interface FormProps {
  readonly policy: PayoutPolicyFieldsFragment;
  readonly onClose: () => void;
}

function PolicyForm({ policy, onClose }: FormProps) {
  const { session, notify } = useSignedIn();
  const canChange = useRight('administer');
  const t = payoutTexts().policy;
  const amounts = amountsOf(policy);
  const submission = useSubmit(async (values) => {
    const input = { ...readPolicy(values, amounts), seenUpdatedAt: policy.updatedAt };
    await session.request(SetPayoutPolicyDocument, { input });
    notify(t.saved);
    onClose();
  });
  return (
    <Form submission={submission}>
      <fieldset class="whole" disabled={!canChange}>
        <PolicyFields policy={policy} amounts={amounts} />
      </fieldset>
      {policy.updatedAt && <p class="hint">{t.changed(formatShortTimestamp(policy.updatedAt))}</p>}
      {canChange ? (
        <FormActions label={texts().ui.save} onCancel={onClose} />
      ) : (
        <div class="actions">
          <p class="hint">{t.readOnly}</p>
          <button type="button" onClick={onClose}>
            {texts().ui.back}
          </button>
        </div>
      )}
    </Form>
  );
}
