export { type Lab, type LabOptions, startLab } from './start-lab.ts';
export {
  buildNetwork,
  FAR_ADDRESS,
  GATEWAY_WAN_ADDRESS,
  INTERNET_ADDRESS,
  LAB_PREFIX,
  createLabClient,
  LAN_PORTS,
  type LabNetwork,
  removeNetwork,
  WAN,
} from './lab-network.ts';
export { type ClientLease, LabClient } from './lab-client.ts';
export { BEHIND_ROUTER, buildSite, type LabSite, SWITCH_PORTS } from './lab-site.ts';
export { Namespace } from './namespaces.ts';
export { PAGE_PORT, type RunningSite, type SiteOptions, startSite } from './start-site.ts';
export { listMissingForLab } from './requirements.ts';
export { SupervisedProcess } from './supervised-process.ts';
