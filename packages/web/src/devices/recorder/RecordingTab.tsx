import {
  type Device,
  type DeviceDetail,
  type DeviceRecorder,
  DISK_STATE_LABELS,
  formatDays,
  type RecorderDisk,
} from '@northlight/contract';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { ABSENT, Age, formatCount } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { listTimeSource } from '../camera/camera-labels.ts';
import { ChannelList } from './ChannelList.tsx';
import { FormatDiskDialog } from './FormatDiskDialog.tsx';
import { PromisedDaysDialog } from './PromisedDaysDialog.tsx';
import { formatCapacity, getFormatPermission, NBSP } from './recorder-labels.ts';

const STATE_TONES: Readonly<Partial<Record<RecorderDisk['state'], string>>> = {
  failing: 'warn',
  failed: 'err',
  missing: 'err',
};

interface RecordingTabProps {
  readonly device: Device;
  readonly detail: DeviceDetail;
}

/** Disks and channels of a recorder, with the days for which it holds recordings. */
export function RecordingTab({ device, detail: { recorder, recorderAt } }: RecordingTabProps) {
  const { timeZone } = useProject();
  const [formatted, setFormatted] = useState<RecorderDisk>();
  const [isPromising, setIsPromising] = useState(false);
  if (!recorder)
    return (
      <Section title="Recording">
        <p className="mut">The recorder has not reported its disks and channels yet.</p>
      </Section>
    );
  const recorded = recorder.channels.filter(({ camera }) => camera !== undefined);
  const aside = (
    <span className="mut">
      <Age at={recorderAt} timeZone={timeZone} verb="reported" />
    </span>
  );
  return (
    <>
      <Section title="Retention" aside={aside}>
        <Facts items={listRetention(recorder)} />
        {recorded.length > 0 && (
          <GatedButton
            can={device.can.rename}
            variant="default"
            size="compact-sm"
            mt={8}
            onClick={() => setIsPromising(true)}
          >
            Set promised days
          </GatedButton>
        )}
      </Section>
      <Section title="Disks">
        {recorder.disks.length === 0 ? (
          <p className="mut">The recorder has no disk. Insert one to record.</p>
        ) : (
          <Facts
            items={recorder.disks.map((disk) => ({
              label: disk.label,
              value: (
                <>
                  <DiskState disk={disk} />
                  <GatedButton
                    can={getFormatPermission(device, disk)}
                    variant="default"
                    size="compact-xs"
                    mt={6}
                    aria-label={`Format ${disk.label}`}
                    onClick={() => setFormatted(disk)}
                  >
                    Format
                  </GatedButton>
                </>
              ),
            }))}
          />
        )}
      </Section>
      <Section title="Channels">
        <ChannelList channels={recorder.channels} />
      </Section>
      {isPromising && (
        <PromisedDaysDialog device={device} channels={recorded} onClose={() => setIsPromising(false)} />
      )}
      {formatted && (
        <FormatDiskDialog device={device} disk={formatted} onClose={() => setFormatted(undefined)} />
      )}
    </>
  );
}

function listRetention({
  channels,
  daysUntilFull,
  hasDefaultPassword,
  overwrites,
  projectedDays,
  timeSource,
}: DeviceRecorder): Fact[] {
  const promised = channels.flatMap(({ promisedDays }) => promisedDays ?? []);
  const held = channels.flatMap(({ heldDays }) => heldDays ?? []);
  return [
    { label: 'Holds now', value: held.length === 0 ? ABSENT : formatDays(Math.min(...held)) },
    {
      label: 'Projected',
      value:
        projectedDays === undefined ? (
          <span className="mut">Nothing was recorded in the last 24 h</span>
        ) : (
          <span className={promised.some((days) => days > projectedDays) ? 'warn' : undefined}>
            {formatDays(projectedDays)}, at the rate of the last 24{NBSP}h
          </span>
        ),
    },
    {
      label: 'Promised',
      value:
        promised.length === 0 ? (
          <span className="mut">No days are promised</span>
        ) : (
          `${formatDays(Math.max(...promised))}, for ${promised.length} of ${channels.length} channels`
        ),
    },
    {
      label: 'When full',
      value: overwrites
        ? 'Overwrites the oldest recordings'
        : `Stops recording${daysUntilFull === undefined ? '' : `, in ${formatDays(daysUntilFull)}`}`,
    },
    ...listTimeSource({ timeSource }),
    ...(hasDefaultPassword === true
      ? [{ label: 'Password', value: <span className="warn">Default password of the maker</span> }]
      : []),
  ];
}

function DiskState({ disk }: { readonly disk: RecorderDisk }) {
  const { capacityBytes, healthPercent, model, powerOnHours, state, temperatureC, usedBytes } = disk;
  const figures = [
    ...(model === undefined ? [] : [model]),
    ...(healthPercent === undefined ? [] : [`health ${Math.round(healthPercent)}%`]),
    ...(temperatureC === undefined ? [] : [`${Math.round(temperatureC)}${NBSP}°C`]),
    ...(powerOnHours === undefined ? [] : [`${formatCount(Math.round(powerOnHours))} h in operation`]),
  ];
  return (
    <>
      <span className={STATE_TONES[state]}>{DISK_STATE_LABELS[state]}</span>
      {capacityBytes !== undefined && (
        <div className="flex align-centre gap-8">
          {usedBytes !== undefined && <ShareBar share={usedBytes / capacityBytes} />}
          {usedBytes === undefined ? '' : `${formatCapacity(usedBytes)} of `}
          {formatCapacity(capacityBytes)}
        </div>
      )}
      {figures.length > 0 && <div className="mut">{figures.join(', ')}</div>}
    </>
  );
}
