import type { NetworkConfig, WifiPolicy } from '@northlight/contract';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './templates.module.css';

interface ChoicesProps {
  readonly legend: string;
  readonly count: number;
  readonly chosen: number;
  readonly onAll: (all: boolean) => void;
  readonly children: ReactNode;
}

/** A list of checkboxes, with a checkbox above it that selects all or none. */
function Choices({ children, chosen, count, legend, onAll }: ChoicesProps) {
  return (
    <fieldset className="grid gap-6">
      <legend>
        <Checkbox
          size="xs"
          label={`${legend}: ${chosen} of ${count}`}
          checked={chosen === count}
          indeterminate={chosen > 0 && chosen < count}
          onChange={(event) => onAll(event.currentTarget.checked)}
        />
      </legend>
      <ScrollBox label={legend} className={`grid box divided ${classes['choiceBox']}`}>
        {children}
      </ScrollBox>
    </fieldset>
  );
}

interface VlanChoiceProps {
  readonly config: NetworkConfig;
  readonly vlans: readonly number[];
  /** VLANs whose DHCP pool is included. */
  readonly pools: readonly number[];
  readonly onChange: (vlans: number[], pools: number[]) => void;
}

export function VlanChoice({ config, onChange, pools, vlans }: VlanChoiceProps) {
  if (config.vlans.length === 0) return null;
  const poolIn = (id: number) => config.dhcpPools.find(({ vlanId }) => vlanId === id);
  const all = config.vlans.map(({ id }) => id);
  return (
    <Choices
      legend="VLANs"
      count={all.length}
      chosen={vlans.length}
      onAll={(wanted) => onChange(wanted ? all : [], wanted ? all.filter((id) => poolIn(id)) : [])}
    >
      {config.vlans.map(({ id, ip, name, prefix }) => {
        const pool = poolIn(id);
        const chosen = vlans.includes(id);
        return (
          <div key={id} className={`row wrap between ${classes['choice']}`}>
            <Checkbox
              size="xs"
              label={`VLAN ${id} ${name}, ${ip}/${prefix}`}
              checked={chosen}
              onChange={() =>
                chosen
                  ? onChange(omitItem(vlans, id), omitItem(pools, id))
                  : onChange([...vlans, id], pool ? [...pools, id] : [...pools])
              }
            />
            {pool ? (
              <Checkbox
                size="xs"
                label="with DHCP pool"
                aria-label={`VLAN ${id} with DHCP pool ${pool.name}`}
                checked={pools.includes(id)}
                onChange={() =>
                  pools.includes(id)
                    ? onChange([...vlans], omitItem(pools, id))
                    : // Selecting a pool selects its VLAN.
                      onChange(chosen ? [...vlans] : [...vlans, id], [...pools, id])
                }
              />
            ) : (
              <span className="mut">no DHCP pool</span>
            )}
          </div>
        );
      })}
    </Choices>
  );
}

interface PolicyChoiceProps {
  readonly vlans: NetworkConfig['vlans'];
  readonly policies: readonly WifiPolicy[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

export function PolicyChoice({ chosen, onChange, policies, vlans }: PolicyChoiceProps) {
  if (policies.length === 0) return null;
  return (
    <Choices
      legend="Wireless policies"
      count={policies.length}
      chosen={chosen.length}
      onAll={(wanted) => onChange(wanted ? policies.map(({ id }) => id) : [])}
    >
      {policies.map(({ id, name, ssid, vlanId }) => (
        <div key={id} className={`row wrap between ${classes['choice']}`}>
          <Checkbox
            size="xs"
            label={`${name}, SSID ${ssid}`}
            checked={chosen.includes(id)}
            onChange={() => onChange(chosen.includes(id) ? omitItem(chosen, id) : [...chosen, id])}
          />
          {vlanId !== undefined && (
            <span className="mut small">
              VLAN {vlanId} {vlans.find((vlan) => vlan.id === vlanId)?.name}
            </span>
          )}
        </div>
      ))}
    </Choices>
  );
}

const omitItem = <T,>(items: readonly T[], item: T): T[] => items.filter((each) => each !== item);
