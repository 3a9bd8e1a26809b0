import type { ApiKey, LiveResource } from '@northlight/contract';

/** Which reads a change of a resource makes stale. */
export const READS_OF: Readonly<Record<LiveResource, readonly ApiKey[]>> = {
  projects: ['projectList', 'projectGet'],
  devices: ['deviceList', 'deviceGet', 'deviceDriftGet', 'networkAnswerList', 'wirelessAirGet'],
  clients: ['clientList', 'clientVisits'],
  alarms: ['alarmList', 'alarmRulesGet', 'alarmNotificationsGet', 'alarmDeliveryList'],
  logs: ['logList'],
  jobs: ['jobList', 'jobGet'],
  networkConfig: ['networkConfigGet', 'deviceDriftGet', 'networkHistoryList', 'wirelessAirGet'],
  networkDraft: ['networkDraftGet', 'networkEditorHeartbeat'],
  session: ['sessionGet'],
  // Rights changed: what the menu opens follows them.
  sharing: [
    'sessionGet',
    'sharingGet',
    'shareReceivedList',
    'transferReceivedList',
    'transferReview',
    'messageList',
  ],
  waitingDevices: ['waitingDeviceList', 'messageList'],
  messages: ['messageList'],
  deviceSettings: ['deviceSettingsGet'],
  restartSchedules: ['restartScheduleList'],
  firmware: ['firmwareList', 'releaseList'],
  templates: ['templateList', 'templateGet'],
};

/** Reads that carry counts of the resource; refreshed too, but less often. */
export const COUNTS_OF: Readonly<Partial<Record<LiveResource, readonly ApiKey[]>>> = {
  devices: ['projectList', 'projectGet', 'projectStatus'],
  clients: ['projectList', 'projectGet', 'projectStatus'],
  alarms: ['projectList', 'projectGet'],
};

/** Whether a query of this key shows what changed; a change without project concerns all of them. */
export function isTouched(
  queryKey: readonly unknown[],
  keys: readonly ApiKey[],
  projectId: number | undefined,
): boolean {
  const [key, input] = queryKey;
  if (!keys.includes(key as ApiKey)) return false;
  const own = projectOf(input);
  return projectId === undefined || own === undefined || own === projectId;
}

function projectOf(input: unknown): number | undefined {
  if (typeof input !== 'object' || input === null || !('params' in input)) return undefined;
  const { params } = input;
  if (typeof params !== 'object' || params === null || !('projectId' in params)) return undefined;
  return typeof params.projectId === 'number' ? params.projectId : undefined;
}
