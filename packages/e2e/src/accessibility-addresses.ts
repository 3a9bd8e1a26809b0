/**
 * Addresses that the accessibility walk visits, each with a text that is shown when its content is loaded. Parts in
 * braces are replaced by values of the walk.
 */
import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT } from '@northlight/contract';

export type Address = readonly [path: string, text: string];

export const WITHOUT_SESSION: readonly Address[] = [
  ['/login', 'Forgot password?'],
  ['/login?why=idle', 'You were signed out because of inactivity.'],
  ['/signup', 'Step 1 of 2'],
  ['/reset-password', 'If the account exists, it receives a verification code.'],
  ['/bind', 'No account to connect'],
  ['/static/lrf', 'Forgot password?'],
  ['/static/lrf?page=sign-up', 'Step 1 of 2'],
  ['/static/lrf?page=ended', 'The session has ended'],
  ['/static/lrf?ticket=none', 'These links work once'],
  ['/static/wechatTransfer?state=none', 'The third-party sign-in was refused.'],
];

export const OF_EMPTY_PROJECT: readonly Address[] = [
  ['/overview/preview', 'of 5 steps done'],
  ['/overview/list?dialog=deleted', 'No projects deleted within the last 7 days.'],
  ['/projects/new', 'Device management password'],
  ['/projects/{project}?dialog=edit', 'Leave empty to keep the current one'],
  ['/manage/devconf', 'No devices yet'],
  ['/manage/devconf?dialog=add', '10 characters, on the label'],
  ['/manage/devconf?dialog=firmware', 'This list shows one channel for each device model.'],
  ['/manage/devconf?dialog=import', '10 characters, on the label'],
  ['/manage/networkconf/vlan', 'No VLANs yet'],
  ['/manage/networkconf/vlan?open=new', 'Add a gateway to the project to choose its ports.'],
  ['/manage/networkconf/dhcp', 'No DHCP pools yet'],
  ['/manage/networkconf/netset', 'No ports yet'],
  ['/manage/networkconf/static', 'No static routes yet'],
  ['/manage/networkconf/static?open=new', 'Enter the destination and the next hop'],
  ['/manage/networkconf/router', 'The project has no gateway yet.'],
  ['/manage/networkconf/port', 'No port mappings yet'],
  ['/manage/networkconf/history', 'No configuration applied yet'],
  ['/manage/wirelessconf', 'No Wi-Fi networks yet'],
  ['/manage/wirelessconf?open=new', 'Off hours'],
  ['/manage/wirelessconf?tab=bridges', 'No bridge links yet'],
  ['/manage/rfconf', 'No access points yet'],
  ['/manage/rfconf?tab=history', 'No optimizations yet'],
  ['/manage/rfconf?tab=settings', 'Radios that keep their channels'],
  ['/manage/visualization/topo', 'Devices appear here as soon as they are added.'],
  ['/manage/visualization/td', 'No floor plans yet'],
  ['/manage/status', 'State, clients and traffic appear here'],
  ['/manage/devsrunstat', 'Data of a device appears here within 1 min'],
  ['/manage/onlinestat', 'No device of this project reports traffic by application.'],
  ['/manage/onlinelist', 'Phones, computers and cameras appear here'],
  ['/manage/onlinelist?tab=blacklist&open=new', 'Any MAC format'],
  ['/manage/backup', 'No backups yet'],
  ['/manage/sandbox', 'Try changes before they are real'],
  ['/manage/alarminfo', 'No alarms'],
  ['/manage/alarminfo?tab=deliveries', 'No deliveries'],
  ['/manage/authority', 'Not shared yet'],
  ['/manage/authority?dialog=share', 'Can configure and maintain devices.'],
  ['/manage/authority?dialog=transfer', 'When they accept, you lose access immediately.'],
  ['/manage/runlog', 'No device records yet'],
  ['/templates', 'No templates yet'],
  ['/templates?dialog=save', 'No settings to save'],
  ['/static/transfer', 'No transfer selected'],
  ['/static/transferToLocalDev', 'Choose a device in the list first.'],
];

export const OF_ACCOUNT: readonly Address[] = [
  ['/account/profile', 'Your job title'],
  ['/account/security', 'Turn on two-factor authentication'],
  ['/account/records', 'IP address'],
  ['/cloud-code', 'Trusted authorities'],
  ['/devices/verify', 'Notify me when a device wants to join'],
  ['/devices/verify?open={sn}', 'Optional; without spaces'],
  ['/messages', 'Mark all as read'],
];

export const OF_OPERATOR: readonly Address[] = [
  ['/accounts', 'Administrator'],
  ['/accounts/records', 'IP address'],
  ['/accounts?open={account}', 'Label in the account menu'],
];

/** Panels, forms and dialogs of a project with devices and settings. */
export const OF_SITE: readonly Address[] = [
  ['/overview/preview', 'Devices, Harbour'],
  ['/manage/devconf?open={switch}', 'In this state since'],
  ['/manage/devconf?open={switch}&tab=ports', 'Choose a port to view and change its settings.'],
  ['/manage/devconf?open={switch}&tab=ports&ports=p1', 'Connected device'],
  ['/manage/devconf?open={switch}&tab=settings', 'Link aggregation'],
  ['/manage/devconf?open={switch}&tab=tools', 'Restart PoE'],
  ['/manage/devconf?open={accessPoint}&tab=radios', 'Radio 2.4 GHz'],
  ['/manage/devconf?open={accessPoint}&tab=tools', 'Nearby Wi-Fi'],
  ['/manage/devconf?dialog=firmware', 'Release channels'],
  ['/manage/networkconf/netset?open=wan1', 'If the gateway cannot reach the cloud with these settings'],
  ['/manage/networkconf/vlan?open=20', 'In use by'],
  ['/manage/networkconf/dhcp?open=guests', 'How long a client keeps its address'],
  ['/manage/networkconf/dhcp?open=new', 'New DHCP pool'],
  ['/manage/networkconf/static?open=branch', 'Networks of the gateway'],
  ['/manage/networkconf/port?open=camera', 'Connections from the internet to TCP port 8080'],
  ['/manage/networkconf/port?open=new', 'New port mapping'],
  ['/manage/wirelessconf?open=guests', 'Up to 64 clients per radio'],
  ['/manage/wirelessconf?tab=bridges', '1 bridge link'],
  ['/manage/wirelessconf?tab=bridges&open=barn', 'Signals per antenna that differ by more than 5 dB'],
  ['/manage/wirelessconf?tab=bridges&open=new', 'New bridge link'],
  ['/manage/onlinelist?tab=blacklist&open=02:00:00:00:00:09', 'Any MAC format'],
  ['/manage/visualization/topo?open=link%20{link}', 'Open port p2 of Switch'],
  ['/manage/visualization/topo?open=link%20{aggregation}', 'Open port p25 of Access'],
  ['/manage/visualization/topo?at=2020-01-01T12:00:00Z', 'The history contains the last 180 days.'],
  ['/manage/alarminfo?tab=rules', 'Weak bridge link'],
  ['/manage/alarminfo?tab=notifications', 'Copy the secret with which your program checks the signature.'],
  ['/manage/alarminfo?tab=notifications&dialog=webhook', 'does not follow redirects'],
  ['/templates?open={template}', 'Password stored'],
  ['/templates?open={template}&dialog=apply', 'Northlight matches VLANs by ID'],
];

/** Panels of the same project as the receiver of a read-only share sees them. */
export const OF_SHARED_SITE: readonly Address[] = [
  ['/manage/devconf?open={switch}&tab=settings', 'Port mirroring is off.'],
  ['/manage/devconf?open={switch}&tab=ports&ports=p2', 'Connected device'],
  ['/manage/devconf?open={accessPoint}&tab=radios', 'Radio 2.4 GHz'],
  ['/manage/networkconf/vlan?open=20', 'In use by'],
  ['/manage/networkconf/dhcp?open=guests', 'Secondary DNS'],
  ['/manage/networkconf/netset?open=wan1', 'From the ISP'],
  ['/manage/networkconf/static?open=branch', 'Networks of the gateway'],
  ['/manage/networkconf/port?open=camera', 'Connections from the internet to TCP port 8080'],
  ['/manage/wirelessconf?open=guests', 'Wi-Fi is on at all hours.'],
  ['/manage/wirelessconf?tab=bridges&open=barn', 'Expected signal with exactly aligned antennas'],
  ['/manage/onlinelist?tab=blacklist&open=02:00:00:00:00:09', 'Left behind'],
  ['/manage/onlinelist?open={client}', 'Roaming history'],
  ['/manage/alarminfo?tab=rules', 'Weak bridge link'],
  ['/manage/authority', 'Your share'],
];

const DEMO = `project=${DEMO_WLAN_PROJECT}`;
const MESH = `project=${DEMO_MESH_PROJECT}`;

export const OF_DEMO: readonly Address[] = [
  ['/overview/preview', 'Devices, Hotel Lisboa'],
  ['/overview/list', '2 projects'],
  ['/overview/preview/datascreen', 'Most clients'],
  [`/projects/${DEMO_WLAN_PROJECT}`, 'Reveal password'],
  [`/manage/devconf?${DEMO}`, '65 devices'],
  [`/manage/networkconf/vlan?${DEMO}`, '4 VLANs'],
  [`/manage/networkconf/vlan?${DEMO}&open=20`, 'In use by'],
  [`/manage/networkconf/dhcp?${DEMO}`, '4 DHCP pools'],
  [`/manage/networkconf/dhcp?${DEMO}&open=guests`, 'Secondary DNS'],
  [`/manage/networkconf/netset?${DEMO}&open=wan1`, 'From the ISP'],
  [`/manage/networkconf/static?${DEMO}`, '2 static routes'],
  [`/manage/networkconf/router?${DEMO}`, 'Not loaded yet'],
  [`/manage/networkconf/port?${DEMO}`, '1 port mapping'],
  [`/manage/networkconf/history?${DEMO}&open=1`, 'As the demo begins'],
  [`/manage/wirelessconf?${DEMO}`, '3 Wi-Fi networks'],
  [`/manage/wirelessconf?${DEMO}&open=guests`, 'Wi-Fi is on at all hours.'],
  [`/manage/wirelessconf?${DEMO}&tab=foreign`, 'FRITZ-Box-39'],
  [`/manage/wirelessconf?${DEMO}&tab=foreign&open=02:5c:07:a1:20:04`, 'Wi-Fi network'],
  [`/manage/visualization/topo?${DEMO}`, 'Click a line to see its ports'],
  [`/manage/visualization/topo?${DEMO}&view=list`, '2 WAN ports, 1 without a link'],
  [`/manage/visualization/topo?${DEMO}&at={past}&show=changes`, 'Since then'],
  [`/manage/visualization/td?${DEMO}`, 'Predicted, not measured'],
  [`/manage/status?${DEMO}`, 'Recent events'],
  [`/manage/devsrunstat?${DEMO}`, 'CPU and memory'],
  [`/manage/devsrunstat?${DEMO}&tab=radios`, 'Outages and changes'],
  [`/manage/devsrunstat?${DEMO}&tab=ports`, 'PoE: none of the selected ports supplies power.'],
  [`/manage/devsrunstat?${DEMO}&tab=compare`, 'Select two or more devices above to compare them.'],
  [`/manage/onlinestat?${DEMO}`, 'By band'],
  [`/manage/onlinelist?${DEMO}`, 'Galaxy-'],
  [`/manage/onlinelist?${DEMO}&tab=recent`, 'Galaxy-'],
  [`/manage/onlinelist?${DEMO}&tab=blacklist`, 'No blocked clients yet'],
  [`/manage/alarminfo?${DEMO}`, 'Bridge-2'],
  [`/manage/alarminfo?${DEMO}&open={alarm}`, 'Changes in the hour before'],
  [`/manage/alarminfo?${DEMO}&tab=rules`, 'Weak bridge link'],
  [`/manage/alarminfo?${DEMO}&tab=notifications`, 'Alarms by e-mail and webhook'],
  [`/manage/alarminfo?${DEMO}&tab=deliveries`, 'The demo sends no notifications'],
  [`/manage/authority?${DEMO}`, 'Not shared yet'],
  [`/manage/runlog?${DEMO}`, 'Online for the first time'],
  [`/manage/runlog?${DEMO}&tab=operation`, 'No changes yet'],
  [`/manage/runlog?${DEMO}&tab=system`, 'No system records yet'],
  [`/manage/devconf?${MESH}`, '6 devices'],
  [`/manage/devconf?${MESH}&open={node}`, 'Other nodes in reach'],
  [`/manage/devconf?${MESH}&open={node}&tab=settings`, 'Preferred parent'],
  ['/about', 'Attributions'],
  ['/manage/nowhere', 'The page may have moved'],
  ['/manage/devconf?project=1', 'The project is not available to this account.'],
];

/** Pages of the help besides its topics. */
export const OF_HELP: readonly Address[] = [
  ['/help', 'Installation'],
  ['/help/api', 'Every error has a body with'],
  ['/help/api?open=deviceRestart', 'Configure and maintain a project'],
];

/** Pages of the demo that have another layout on a phone. */
export const ON_PHONE: readonly Address[] = [
  [`/manage/devconf?${DEMO}`, '65 devices'],
  [`/manage/devconf?${MESH}&open={node}`, 'Other nodes in reach'],
  [`/manage/visualization/topo?${DEMO}`, '2 WAN ports, 1 without a link'],
  [`/manage/alarminfo?${DEMO}&open={alarm}`, 'Changes in the hour before'],
  [`/manage/alarminfo?${DEMO}&tab=rules`, 'Weak bridge link'],
  [`/manage/runlog?${DEMO}`, 'Online for the first time'],
  ['/help/api', 'openapi.json'],
  ['/help/api?open=deviceRestart', 'Configure and maintain a project'],
];

export const WALKED: readonly Address[] = [
  ...WITHOUT_SESSION,
  ...OF_EMPTY_PROJECT,
  ...OF_ACCOUNT,
  ...OF_OPERATOR,
  ...OF_SITE,
  ...OF_SHARED_SITE,
  ...OF_DEMO,
  ...OF_HELP,
];
