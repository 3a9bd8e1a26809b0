import type { OnlineClient } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import { Link } from '@tanstack/react-router';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { NetworkDraftProvider, useNetworkDraft, withItem, withoutItem } from '../network/index.ts';
import { PATHS } from '../paths.ts';
import { entryOf, isWireless, mayBlock, type Standing, standingOf, WIRED_CLIENT } from './block.ts';
import classes from './clients.module.css';

const BLACKLIST = 'wireless.blacklist';
const WHAT_IT_MEANS: Readonly<Record<Standing, string>> = {
  free: 'A blocked client is let in by no SSID of the project. It is staged first; nothing happens until you apply it.',
  staged: 'Staged: once you review and apply it, the client is put off the air and no SSID lets it in again.',
  blocked: 'No SSID of the project lets this client in.',
};

/** Keeps a wireless client out, by the network's draft. */
export function BlockClient({ client }: { readonly client: OnlineClient }) {
  return (
    <NetworkDraftProvider>
      <Block client={client} />
    </NetworkDraftProvider>
  );
}

function Block({ client }: { readonly client: OnlineClient }) {
  const draft = useNetworkDraft();
  const { base, config, update } = draft;
  const standing = standingOf(client, base, config);
  return (
    <>
      <p className={classes['note']} role="status">
        {isWireless(client) ? WHAT_IT_MEANS[standing] : WIRED_CLIENT}
      </p>
      <Group gap={8} mt="sm">
        <GatedButton
          can={mayBlock(client, draft)}
          variant="default"
          color="red"
          leftSection={<IconBan size={15} />}
          onClick={() => update(withItem(config, BLACKLIST, entryOf(client), undefined))}
        >
          Block
        </GatedButton>
        {standing === 'staged' && (
          <>
            <Button variant="default" onClick={() => update(withoutItem(config, BLACKLIST, client.mac))}>
              Undo
            </Button>
            <Button
              renderRoot={(props) => (
                <Link to={PATHS.clients} search={{ tab: 'blacklist', dialog: 'review' }} {...props} />
              )}
            >
              Review changes
            </Button>
          </>
        )}
        {standing === 'blocked' && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to={PATHS.clients} search={{ tab: 'blacklist', open: client.mac }} {...props} />
            )}
          >
            Open the blacklist
          </Button>
        )}
      </Group>
    </>
  );
}
