import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import {
  CURSOR_FAULT,
  pageLimit,
  permission,
  SEARCH_MAX,
  versionNumber,
  createListSchema,
  createWholeListSchema,
} from '../kit/page.ts';
import { searchText, storableText } from '../net/index.ts';
import { job } from '../devices/schema.ts';
import { projectParams } from '../projects/endpoints.ts';
import { deviceAnswer } from './answers.ts';
import { networkDelivery } from './delivery.ts';
import { driftEndpoints } from './drift.ts';
import { deviceVlans } from './port-vlans.ts';
import { configChange } from '../kit/config-change.ts';
import {
  bulkSettings,
  configReview,
  draftDevice,
  HISTORY_PAGE_SIZE,
  historyEntry,
  networkConfig,
  networkDraft,
  networkEditor,
  networkScope,
  refusedDevice,
  stagedConfig,
} from './schema.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}/network-config';
/**
 * Matches paths that the handler validates, so that schema errors and violated rules are reported together.
 */
const VALIDATED_BY_HANDLER = /^(config|devices\.\d+\.settings)\./;
const versionParams = projectParams.extend({ version: numberText(versionNumber) });

export const networkEndpoints = {
  ...driftEndpoints,
  networkConfigGet: endpoint({
    method: 'GET',
    path,
    access: both,
    needs: 'read',
    reads: ['networkConfig'],
    summary:
      'Returns the network configuration of a project, its version, and the capabilities of its devices.',
    params: projectParams,
    response: z.object({
      version: z.number().int(),
      config: networkConfig,
      scope: networkScope,
      can: z.object({ configure: permission }),
    }),
  }),
  networkConfigReview: endpoint({
    method: 'POST',
    path: `${path}/reviews`,
    access: both,
    needs: 'write',
    summary:
      'Reviews a staged configuration and staged settings of devices: changes, affected devices and consequences. It stores nothing.',
    params: projectParams,
    refusesUnknown: true,
    body: stagedConfig,
    validatedByHandler: VALIDATED_BY_HANDLER,
    response: configReview,
    errors: ['configConflict', 'vlanIdExists', 'dhcpOutsideVlan'],
  }),
  networkConfigApply: endpoint({
    method: 'PUT',
    path,
    access: both,
    needs: 'write',
    changes: ['networkConfig', 'networkDraft', 'deviceSettings', 'devices', 'jobs'],
    summary:
      'Stores a configuration and settings of devices, and pushes both in one job with a row per device.',
    params: projectParams,
    refusesUnknown: true,
    body: stagedConfig.extend({ confirmName: storableText(60).optional() }),
    validatedByHandler: VALIDATED_BY_HANDLER,
    response: z.object({ version: z.number().int(), job }),
    errors: ['configConflict', 'managementCutOff', 'vlanIdExists', 'dhcpOutsideVlan'],
    status: 202,
  }),
  networkDraftGet: endpoint({
    method: 'GET',
    path: `${path}/draft`,
    access: both,
    needs: 'write',
    reads: ['networkDraft', 'deviceSettings'],
    summary:
      "Returns the caller's draft: the configuration and the settings of devices, each with those that it is based on.",
    params: projectParams,
    response: z.object({ draft: networkDraft.optional() }),
  }),
  networkDraftSave: endpoint({
    method: 'PUT',
    path: `${path}/draft`,
    access: both,
    needs: 'write',
    changes: ['networkDraft'],
    summary: 'Stores edits without checking or applying them.',
    params: projectParams,
    refusesUnknown: true,
    body: stagedConfig.extend({ version: versionNumber }),
    response: z.object({ draft: networkDraft.optional() }),
    errors: ['configConflict'],
  }),
  networkDraftBulkChange: endpoint({
    method: 'POST',
    path: `${path}/draft/bulk-changes`,
    access: both,
    needs: 'write',
    changes: ['networkDraft'],
    summary:
      "Changes some fields of the settings of many devices in the caller's draft and keeps the other fields. Devices that would refuse the change are left out, each with its reason.",
    params: projectParams,
    refusesUnknown: true,
    body: bulkSettings,
    response: z.object({ draft: networkDraft.optional(), refused: z.array(refusedDevice) }),
    errors: ['configConflict', 'deviceUnknown', 'deviceDeleted'],
  }),
  networkDraftDiscard: endpoint({
    method: 'DELETE',
    path: `${path}/draft`,
    access: both,
    needs: 'write',
    changes: ['networkDraft'],
    summary: "Discards the caller's draft.",
    params: projectParams,
    response: done,
  }),
  networkEditorHeartbeat: endpoint({
    method: 'POST',
    path: `${path}/editors`,
    access: ['web'],
    needs: 'write',
    reads: ['networkDraft'],
    summary:
      'Lists other editors and their numbers of staged changes, and records that the caller has the configuration open.',
    params: projectParams,
    response: createWholeListSchema(networkEditor),
  }),
  networkSecretReveal: endpoint({
    method: 'POST',
    path: `${path}/secrets/{secretId}/reveal`,
    access: both,
    needs: 'write',
    summary:
      'Reveals one secret of a configuration, encrypted with the key of the session. The audit log records it.',
    params: projectParams.extend({ secretId: z.uuid() }),
    response: z.object({ ciphertext: z.string().regex(/^[0-9a-f]+$/) }),
  }),
  networkAnswerList: endpoint({
    method: 'GET',
    path: `${path}/answers`,
    access: both,
    needs: 'read',
    reads: ['devices'],
    summary: 'Lists the items that devices refused or changed, by field, with the devices’ reasons.',
    params: projectParams,
    response: createWholeListSchema(deviceAnswer),
  }),
  networkDeliveryGet: endpoint({
    method: 'GET',
    path: `${path}/delivery`,
    access: both,
    needs: 'read',
    reads: ['devices', 'networkConfig'],
    summary:
      'Lists the devices that use the configuration and whether each has confirmed it; `before` is the configuration before the first unconfirmed change.',
    params: projectParams,
    response: networkDelivery,
  }),
  networkPortVlanList: endpoint({
    method: 'GET',
    path: `${path}/port-vlans`,
    access: both,
    needs: 'read',
    reads: ['networkConfig', 'deviceSettings'],
    summary: 'Lists the VLANs of the ports and SSIDs of all devices, as the applied configuration sets them.',
    params: projectParams,
    response: createWholeListSchema(deviceVlans),
  }),
  networkHistoryList: endpoint({
    method: 'GET',
    path: `${path}/history`,
    access: both,
    needs: 'read',
    reads: ['networkConfig'],
    summary: 'Lists the applied configurations, latest first.',
    params: projectParams,
    query: z.object({
      /** Text in the title or in the author's account. */
      search: searchText(SEARCH_MAX).optional(),
      /** Account that applied the configuration, ignoring case. */
      changedBy: searchText(254).optional(),
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, CURSOR_FAULT)
        .optional(),
      limit: pageLimit(HISTORY_PAGE_SIZE),
    }),
    response: createListSchema(historyEntry),
  }),
  networkHistoryGet: endpoint({
    method: 'GET',
    path: `${path}/history/{version}`,
    access: both,
    needs: 'read',
    reads: [],
    summary: 'Returns one applied configuration.',
    params: versionParams,
    response: historyEntry.extend({
      config: networkConfig,
      /** Devices whose own settings differ from those of this version, staged with the settings of this version. */
      devices: z.array(draftDevice),
    }),
  }),
  networkHistoryCompare: endpoint({
    method: 'GET',
    path: `${path}/history/{version}/changes`,
    access: both,
    needs: 'read',
    reads: [],
    summary:
      'Lists the differences between another version and this one: setting, value in the other version, value in this one. Version 0 is empty.',
    params: versionParams,
    query: z.object({ since: numberText(versionNumber) }),
    response: createWholeListSchema(configChange),
  }),
} as const;
