import { type RfInterference, formatBand } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { ABSENT, Age, formatCount } from '../../kit/format/index.ts';
import { LoadFailed, Page, Tile, Tiles } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { NoRadios } from '../NoRadios.tsx';
import { RF_TITLE } from '../rf-texts.ts';
import { useInterference } from '../use-rf.ts';
import classes from '../rf.module.css';
import { ChannelTable } from './ChannelTable.tsx';
import { describeScan, ScanButton, ScanNote } from './ScanButton.tsx';
import { useScan } from './use-scan.ts';
import { WorstPairs } from './WorstPairs.tsx';

/** The interference of the project as it is now: channels of both bands, and the worst pairs. */
export function InterferenceView({ views }: { readonly views: ReactNode }) {
  const { data: air, error, refetch } = useInterference();
  const scan = useScan(air);
  if (error && !air) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const isEmpty = air?.radios.length === 0;
  return (
    <Page
      title={RF_TITLE}
      note={air && !isEmpty && describeScan(air)}
      isNoteLong
      tools={views}
      actions={!isEmpty && <ScanButton scan={scan} />}
    >
      {!air && <Skeleton height={420} />}
      {air && isEmpty && <NoRadios online={air.online} />}
      {air && !isEmpty && (
        <>
          <Overview air={air} />
          <ScanNote air={air} scan={scan} />
          <div className={`grid gap-12 ${classes['air']}`}>
            <div className="column gap-12 shrink-x">
              {air.bands.map((band) => (
                <ChannelTable key={band.band} band={band} />
              ))}
            </div>
            <WorstPairs pairs={air.pairs} />
          </div>
        </>
      )}
    </Page>
  );
}

function Overview({ air: { online, radios } }: { readonly air: RfInterference }) {
  const { timeZone } = useProject();
  const clients = radios.reduce((sum, radio) => sum + radio.clients, 0);
  const scanned = radios.flatMap(({ scannedAt }) => scannedAt ?? []).toSorted();
  return (
    <Tiles>
      <Tile
        label="Access points online"
        value={formatCount(online)}
        note={`${formatCount(radios.length)} radios broadcast`}
        to={PATHS.rf}
        search={{ tab: 'radios' }}
      />
      <Tile label="Clients" value={formatCount(clients)} note="On these radios now" to={PATHS.clients} />
      <BusyTile
        label={`Busy on ${formatBand('2.4G')}`}
        radios={radios.filter(({ band }) => band === '2.4G')}
      />
      <BusyTile label={`Busy on ${formatBand('5G')}`} radios={radios.filter(({ band }) => band !== '2.4G')} />
      <Tile
        label="Oldest scan"
        value={<Age at={scanned[0]} timeZone={timeZone} />}
        note={
          scanned.length === radios.length
            ? 'All radios are scanned'
            : `${formatCount(radios.length - scanned.length)} radios without a scan in 24 h`
        }
        state={scanned.length === radios.length ? undefined : 'warning'}
      />
    </Tiles>
  );
}

interface BusyTileProps {
  readonly label: string;
  readonly radios: RfInterference['radios'];
}

function BusyTile({ label, radios }: BusyTileProps) {
  const measured = radios.flatMap(({ busyPercent }) => busyPercent ?? []);
  const mean = measured.reduce((sum, each) => sum + each, 0) / measured.length;
  return (
    <Tile
      label={label}
      value={measured.length === 0 ? ABSENT : `${Math.round(mean)}%`}
      note={measured.length === 0 ? 'Not measured' : 'Mean share of the time'}
    />
  );
}
