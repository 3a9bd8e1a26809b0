import { type Device, type DeviceDetail, isSame, listEffectivePorts } from '@northlight/contract';
import { Skeleton, Switch } from '@mantine/core';
import { useState } from 'react';
import { formatPlural } from '../../kit/format/index.ts';
import { ReadOnlyReason, ReadOnlyScope } from '../../kit/form/read-only.tsx';
import { Section } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { ReportAge } from '../ReportAge.tsx';
import { hasStaleData } from '../stale-data.ts';
import { PortForm } from './PortForm.tsx';
import { FrontPanel } from './FrontPanel.tsx';
import { describeState, type Port } from './port-labels.ts';
import { PortTable } from './PortTable.tsx';
import classes from './settings.module.css';
import { useSettings } from './use-settings.ts';

interface PortsTabProps {
  readonly device: Device;
  readonly detail: DeviceDetail;
}

/** Shows the front panel of a device. A click selects a port; with Ctrl, or for several ports, it adds one. */
export function PortsTab({ device, detail }: PortsTabProps) {
  const own = useSettings(device, detail.capabilities);
  const { search, set } = useUrlState();
  const [isMultiple, setMultiple] = useState(search.ports?.includes(',') === true);
  const selected = detail.ports.map(({ id }) => id).filter((id) => search.ports?.split(',').includes(id));
  if (!own) return <Skeleton height={120} mt="md" />;
  const caps = detail.capabilities;
  const effective = listEffectivePorts(caps, own.settings);
  const stored = new Map(listEffectivePorts(caps, own.stored).map((port) => [port.id, port] as const));
  const staged = new Set(effective.filter((port) => !isSame(port, stored.get(port.id))).map(({ id }) => id));
  const settable = caps.features.includes('port-mode');
  const choose = (id: string, more: boolean): void => {
    const chosen = selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id];
    const only = selected.length === 1 && selected[0] === id ? [] : [id];
    set({ ports: (more || isMultiple ? chosen : only).join(',') || undefined });
  };
  const chosen = detail.ports.filter(({ id }) => selected.includes(id));
  const [only] = chosen;
  const isCurrent = !hasStaleData(device);
  const settings = new Map(effective.map((port) => [port.id, port] as const));
  return (
    <ReadOnlyScope can={own.can}>
      <ReadOnlyReason />
      <Section title="Front" aside={<ReportAge device={device} />}>
        <FrontPanel
          ports={detail.ports}
          face={caps.face}
          settings={settings}
          current={isCurrent}
          staged={staged}
          {...(settable && { selected, onSelect: choose })}
        />
      </Section>
      {!settable && <p className="mut below">The ports of this model cannot be configured.</p>}
      {settable && own.can.allowed && (
        <Switch
          mt="sm"
          label="Select multiple ports"
          checked={isMultiple}
          onChange={({ currentTarget }) => setMultiple(currentTarget.checked)}
        />
      )}
      {settable && !only && (
        <p className="mut below">
          {own.can.allowed
            ? 'Choose a port to view and change its settings.'
            : 'Choose a port to view its settings.'}
        </p>
      )}
      {only && (
        <div
          className={classes['portForm']}
          key={selected.join(' ')}
          ref={isMultiple ? undefined : scrollIntoView}
        >
          <Section title={chosen.length === 1 ? `Port ${only.label}` : formatPlural(chosen.length, 'port')}>
            {chosen.length === 1 && (
              <p className={`mut below ${classes['facts']}`}>
                {describeState(
                  only,
                  effective.find(({ id }) => id === only.id),
                )}
              </p>
            )}
            <PortForm key={`${selected.join(' ')}/${own.version}`} caps={caps} own={own} ids={selected} />
          </Section>
        </div>
      )}
      <Section title="Ports">
        <PortTable
          device={device}
          caps={caps}
          ports={isCurrent ? detail.ports : detail.ports.map(omitFigures)}
          settings={settings}
          stored={stored}
          selected={selected}
          onSelect={settable ? choose : undefined}
        />
      </Section>
    </ReadOnlyScope>
  );
}

/** Shows the first fields of the selected port, which the table or the window may leave out of view. */
const scrollIntoView = (form: HTMLElement | null): void =>
  form?.firstElementChild?.firstElementChild?.scrollIntoView({ block: 'nearest' });

/** Returns a port without its figures, for a stale report. */
function omitFigures({ id, label, maxSpeedMbps, poe, role, type }: Port): Port {
  return { id, label, maxSpeedMbps, poe, role, type };
}
