import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconAccessPoint from '@tabler/icons-react/dist/esm/icons/IconAccessPoint.mjs';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconArrowsRightLeft from '@tabler/icons-react/dist/esm/icons/IconArrowsRightLeft.mjs';
import IconBox from '@tabler/icons-react/dist/esm/icons/IconBox.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs';
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import IconServerCog from '@tabler/icons-react/dist/esm/icons/IconServerCog.mjs';
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs';
import IconTool from '@tabler/icons-react/dist/esm/icons/IconTool.mjs';

/** Icons of menu items, by the item's flag in the session. */
export const NAV_ICONS: Readonly<Record<string, typeof IconBell>> = {
  overview: IconLayoutDashboard,
  projectList: IconListDetails,
  dataScreen: IconDeviceTv,
  templates: IconTemplate,
  status: IconGauge,
  devices: IconTool,
  internet: IconWorld,
  vlan: IconTags,
  dhcp: IconServerCog,
  staticRoute: IconRoute,
  routeTable: IconTable,
  portMapping: IconArrowsRightLeft,
  wireless: IconWifi,
  rf: IconAccessPoint,
  deviceData: IconChartLine,
  clientData: IconActivity,
  clients: IconDevices,
  alarms: IconBell,
  sharing: IconUsers,
  log: IconHistory,
  backup: IconArchive,
  sandbox: IconBox,
};
