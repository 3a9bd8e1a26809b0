import type { Device, MeshNodeRow } from '@northlight/contract';
import { Checkbox } from '@mantine/core';
import { formatPlural } from '../../kit/format/index.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { SignalBars } from '../../kit/signal/index.ts';
import { StateMark } from '../StateMark.tsx';
import classes from './mesh.module.css';
import type { FoundNode } from './use-node-search.ts';

interface FoundNodesProps {
  readonly nodes: readonly FoundNode[];
  /** Devices of the project by serial number. */
  readonly devices: ReadonlyMap<string, Device>;
  readonly results: ReadonlyMap<string, MeshNodeRow>;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** List of the found nodes: a node can be selected until it belongs to the project, and then shows its state. */
export function FoundNodes({ nodes, devices, results, selected, onSelect }: FoundNodesProps) {
  const toggle = (sn: string): void => {
    const next = new Set(selected);
    if (!next.delete(sn)) next.add(sn);
    onSelect(next);
  };
  return (
    <>
      <p className="strong" role="status">
        {formatPlural(nodes.length, 'node')} found
      </p>
      <ScrollBox label="Found nodes" className={`box ${classes['nodes']}`}>
        <ul className="divided">
          {nodes.map((node) => (
            <li key={node.sn}>
              <Node
                node={node}
                device={devices.get(node.sn)}
                isSelected={selected.has(node.sn)}
                onToggle={() => toggle(node.sn)}
              />
              <NodeError result={devices.has(node.sn) ? undefined : results.get(node.sn)} />
            </li>
          ))}
        </ul>
      </ScrollBox>
    </>
  );
}

interface NodeProps {
  readonly node: FoundNode;
  readonly device: Device | undefined;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function Node({ node, device, isSelected, onToggle }: NodeProps) {
  const { mac, modelName, signalDbm, sn } = node;
  const identity = (
    <span className={`grid grow shrink-x ${classes['identity']}`}>
      <strong>{device?.name ?? modelName.split(',')[0]}</strong>
      <span className="mut mono anywhere">
        {sn} <span className="nowrap">{mac}</span>
      </span>
    </span>
  );
  return (
    <div className={`row between gap-12 ${classes['node']}`}>
      {device ? (
        identity
      ) : (
        <Checkbox className="grow shrink-x" checked={isSelected} onChange={onToggle} label={identity} />
      )}
      <span className="row wrap justify-end gap-12">
        {device && <StateMark device={device} />}
        <span className="nowrap tabular">
          <SignalBars dbm={signalDbm} /> dBm
        </span>
      </span>
    </div>
  );
}

function NodeError({ result }: { readonly result: MeshNodeRow | undefined }) {
  return result?.error === undefined ? null : (
    <p className={`err small ${classes['error']}`}>{result.error}</p>
  );
}
