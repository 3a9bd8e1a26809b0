import '@mantine/spotlight/styles.layer.css';
import { Modal, VisuallyHidden } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs';
import IconNetwork from '@tabler/icons-react/dist/esm/icons/IconNetwork.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconRouter from '@tabler/icons-react/dist/esm/icons/IconRouter.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { KindIcon, useDeviceActions } from '../../devices/index.ts';
import { createQuery } from '../../kit/api/index.ts';
import { localState } from '../../kit/local-state/index.ts';
import { isString, useStoredValue } from '../../kit/stored.ts';
import { PATHS } from '../../paths.ts';
import { commands } from './command-store.ts';
import { NAV_ICONS } from '../shell/nav-icons.ts';
import { useSchemeSwitch } from '../shell/SchemeToggle.tsx';
import { useShellContext } from '../shell-context.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import classes from '../shell/shell.module.css';
import {
  addRecentId,
  listClientItems,
  listNetworkItems,
  listGeneralCommands,
  listRestartItems,
  listDeviceItems,
  findItems,
  listPageItems,
  type PaletteItem,
  listProjectItems,
  listRecentItems,
} from './palette-items.ts';
import { POPUP_TOP } from '../../ui/constants.ts';

/** Devices precede the actions on them, because Enter chooses the first result. */
const GROUPS: readonly PaletteItem['group'][] = [
  'Recent',
  'Pages',
  'Devices',
  'Clients',
  'Network',
  'Actions',
  'Projects',
];
const ICONS = {
  Recent: IconPlayerPlay,
  Pages: IconFile,
  Actions: IconPlayerPlay,
  Devices: IconRouter,
  Clients: IconDeviceLaptop,
  Network: IconNetwork,
  Projects: IconBuilding,
};
const NO_PROJECT = -1;
const NO_IDS: readonly string[] = [];
const isStringList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isString);
const LIST = 'palette-results';
const [store, spotlight] = createSpotlight();

/**
 * Selects the first result, so that Enter always works: Spotlight selects one only when the query changes,
 * not when results arrive later or the selected result disappears.
 */
function selectFirst(): void {
  const list = document.getElementById(LIST);
  if (!list || list.querySelector('[data-selected]')) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

function ItemIcon({ item: { flag, group, kind, origin = group } }: { readonly item: PaletteItem }) {
  if (kind !== undefined) return <KindIcon kind={kind} />;
  const Icon = NAV_ICONS[flag ?? ''] ?? ICONS[origin];
  return <Icon size={16} stroke={1.7} />;
}

/** Command palette: finds pages, devices, clients, parts of the network, projects and actions. */
export function Palette() {
  const current = useShellContext();
  const { project, session } = current;
  const navigate = useNavigate();
  const scheme = useSchemeSwitch();
  const signOut = useSignOut();
  const actions = useDeviceActions(project?.id ?? NO_PROJECT);
  const [query, setQuery] = useState('');
  useEffect(() => spotlight.open(), []);
  const input = { params: { projectId: project?.id ?? NO_PROJECT } };
  const devices = useQuery({
    ...createQuery('deviceList', input),
    enabled: project !== undefined && session.menu['devices'] === true,
  });
  const clients = useQuery({
    ...createQuery('clientList', { ...input, query: {} }),
    enabled: project !== undefined && session.menu['clients'] === true,
  });
  const network = useQuery({
    ...createQuery('networkConfigGet', input),
    enabled: project !== undefined && (session.menu['vlan'] === true || session.menu['wireless'] === true),
  });
  const items = useMemo(
    () => [
      ...listPageItems(current),
      ...listGeneralCommands(scheme.label),
      ...listRestartItems(devices.data?.items ?? []),
      ...listDeviceItems(devices.data?.items ?? []),
      ...listClientItems(clients.data?.items ?? []),
      ...(network.data ? listNetworkItems(network.data.config) : []),
      ...listProjectItems(current.projects),
    ],
    [current, devices.data, clients.data, network.data, scheme.label],
  );
  const [recent, setRecent] = useStoredValue(
    localState.tableKey('palette.recent', session.account.id),
    NO_IDS,
    isStringList,
  );
  const found = useMemo(
    () => [...(query.trim() === '' ? listRecentItems(items, recent) : []), ...findItems(items, query)],
    [items, query, recent],
  );
  useLayoutEffect(selectFirst, [found]);
  const run = ({ id, target }: PaletteItem): void => {
    setRecent(addRecentId(recent, id));
    if ('to' in target)
      void navigate({ to: target.to as typeof PATHS.overview, search: { ...target.search } });
    else if (target.command === 'restart') actions.restart([target.device]);
    else if (target.command === 'switch-scheme') scheme.onClick();
    // Opens the list after the palette, which closes after this command, has closed.
    else if (target.command === 'show-shortcuts') setTimeout(() => commands.open('shortcuts'));
    else void signOut();
  };
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={() => commands.open(undefined)}
      shortcut={null}
      scrollable
      styles={{ actionSection: { opacity: 1 } }}
      maxHeight={440}
      size={600}
      yOffset={POPUP_TOP}
      radius={8}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 80 }}
    >
      <VisuallyHidden>
        <Modal.Title>Search and commands</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        placeholder="Search or run a command"
        aria-label="Search"
        leftSection={<IconSearch size={17} />}
      />
      <Spotlight.ActionsList id={LIST} aria-label="Results">
        {GROUPS.map((group) => {
          const members = found.filter((item) => item.group === group);
          if (members.length === 0) return null;
          return (
            <Spotlight.ActionsGroup key={group} label={group}>
              {members.map((item) => {
                return (
                  <Spotlight.Action
                    key={item.id}
                    label={item.label}
                    disabled={item.reason !== undefined}
                    className={item.reason === undefined ? '' : (classes['refusedItem'] ?? '')}
                    leftSection={<ItemIcon item={item} />}
                    rightSection={<span className="small">{item.reason ?? item.hint}</span>}
                    onClick={() => run(item)}
                  />
                );
              })}
            </Spotlight.ActionsGroup>
          );
        })}
        {found.length === 0 && (
          <Spotlight.Empty>No results. Try a name, MAC, IP or serial number.</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
