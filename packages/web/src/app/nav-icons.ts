import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconServerCog from '@tabler/icons-react/dist/esm/icons/IconServerCog.mjs';
import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconTool from '@tabler/icons-react/dist/esm/icons/IconTool.mjs';

/** Icon of a menu item, by its flag. */
export const NAV_ICONS: Readonly<Record<string, typeof IconBell>> = {
  overview: IconLayoutDashboard,
  projectList: IconListDetails,
  devices: IconTool,
  vlan: IconTags,
  dhcp: IconServerCog,
  clients: IconDevices,
  alarms: IconBell,
  sharing: IconUsers,
  log: IconHistory,
};
