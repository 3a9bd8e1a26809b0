import type { ClientLimit, OnlineClient } from '@northlight/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NumberField } from '../kit/form/fields.tsx';
import { EditOnly, ReadOnlyReason } from '../kit/form/read-only.tsx';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { NetworkDraftProvider, useNetworkDraft, replaceItem, omitItem } from '../draft/index.ts';
import { PATHS } from '../paths.ts';
import classes from './clients.module.css';

const KBPS = 1000;
const MAX_MBPS = 10_000;

/** Limits the rates of a client through the gateway, using the network draft. */
export function LimitClient({ client }: { readonly client: OnlineClient }) {
  return (
    <NetworkDraftProvider>
      <Limit key={client.mac} client={client} />
    </NetworkDraftProvider>
  );
}

const toMbps = (kbps: number | undefined): number | '' => (kbps === undefined ? '' : kbps / KBPS);
const toKbps = (mbps: number | string): number | undefined =>
  typeof mbps === 'number' && mbps > 0 ? Math.round(mbps * KBPS) : undefined;

function Limit({ client }: { readonly client: OnlineClient }) {
  const { base, can, config, update } = useNetworkDraft();
  const find = (limits: readonly ClientLimit[] = []) => limits.find(({ mac }) => mac === client.mac);
  const staged = find(config.clientLimits);
  const applied = find(base.clientLimits);
  const [down, setDown] = useState<number | string>(toMbps(staged?.downKbps));
  const [up, setUp] = useState<number | string>(toMbps(staged?.upKbps));
  const wanted = { downKbps: toKbps(down), upKbps: toKbps(up) };
  const isNew = wanted.downKbps !== staged?.downKbps || wanted.upKbps !== staged?.upKbps;
  const isEmpty = wanted.downKbps === undefined && wanted.upKbps === undefined;
  const isStaged = staged?.downKbps !== applied?.downKbps || staged?.upKbps !== applied?.upKbps;
  const stage = (): void => {
    if (isEmpty) return update(omitItem(config, 'clientLimits', client.mac));
    const limit: ClientLimit = {
      mac: client.mac,
      ...(wanted.downKbps !== undefined && { downKbps: wanted.downKbps }),
      ...(wanted.upKbps !== undefined && { upKbps: wanted.upKbps }),
    };
    update(replaceItem(config, 'clientLimits', limit, client.mac));
  };
  return (
    <>
      <ReadOnlyReason />
      <EditOnly>
        <p className="mut above" role="status">
          {isStaged
            ? 'Staged: the gateway enforces this limit when you apply it.'
            : 'Maximum rates through the gateway. Leave a field empty for no limit.'}
        </p>
      </EditOnly>
      <div className={`flex wrap gap-8 align-end above ${classes['limit']}`}>
        <Rate label="Download (Mbit/s)" value={down} onChange={setDown} />
        <Rate label="Upload (Mbit/s)" value={up} onChange={setUp} />
        <EditOnly>
          <GatedButton can={can} variant="default" disabled={!isNew} onClick={stage}>
            {isEmpty && staged ? 'Remove limit' : 'Set limit'}
          </GatedButton>
        </EditOnly>
        {isStaged && (
          <Button
            renderRoot={(props) => (
              <Link to={PATHS.clients} search={{ tab: 'blacklist', dialog: 'review' }} {...props} />
            )}
          >
            Review changes
          </Button>
        )}
      </div>
    </>
  );
}

interface RateProps {
  readonly label: string;
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
}

function Rate({ label, onChange, value }: RateProps) {
  return (
    <NumberField
      size="xs"
      w={120}
      label={label}
      min={0}
      max={MAX_MBPS}
      decimalScale={1}
      hideControls
      empty="No limit"
      value={value}
      onChange={onChange}
    />
  );
}
