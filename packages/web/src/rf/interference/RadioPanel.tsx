import type { RfRadio } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { ABSENT, Age, formatCount, formatDbm } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { formatRadioChannel, formatShare } from '../rf-texts.ts';
import classes from '../rf.module.css';

/** Details of one radio: its setting, the use of its airtime, and the senders that it receives on its channel. */
export function RadioPanel({ radio }: { readonly radio: RfRadio }) {
  const { timeZone } = useProject();
  const { busyPercent, deviceId, noiseDbm, powerDbm, rxPercent, txPercent } = radio;
  return (
    <>
      <Section
        title="Radio"
        aside={
          <span className="mut">
            <Age at={radio.reportedAt} timeZone={timeZone} verb="reported" />
          </span>
        }
      >
        <Facts
          items={[
            { label: 'Channel', value: formatRadioChannel(radio) },
            { label: 'Power', value: formatLevel(powerDbm) },
            { label: 'Clients', value: formatCount(radio.clients) },
            { label: 'Noise', value: formatLevel(noiseDbm) },
          ]}
        />
      </Section>
      <Section title="Airtime">
        {busyPercent === undefined ? (
          <p className="mut">This access point does not measure it.</p>
        ) : (
          <>
            <Share label="Busy" percent={busyPercent} />
            <Share label="Sent" percent={txPercent} />
            <Share label="Received" percent={rxPercent} />
          </>
        )}
      </Section>
      <Section title="On its channel">
        <Facts
          items={[
            { label: 'Own radios', value: formatCount(radio.ownOnChannel) },
            { label: 'Foreign networks', value: formatCount(radio.foreignOnChannel) },
            { label: 'Last scan', value: <Age at={radio.scannedAt} timeZone={timeZone} verb="" /> },
          ]}
        />
        <p className="above">
          <Link
            to={PATHS.devices}
            search={{ open: deviceId, tab: 'radios' }}
            className="plain inline-row touch"
          >
            Open device
          </Link>
        </p>
      </Section>
    </>
  );
}

const formatLevel = (dbm: number | undefined): string => (dbm === undefined ? ABSENT : formatDbm(dbm));

/** Share of the time in which a channel was busy from which its bar is highlighted (%). */
const HIGH_PERCENT = 50;

interface ShareProps {
  readonly label: string;
  readonly percent: number | undefined;
}

function Share({ label, percent }: ShareProps) {
  if (percent === undefined) return null;
  return (
    <div className={`grid gap-2 ${classes['shares']}`}>
      <span>{label}</span>
      <div className="row gap-8">
        <ShareBar share={percent / 100} isHigh={percent >= HIGH_PERCENT} />
        <span className={`num ${classes['share']}`}>{formatShare(percent / 100)}</span>
      </div>
    </div>
  );
}
