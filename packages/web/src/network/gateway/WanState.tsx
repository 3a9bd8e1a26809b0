import { formatMask } from '@northlight/contract/net';
import { useProject } from '../../app/shell-context.tsx';
import { ABSENT, Age, useNow } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { Facts } from '../../ui/Facts.tsx';
import { describeWanAddresses, describeWanState, isOutdated, type WanReading } from './wan-readings.ts';

interface ReadingAgeProps {
  readonly reading: WanReading | undefined;
  /** Text before the age, for example `reported`. */
  readonly verb?: string;
}

/** Age of a report, with a mark if its values may be outdated. */
export function ReadingAge({ reading, verb }: ReadingAgeProps) {
  const { timeZone } = useProject();
  const now = useNow();
  if (!reading) return <span className="mut">{ABSENT}</span>;
  const outdated = isOutdated(reading, now);
  return (
    <span className={outdated ? 'warn' : 'mut'}>
      {outdated && (reading.isOnline ? 'Stale · ' : 'Offline · ')}
      <Age at={reading.at} timeZone={timeZone} {...(verb !== undefined && { verb })} />
    </span>
  );
}

/** Shows the state of the port in the gateway's last report, above the settings. */
export function WanState({ reading }: { readonly reading: WanReading | undefined }) {
  if (!reading) return null;
  const { prefix } = reading.wan;
  const { address, dns, gateway } = describeWanAddresses(reading, undefined);
  return (
    <Section title="Current state" aside={<ReadingAge reading={reading} verb="reported" />}>
      <Facts
        items={[
          { label: 'Status', value: describeWanState(reading) },
          { label: 'Address', value: address },
          { label: 'Mask', value: prefix === undefined ? ABSENT : formatMask(prefix) },
          { label: 'Gateway', value: gateway ?? ABSENT },
          { label: 'DNS', value: dns ?? ABSENT },
        ]}
      />
    </Section>
  );
}
