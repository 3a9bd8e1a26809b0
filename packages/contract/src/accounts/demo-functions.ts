import type { ApiKey } from '../api.ts';

/**
 * Functions of a project that `demoFuncSupport` can list, with an operation of each function. A demo copy
 * supports a function if its operations are not marked `notInDemo` (914).
 */
export const DEMO_FUNCTIONS = {
  monitoring: ['deviceList', 'clientList', 'projectStatus'],
  configuration: ['networkConfigApply'],
  maintenance: [
    'deviceCommand',
    'recorderDiskFormat',
    'cameraPictureTake',
    'restartScheduleAdd',
    'meshNodeSearch',
    'meshNodeAdd',
  ],
  firmwareUpgrade: ['deviceUpgrade'],
  alarmRules: ['alarmRulesChange', 'recordingPromisesSet'],
  alarmNotifications: [
    'alarmMailSet',
    'alarmWebhookAdd',
    'alarmWebhookChange',
    'alarmWebhookRemove',
    'alarmWebhookTest',
  ],
  diagnostics: ['deviceDiagnose'],
  firmwareUpload: ['firmwareUpload', 'openWifiUpgrade'],
  realDevices: [
    'deviceAdd',
    'deviceBatchCheck',
    'deviceBatchAdd',
    'deviceImport',
    'deviceReplacementReview',
    'deviceReplace',
    'deviceReplacementCancel',
  ],
  remoteWeb: ['tunnelOpen', 'tunnelGet', 'tunnelClose'],
  sandboxes: ['sandboxCreate', 'sandboxTakeOver'],
  sharing: ['shareCreate'],
  transfer: ['transferCreate'],
} as const satisfies Readonly<Record<string, readonly ApiKey[]>>;
export type DemoFunction = keyof typeof DEMO_FUNCTIONS;

/** Functions that a demo copy supports, as each session lists them. */
export const DEMO_FUNC_SUPPORT: readonly DemoFunction[] = [
  'monitoring',
  'configuration',
  'maintenance',
  'firmwareUpgrade',
  'alarmRules',
  'diagnostics',
];
