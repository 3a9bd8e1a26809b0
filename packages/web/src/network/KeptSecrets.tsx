import { useProject } from '../app/current.tsx';
import { RevealSecret } from '../app/RevealSecret.tsx';
import { call } from '../kit/api/index.ts';
import { useNetworkDraft } from './draft-context.tsx';
import classes from './network.module.css';

export interface KeptSecret {
  /** The name under which the server keeps it. */
  readonly id: string;
  /** `present password`, `password of hotel@isp`. */
  readonly label: string;
}

/**
 * What the server keeps for a form: read when somebody asks, and never a value of the form, so that it cannot come into
 * the draft. Outside of fieldsets: who may not reveal is told why.
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
