import type { WifiPolicy } from '@northlight/contract';
import { formatReason } from '../../kit/controls/GatedButton.tsx';
import { useNetworkDraft } from '../draft-context.tsx';
import { replacePolicy } from './staged-wireless.ts';
import classes from './wireless.module.css';

/** Switch that enables a policy in the list; adds the change to the draft. */
export function EnabledCell({ policy }: { readonly policy: WifiPolicy }) {
  const { can, config, update } = useNetworkDraft();
  const reason = can.allowed ? undefined : formatReason(can);
  return (
    <span className={classes['enabledCell']} title={reason}>
      <input
        type="checkbox"
        className={classes['enabled']}
        aria-label={`${policy.name} is enabled${reason === undefined ? '' : `. ${reason}`}`}
        aria-disabled={reason !== undefined || undefined}
        checked={policy.enabled}
        onChange={(event) => {
          if (can.allowed) update(replacePolicy(config, { ...policy, enabled: event.currentTarget.checked }));
        }}
      />
    </span>
  );
}
