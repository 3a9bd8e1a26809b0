import { useProject } from '../app/shell-context.tsx';
import { RevealSecret } from '../app/RevealSecret.tsx';
import { call } from '../kit/api/index.ts';
import { useReadOnly } from '../kit/form/read-only.tsx';
import { useNetworkDraft } from '../draft/index.ts';

export interface KeptSecret {
  /** Id of the secret on the server. */
  readonly id: string;
  /** Text for the button: `current password`, `password of hotel@isp`. */
  readonly label: string;
}

/**
 * Shows secrets of a form that the server stores. They are fetched on demand and are never form values, so
 * that they cannot get into the draft. Read-only accounts cannot reveal secrets.
 */
export function KeptSecrets({ secrets }: { readonly secrets: readonly KeptSecret[] }) {
  const { can } = useNetworkDraft();
  const { id: projectId } = useProject();
  if (useReadOnly()) return null;
  return (
    <dl className="grid gap-6 above">
      {secrets.map(({ id, label }) => (
        <div key={id} className="row wrap between gap-12">
          <dt>{label.charAt(0).toUpperCase() + label.slice(1)}</dt>
          <dd>
            <RevealSecret
              can={can}
              label={label}
              fetchSealed={() => call('networkSecretReveal', { params: { projectId, secretId: id } })}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
