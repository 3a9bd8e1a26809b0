import { type Device, listEffectivePorts } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Section } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { hasStaleData } from '../stale-data.ts';
import { FrontPanel } from './FrontPanel.tsx';
import { summarizePorts } from './port-labels.ts';

/** Front panel with the present link states. A port opens in the tab *Ports*. */
export function PortsSection({ device }: { readonly device: Device }) {
  const params = { projectId: useProject().id, deviceId: device.id };
  const { set } = useUrlState();
  const detail = useQuery(createQuery('deviceGet', { params })).data;
  const settings = useQuery(createQuery('deviceSettingsGet', { params })).data?.settings;
  if (!detail || !settings) return null;
  const { capabilities, ports } = detail;
  const isCurrent = !hasStaleData(device);
  const own = new Map(listEffectivePorts(capabilities, settings).map((port) => [port.id, port] as const));
  return (
    <Section title="Ports" aside={<span className="mut">{summarizePorts(ports, isCurrent)}</span>}>
      <FrontPanel
        ports={ports}
        face={capabilities.face}
        settings={own}
        current={isCurrent}
        onSelect={(id) => set({ tab: 'ports', ports: id })}
      />
    </Section>
  );
}
