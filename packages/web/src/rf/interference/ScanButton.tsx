import type { Job, RfInterference } from '@northlight/contract';
import { Progress } from '@mantine/core';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatPlural, useNow } from '../../kit/format/index.ts';
import { summarizeJob } from '../../jobs/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import classes from '../rf.module.css';
import { computePercent, estimateRemaining, type useScan } from './use-scan.ts';

type Scan = ReturnType<typeof useScan>;

export function ScanButton({ scan }: { readonly scan: Scan }) {
  return (
    <GatedButton can={scan.can} loading={scan.isStarting} onClick={scan.start}>
      Scan now
    </GatedButton>
  );
}

interface ScanNoteProps {
  readonly air: RfInterference;
  readonly scan: Scan;
}

/** Describes the effect of a scan on clients. */
export function describeScan({ radios }: RfInterference): string {
  const clients = radios.reduce((sum, radio) => sum + radio.clients, 0);
  return clients === 0
    ? 'No client notices a scan'
    : `${formatPlural(clients, 'client')} ${clients === 1 ? 'notices' : 'notice'} a scan for some seconds`;
}

/** Progress of the scan that runs, or a hint while no radio is scanned. */
export function ScanNote({ air: { radios }, scan }: ScanNoteProps) {
  if (scan.running) return <ScanProgress job={scan.running} />;
  if (radios.some(({ scannedAt }) => scannedAt !== undefined)) return null;
  return (
    <div className={classes['state']}>
      <Notice tone="plain" title="No scan in the last 24 h">
        <span>
          Without a scan, foreign networks and access points on other channels are missing here. Choose “Scan
          now” to search all channels.
        </span>
      </Notice>
    </div>
  );
}

function ScanProgress({ job }: { readonly job: Job }) {
  const now = useNow();
  const percent = Math.round(computePercent(job));
  const remaining = estimateRemaining(job, now);
  return (
    <section className="column gap-8 panel padded" aria-label="Scan">
      <div className="row wrap between gap-8">
        <h2>Scanning all channels</h2>
        <span className="mut">
          {percent} % · {summarizeJob(job)}
          {remaining !== undefined && ` · about ${formatMinutes(remaining)} left`}
        </span>
      </div>
      <Progress size={6} value={percent} aria-label={`Scan: ${percent} percent`} />
      <span className="mut">A few access points scan at a time, never two neighbours together.</span>
    </section>
  );
}

const formatMinutes = (seconds: number): string =>
  seconds < 60 ? `${Math.max(5, Math.ceil(seconds / 5) * 5)} s` : `${Math.round(seconds / 60)} min`;
