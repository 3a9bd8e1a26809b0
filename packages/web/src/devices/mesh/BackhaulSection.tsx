import type { Device, DeviceBackhaul, MeshNode } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Age } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { SignalBars } from '../../kit/signal/index.ts';
import { formatDifference, formatMedium } from './backhaul-labels.ts';
import { describePreference, type PreferredNode } from './describe-preference.ts';
import classes from '../devices.module.css';
import { hasStaleData } from '../stale-data.ts';

/** Difference in signal (dB) from which another parent is worth considering. */
const CLEARLY_STRONGER_DB = 6;

/** Backhaul of a mesh node: the parent of a secondary node, or the nodes that are connected to the primary node. */
export function BackhaulSection({ device }: { readonly device: Device }) {
  return device.role === 'mesh-primary' ? <NodesBelow device={device} /> : <ParentNode device={device} />;
}

function ParentNode({ device }: { readonly device: Device }) {
  const { id: projectId, timeZone } = useProject();
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  const settings = useQuery(createQuery('deviceSettingsGet', { params: { projectId, deviceId: device.id } }));
  const list = useQuery(createQuery('deviceList', { params: { projectId } }));
  if (!data) return null;
  const { backhaul, backhaulAt } = data;
  const mac = settings.data?.settings.mesh?.preferredParent;
  const preferred =
    mac === undefined || !list.data
      ? undefined
      : (list.data.items.find((each) => each.mac === mac) ?? { mac });
  if (!backhaul)
    return (
      <Section title="Backhaul">
        <p className="mut">The node has not reported its connection to another node yet.</p>
      </Section>
    );
  return (
    <Section
      title="Backhaul"
      aside={
        <span className="mut">
          <Age at={backhaulAt} timeZone={timeZone} verb="reported" />
        </span>
      }
    >
      <Facts items={[...listFigures(backhaul), ...listPreference(preferred, backhaul, device)]} />
      <NodesInReach backhaul={backhaul} />
      {preferred === undefined && <StrongerNode backhaul={backhaul} deviceId={device.id} />}
      <p className="above">
        <Link to={PATHS.helpTopic} params={{ topic: 'mesh-backhaul' }}>
          About the backhaul
        </Link>
      </p>
    </Section>
  );
}

function listFigures(backhaul: DeviceBackhaul): Fact[] {
  const { hops, parent, rateMbps, retryPercent, signalDbm } = backhaul;
  return [
    { label: 'Connected to', value: <NodeLink node={parent} /> },
    { label: 'Hops', value: hops },
    { label: 'Connection', value: formatMedium(backhaul) },
    ...(signalDbm === undefined ? [] : [{ label: 'Signal (dBm)', value: <SignalBars dbm={signalDbm} /> }]),
    ...(rateMbps === undefined ? [] : [{ label: 'Rate', value: `${Math.round(rateMbps)} Mbit/s` }]),
    ...(retryPercent === undefined ? [] : [{ label: 'Retries', value: `${Math.round(retryPercent)}%` }]),
  ];
}

/** Shows the preferred parent, and the reported reason why the node is connected to another one. */
function listPreference(
  preferred: PreferredNode | undefined,
  backhaul: DeviceBackhaul,
  device: Device,
): Fact[] {
  if (!preferred) return [];
  const isKnown = 'id' in preferred;
  const text = hasStaleData(device) ? undefined : describePreference(preferred, backhaul);
  return [
    {
      label: 'Preferred parent',
      value: (
        <>
          <NodeLink node={isKnown ? { id: preferred.id, name: preferred.name } : preferred} />
          {text !== undefined && <p className="mut">{text}</p>}
        </>
      ),
    },
  ];
}

/** Table of the other nodes in reach, with their signal compared with that of the parent. */
function NodesInReach({
  backhaul: { candidates, signalDbm: parentDbm },
}: {
  readonly backhaul: DeviceBackhaul;
}) {
  if (candidates.length === 0) return null;
  return (
    <table className={`figures lined ${classes['reach']}`}>
      <thead>
        <tr>
          <th scope="col">Other nodes in reach</th>
          <th scope="col">Signal (dBm)</th>
          {parentDbm !== undefined && <th scope="col">Compared with parent</th>}
        </tr>
      </thead>
      <tbody>
        {candidates.map(({ node, signalDbm }) => (
          <tr key={'id' in node ? node.id : node.mac}>
            <td>
              <NodeLink node={node} />
            </td>
            <td>
              <SignalBars dbm={signalDbm} />
            </td>
            {parentDbm !== undefined && <td className="mut">{formatDifference(signalDbm, parentDbm)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface StrongerNodeProps {
  readonly backhaul: DeviceBackhaul;
  readonly deviceId: string;
}

/** States that the node receives another node clearly stronger than its parent, with a link to the choice. */
function StrongerNode({ backhaul: { candidates, signalDbm }, deviceId }: StrongerNodeProps) {
  const [best] = candidates;
  if (!best || signalDbm === undefined || best.signalDbm < signalDbm + CLEARLY_STRONGER_DB) return null;
  return (
    <p className="above">
      The node receives {'id' in best.node ? best.node.name : best.node.mac}{' '}
      {formatDifference(best.signalDbm, signalDbm)} than its parent.{' '}
      <Link to={PATHS.devices} search={{ open: deviceId, tab: 'settings' }}>
        Choose the parent
      </Link>
    </p>
  );
}

function NodesBelow({ device }: { readonly device: Device }) {
  const { id: projectId } = useProject();
  const { data } = useQuery(createQuery('deviceList', { params: { projectId } }));
  if (!data) return null;
  const below = data.items.filter(({ uplink }) => uplink?.id === device.id);
  return (
    <Section title="Backhaul">
      {below.length === 0 ? (
        <p className="mut">Nodes that are connected to this node appear here.</p>
      ) : (
        <Facts
          items={[
            {
              label: 'Connected nodes',
              value: (
                <ul className="grid gap-2">
                  {below.map(({ id, name }) => (
                    <li key={id} className="flex align-baseline gap-8">
                      <NodeLink node={{ id, name }} />
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}

function NodeLink({ node }: { readonly node: MeshNode }) {
  if (!('id' in node)) return <span className="mono">{node.mac}</span>;
  return (
    <Link to={PATHS.devices} search={{ open: node.id }} className="plain">
      {node.name}
    </Link>
  );
}
