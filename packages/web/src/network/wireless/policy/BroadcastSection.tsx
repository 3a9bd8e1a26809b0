import type { WifiPolicy } from '@northlight/contract';
import { useProject } from '../../../app/shell-context.tsx';
import { Age } from '../../../kit/format/index.ts';
import { Section } from '../../../kit/page/index.ts';
import { useNetworkDraft } from '../../../draft/index.ts';
import { describeMissingRadio } from '../broadcast-status.ts';
import { BroadcastState } from '../BroadcastState.tsx';
import { getWireless } from '../staged-wireless.ts';
import { useBroadcasts } from '../use-broadcasts.ts';

/** Lists the radios that broadcast the policy according to their reports, and the radios that do not. */
export function BroadcastSection({ policy }: { readonly policy: WifiPolicy }) {
  const { timeZone } = useProject();
  const draft = useNetworkDraft();
  const air = useBroadcasts()?.get(policy.id);
  const applied = getWireless(draft.base).policies.find(({ id }) => id === policy.id);
  const more = air ? air.wanted - air.onAir - air.missing.length : 0;
  return (
    <Section
      title="Broadcasting"
      aside={
        air?.reportedAt !== undefined && (
          <span className="mut">
            <Age at={air.reportedAt} timeZone={timeZone} verb="reported" />
          </span>
        )
      }
    >
      <BroadcastState applied={applied} air={air} />
      {air && !air.paused && air.missing.length > 0 && (
        <ul className="above grid gap-4">
          {air.missing.map((radio) => (
            <li key={`${radio.deviceId} ${radio.band}`}>{describeMissingRadio(radio)}</li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </Section>
  );
}
