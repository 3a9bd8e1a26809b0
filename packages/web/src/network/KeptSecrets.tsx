import { useProject } from '../app/current.tsx';
import { RevealSecret } from '../app/RevealSecret.tsx';
import { call } from '../kit/api/index.ts';
import { useNetworkDraft } from './draft-context.tsx';
import classes from './network.module.css';

export interface KeptSecret {
  /** Id of the secret on the server. */
  readonly id: string;
  /** `current password`, `password of hotel@isp`. */
  readonly label: string;
}

/**
 * Secrets of a form that the server stores. They are fetched on demand and are never form values, so they cannot end up
 * in the draft. Render it outside fieldsets: a disabled button would not explain why revealing is not allowed.
 */
export function KeptSecrets({ secrets }: { readonly secrets: readonly KeptSecret[] }) {
  const { can } = useNetworkDraft();
  const { id: projectId } = useProject();
  return (
    <dl className={classes['kept']}>
      {secrets.map(({ id, label }) => (
        <div key={id}>
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
