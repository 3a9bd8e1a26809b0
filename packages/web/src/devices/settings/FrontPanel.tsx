import type { PortSetting } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { Tooltip } from '@mantine/core';
import type { CSSProperties } from 'react';
import { getLinkState, type Port, describePort } from './port-labels.ts';
import { PortIcon } from './PortIcon.tsx';
import classes from './settings.module.css';

interface FrontPanelProps {
  readonly ports: readonly Port[];
  readonly face: Capabilities['face'];
  /** Settings by port id. */
  readonly settings?: ReadonlyMap<string, PortSetting>;
  /** False if the last report is stale. Link states are then shown as unknown. */
  readonly current: boolean;
  readonly selected?: readonly string[];
  /** Ids of ports with staged changes. */
  readonly staged?: ReadonlySet<string>;
  readonly onSelect?: (id: string, more: boolean) => void;
}

/** Front panel of a device, with its ports in groups and rows. Ports with a link are highlighted. */
export function FrontPanel({ ports, face, current, ...rest }: FrontPanelProps) {
  const known = new Map(ports.map((port) => [port.id, current ? port : { ...port, up: undefined }] as const));
  const { groups, rows } = face ?? { groups: [ports.map(({ id }) => id)], rows: 1 };
  const style = { '--rows': rows } as CSSProperties;
  return (
    <div className={`grid gap-10 panel inset ${classes['front']}`}>
      <div className={`flex wrap ${classes['groups']}`} role="group" aria-label="Ports">
        {groups.map((group) => (
          <div key={group[0]} className={`grid gap-2 ${classes['group']}`} style={style}>
            {group.map((id) => {
              const port = known.get(id);
              return port && <FrontPort key={id} port={port} {...rest} />;
            })}
          </div>
        ))}
      </div>
      <div className={`flex wrap mut small ${classes['legend']}`} aria-hidden>
        <span className="inline-row gap-4 ok">
          <i /> up
        </span>
        <span className="inline-row gap-4 warn">
          <i /> below full speed
        </span>
        {ports.some((port) => getLinkState(port, rest.settings?.get(port.id)) === 'blocked') && (
          <span className="inline-row gap-4 tone" data-link="blocked">
            <i data-blocked /> blocked by spanning tree
          </span>
        )}
        <span className="inline-row gap-4">
          <i data-down /> down
        </span>
        {[...known.values()].some(({ up }) => up === undefined) && (
          <span className="inline-row gap-4">
            <i data-unknown /> unknown
          </span>
        )}
        {ports.some(({ poe, poeWatts = 0 }) => poe && poeWatts > 0) && (
          <span className="inline-row gap-4 warn">⚡ PoE in use</span>
        )}
      </div>
    </div>
  );
}

/** On touch, the form of the selected port states the same below the panel. */
const WITHOUT_TOUCH = { hover: true, focus: true, touch: false };

type FrontPortProps = Omit<FrontPanelProps, 'ports' | 'face' | 'current'> & { readonly port: Port };

function FrontPort({ port, settings, selected, staged, onSelect }: FrontPortProps) {
  const setting = settings?.get(port.id);
  const sentence = describePort(port, setting);
  const link = getLinkState(port, setting);
  const content = (
    <>
      <PortIcon port={port} link={link} />
      <span>{port.label}</span>
    </>
  );
  const common = {
    className: `column align-centre shrink-x round mut tiny ${classes['port']}`,
    'data-link': link,
    'data-staged': staged?.has(port.id) || undefined,
  };
  return (
    <Tooltip label={sentence} events={WITHOUT_TOUCH}>
      {onSelect ? (
        <button
          type="button"
          {...common}
          aria-label={sentence}
          aria-pressed={selected?.includes(port.id)}
          onClick={(event) => onSelect(port.id, event.ctrlKey || event.metaKey || event.shiftKey)}
        >
          {content}
        </button>
      ) : (
        <div {...common} role="img" aria-label={sentence}>
          {content}
        </div>
      )}
    </Tooltip>
  );
}
