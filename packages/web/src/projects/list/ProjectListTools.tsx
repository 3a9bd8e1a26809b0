import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { MenuLabel, PageAction, useIsInMenu } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { RANGES } from './ranges.ts';
import { useProjectActions } from '../use-project-actions.ts';
import { MENU_WIDTH } from '../../ui/constants.ts';

const ANY_TIME = 'Created at any time';
const RANGE_CHOICES = [{ value: undefined, label: ANY_TIME }, ...RANGES];
const DEMOS = [
  { kind: 'wlan', label: 'Hotel, traditional WLAN' },
  { kind: 'mesh', label: 'House, wireless mesh' },
] as const;
const DEMO_NOTE = 'Your own demo for 15 days, with simulated devices that you can configure';

/** Secondary actions of the project list: the time range, deleted projects and demos. */
export function ProjectListTools() {
  const isInMenu = useIsInMenu();
  const { search, set } = useUrlState();
  const { demo, demoBusy } = useProjectActions();
  const deleted = <PageAction onClick={() => set({ dialog: 'deleted' })}>Recently deleted</PageAction>;
  if (isInMenu)
    return (
      <>
        {deleted}
        <MenuLabel>Created</MenuLabel>
        {RANGE_CHOICES.map(({ label, value }) => (
          <PageAction key={label} isChosen={value === search.tab} onClick={() => set({ tab: value })}>
            {label}
          </PageAction>
        ))}
        <MenuLabel>Try a demo</MenuLabel>
        {DEMOS.map(({ kind, label }) => (
          <PageAction key={kind} onClick={() => demo(kind)}>
            {label}
          </PageAction>
        ))}
      </>
    );
  return (
    <>
      <Menu position="bottom-end" width={MENU_WIDTH}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            {RANGES.find(({ value }) => value === search.tab)?.label ?? ANY_TIME}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Created</Menu.Label>
          {RANGE_CHOICES.map(({ label, value }) => (
            <Menu.Item key={label} onClick={() => set({ tab: value })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {deleted}
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" loading={demoBusy} rightSection={<IconChevronDown size={14} />}>
            Try a demo
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{DEMO_NOTE}</Menu.Label>
          {DEMOS.map(({ kind, label }) => (
            <Menu.Item key={kind} onClick={() => demo(kind)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
