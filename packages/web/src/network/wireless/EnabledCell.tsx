import type { WifiPolicy } from '@northlight/contract';
import { useReadOnly } from '../../kit/form/read-only.tsx';
import { useNetworkDraft } from '../../draft/index.ts';
import { replacePolicy } from './staged-wireless.ts';
import classes from './wireless.module.css';

/** Switch that enables a policy in the list; adds the change to the draft. Text for read-only accounts. */
export function EnabledCell({ policy }: { readonly policy: WifiPolicy }) {
  const { config, update } = useNetworkDraft();
  if (useReadOnly()) return <span>{policy.enabled ? 'On' : 'Off'}</span>;
  return (
    <span className={`inline-row ${classes['enabledCell']}`}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={policy.enabled}
        className={`relative ${classes['enabled']}`}
        aria-label={`${policy.name} is enabled`}
        checked={policy.enabled}
        onChange={(event) =>
          update(replacePolicy(config, { ...policy, enabled: event.currentTarget.checked }))
        }
      />
    </span>
  );
}
