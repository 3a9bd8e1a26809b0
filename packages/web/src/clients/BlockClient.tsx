import type { OnlineClient } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import { Link } from '@tanstack/react-router';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { NetworkDraftProvider, useNetworkDraft, replaceItem, omitItem } from '../draft/index.ts';
import { PATHS } from '../paths.ts';
import {
  toBlacklistEntry,
  isWireless,
  getBlockPermission,
  type BlockStatus,
  getBlockStatus,
  WIRED_CLIENT,
} from './block.ts';

const BLACKLIST = 'wireless.blacklist';
const STATUS_TEXTS: Readonly<Record<BlockStatus, string>> = {
  free: 'A blocked client cannot join any Wi-Fi network of the project. Blocking takes effect when you apply the draft.',
  staged: 'Staged: when you apply it, the client is disconnected and cannot join any Wi-Fi network.',
  blocked: 'This client cannot join any Wi-Fi network of the project.',
};

/** Button that blocks a wireless client through the network draft. */
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
  const status = getBlockStatus(client, base, config);
  return (
    <>
      <p className="mut above" role="status">
        {isWireless(client) ? STATUS_TEXTS[status] : WIRED_CLIENT}
      </p>
      <Group gap={8} mt="sm">
        <GatedButton
          can={getBlockPermission(client, draft)}
          variant="default"
          color="red"
          leftSection={<IconBan size={15} />}
          onClick={() => update(replaceItem(config, BLACKLIST, toBlacklistEntry(client), undefined))}
        >
          Block client
        </GatedButton>
        {status === 'staged' && (
          <>
            <Button variant="default" onClick={() => update(omitItem(config, BLACKLIST, client.mac))}>
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
        {status === 'blocked' && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to={PATHS.clients} search={{ tab: 'blacklist', open: client.mac }} {...props} />
            )}
          >
            Open blacklist
          </Button>
        )}
      </Group>
    </>
  );
}
