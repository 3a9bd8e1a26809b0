import { type DeviceVlans, INTERNET_ID } from '@northlight/contract';
import { Select } from '@mantine/core';
import { type DisplayGraph, type CardLine } from './graph/display-graph.ts';
import { formatShown, parseShown, type Shown } from './graph/use-highlight.ts';
import classes from './topology.module.css';

interface ShownControlProps {
  readonly shown: Shown;
  readonly vlans: readonly DeviceVlans[];
  readonly onChange: (shown: Shown) => void;
}

/** Chooses the VLAN or SSID that stays in colour, or the path between two devices. */
export function ShownControl({ onChange, shown, vlans }: ShownControlProps) {
  const ids = new Set(
    vlans.flatMap(({ ports }) => ports.flatMap(({ tagged, untagged }) => [...tagged, ...untagged])),
  );
  const names = new Set(vlans.flatMap(({ ssids }) => ssids.map(({ name }) => name)));
  const toOption = (option: Shown, label: string) => ({ value: formatShown(option) ?? 'all', label });
  return (
    <Select
      size="xs"
      className={classes['shown'] ?? ''}
      aria-label="Show"
      allowDeselect={false}
      value={shown.kind === 'path' ? 'path:' : (formatShown(shown) ?? 'all')}
      onChange={(value) => onChange(parseShown(value ?? undefined, true))}
      data={[
        toOption({ kind: 'all' }, 'Show everything'),
        ...(shown.kind === 'changes' ? [toOption(shown, 'Changes until now')] : []),
        toOption({ kind: 'path', ends: [] }, 'Path between two devices'),
        ...(names.size > 0
          ? [
              {
                group: 'Wi-Fi networks',
                items: [...names].toSorted().map((name) => toOption({ kind: 'ssid', name }, name)),
              },
            ]
          : []),
        {
          group: 'VLANs',
          items: [...ids]
            .toSorted((one, other) => one - other)
            .map((vlanId) =>
              toOption({ kind: 'vlan', vlanId }, vlanId === 1 ? 'LAN (VLAN 1)' : `VLAN ${vlanId}`),
            ),
        },
      ]}
    />
  );
}

interface PathControlProps {
  readonly graph: DisplayGraph;
  readonly ends: readonly string[];
  readonly slowest: CardLine | undefined;
  readonly describeLine: (line: CardLine) => string;
  readonly onChange: (ends: readonly string[]) => void;
}

/** Chooses the two ends of a path, and names its slowest link. */
export function PathControl({ describeLine, ends, graph, onChange, slowest }: PathControlProps) {
  const [from = '', to = ''] = ends;
  const options = [...graph.cards.values()]
    .filter(({ device, id }) => device || id === INTERNET_ID)
    .map(({ id, title }) => ({ value: id, label: title }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }));
  const select = (label: string, value: string, change: (id: string) => void) => (
    <Select
      size="xs"
      w={180}
      searchable
      aria-label={label}
      placeholder={label}
      data={options}
      value={value || null}
      onChange={(id) => change(id ?? '')}
    />
  );
  return (
    <div className="row wrap gap-8 below">
      {select('From', from, (id) => onChange([id, to]))}
      {select('To', to, (id) => onChange([from, id]))}
      <span className="mut">
        {from === '' || to === ''
          ? 'Choose both ends, or click two devices in the drawing.'
          : slowest
            ? `Slowest link: ${describeLine(slowest)}, ${slowest.label}`
            : 'No speed of a link on this path is known.'}
      </span>
    </div>
  );
}
