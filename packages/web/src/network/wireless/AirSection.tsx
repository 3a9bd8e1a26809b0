import type { WifiPolicy } from '@northlight/contract';
import { useProject } from '../../app/current.tsx';
import { Age } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { useNetworkDraft } from '../draft-context.tsx';
import { missingWord } from './air-words.ts';
import { OnAir } from './OnAir.tsx';
import { wirelessOf } from './staged-wireless.ts';
import { useAir } from './use-air.ts';
import classes from './wireless.module.css';

/** What the radios themselves say of the policy, and which do not have it. */
export function AirSection({ policy }: { readonly policy: WifiPolicy }) {
  const { timeZone } = useProject();
  const draft = useNetworkDraft();
  const air = useAir()?.get(policy.id);
  const applied = wirelessOf(draft.base).policies.find(({ id }) => id === policy.id);
  const more = air ? air.wanted - air.onAir - air.missing.length : 0;
  return (
    <Section
      title="On the air"
      aside={
        air?.reportedAt !== undefined && (
          <span className="mut">
            <Age at={air.reportedAt} timeZone={timeZone} verb="reported" />
          </span>
        )
      }
    >
      <OnAir applied={applied} air={air} />
      {air && !air.paused && air.missing.length > 0 && (
        <ul className={classes['missing']}>
          {air.missing.map((radio) => (
            <li key={`${radio.deviceId} ${radio.band}`}>{missingWord(radio)}</li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </Section>
  );
}
