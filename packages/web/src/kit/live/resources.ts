import type { ApiKey, LiveResource } from '@northlight/contract';

/** Reads whose data a change of a resource affects. */
export const RESOURCE_READS: Readonly<Record<LiveResource, readonly ApiKey[]>> = {
  projects: ['projectList', 'projectGet', 'setupProgressGet'],
  devices: [
    'deviceList',
    'mapDeviceList',
    'deviceGet',
    'deviceDriftGet',
    'networkAnswerList',
    'networkDeliveryGet',
    'wirelessAirGet',
    'foreignNetworkList',
    'bridgeStateList',
  ],
  clients: ['clientList', 'clientVisits'],
  alarms: ['alarmList', 'alarmRulesGet', 'alarmNotificationsGet', 'alarmDeliveryList'],
  logs: ['logList'],
  jobs: ['jobList', 'jobGet'],
  networkConfig: [
    'networkPortVlanList',
    'networkConfigGet',
    'networkDeliveryGet',
    'deviceDriftGet',
    'networkHistoryList',
    'wirelessAirGet',
    'setupProgressGet',
    'clientConnectionCheck',
  ],
  networkDraft: ['networkDraftGet', 'networkEditorHeartbeat'],
  session: ['sessionGet'],
  // Includes the session, because the menu depends on the permissions.
  sharing: [
    'sessionGet',
    'sharingGet',
    'shareReceivedList',
    'transferReceivedList',
    'transferReview',
    'messageList',
  ],
  waitingDevices: ['waitingDeviceList', 'messageList', 'authorityList'],
  messages: ['messageList'],
  deviceSettings: ['deviceSettingsGet', 'networkPortVlanList', 'clientConnectionCheck'],
  restartSchedules: ['restartScheduleList'],
  firmware: ['firmwareList', 'releaseList'],
  templates: ['templateList', 'templateGet'],
  maps: ['mapList', 'mapGet', 'mapVersionList', 'mapDeviceList', 'mapMaterialsGet'],
  topology: ['topologyGet', 'topologyChangeList', 'clientConnectionCheck'],
};

/** Reads with counts or summaries of the resource. They are refetched too, at most every 3 s. */
export const COUNT_READS: Readonly<Partial<Record<LiveResource, readonly ApiKey[]>>> = {
  devices: [
    'projectList',
    'projectGet',
    'projectStatus',
    'setupProgressGet',
    'clientConnectionCheck',
    'topologyGet',
    'topologyChangeList',
  ],
  clients: ['projectList', 'projectGet', 'projectStatus', 'setupProgressGet', 'clientConnectionCheck'],
  alarms: ['projectList', 'projectGet', 'projectStatus', 'chartEvents'],
  logs: ['chartEvents'],
};

/**
 * Returns true if a query with this key shows the changed data. A change without a project affects all
 * projects.
 */
export function isAffected(
  queryKey: readonly unknown[],
  keys: readonly ApiKey[],
  projectId: number | undefined,
): boolean {
  const [key, input] = queryKey;
  if (!keys.includes(key as ApiKey)) return false;
  const own = findProjectId(input);
  return projectId === undefined || own === undefined || own === projectId;
}

function findProjectId(input: unknown): number | undefined {
  if (typeof input !== 'object' || input === null || !('params' in input)) return undefined;
  const { params } = input;
  if (typeof params !== 'object' || params === null || !('projectId' in params)) return undefined;
  return typeof params.projectId === 'number' ? params.projectId : undefined;
}
