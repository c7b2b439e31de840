import { problemOf } from '../service/failures.ts';
import type { Client } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ActionForm } from '../ui/form-dialog.tsx';
import { Async } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import type { Values } from '../ui/use-submit.ts';
import { changesOf } from './changes.ts';
import {
  MatchPoliciesDocument,
  type PolicyFieldsFragment,
  RemoveMatchPolicyDocument,
  UpdateMatchPolicyDocument,
} from './gql/graphql.ts';
import { PolicyFields, readPolicy } from './policy-fields.tsx';

interface PolicyDialogProps {
  /** The merchant; undefined for the policy of all merchants. */
  readonly client: Client | undefined;
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/**
 * Changes which payments settle automatically: those of a merchant, or those of all merchants without their own choice.
 */
export function PolicyDialog({ client, onSaved, onClose }: PolicyDialogProps) {
  const { session } = useSignedIn();
  const t = adminTexts().policies;
  const loaded = useLoad(`policy-${client?.appKey ?? ''}`, async () => {
    const { matchPolicies } = await session.request(MatchPoliciesDocument);
    return matchPolicies.find(({ appKey }) => appKey === (client?.appKey ?? null));
  });
  return (
    <Dialog title={client ? t.titleOf(client.name) : t.titleOfDesk} onClose={onClose}>
      <p class="hint">{client ? t.about : t.aboutDesk}</p>
      <Async what={t.what} loaded={loaded}>
        {(policy) =>
          policy ? (
            <PolicyForm client={client} policy={policy} onSaved={onSaved} onClose={onClose} />
          ) : (
            <p class="hint">{t.gone}</p>
          )
        }
      </Async>
    </Dialog>
  );
}

interface PolicyFormProps extends PolicyDialogProps {
  readonly policy: PolicyFieldsFragment;
}

function PolicyForm({ client, policy, onSaved, onClose }: PolicyFormProps) {
  const { session, notify } = useSignedIn();
  const t = adminTexts().policies;
  const of = client ? { appKey: client.appKey } : { desk: true };
  const save = async (values: Values) => {
    const read = readPolicy(values);
    // A merchant that follows the desk gets its own policy even if nothing was changed.
    const changes = changesOf(read, policy) ?? (policy.isOwn ? undefined : read);
    if (!changes) return onClose();
    const { rematchedLines } = (
      await session.request(UpdateMatchPolicyDocument, { input: { ...of, ...changes } })
    ).updateMatchPolicy;
    onSaved(t.saved(rematchedLines));
  };
  const remove = () =>
    void session.request(RemoveMatchPolicyDocument, of).then(
      ({ removeMatchPolicy }) => onSaved(t.saved(removeMatchPolicy.rematchedLines)),
      (error) => notify(problemOf(error).message),
    );
  return (
    <ActionForm label={texts().ui.save} action={save} onCancel={onClose}>
      <PolicyFields policy={policy} />
      {client && !policy.isOwn && <p class="hint">{t.ofDesk}</p>}
      {policy.isOwn && (
        <ConfirmButton
          label={client ? t.followDesk : t.strictAgain}
          about={client?.appKey ?? ''}
          onConfirm={remove}
        />
      )}
    </ActionForm>
  );
}
