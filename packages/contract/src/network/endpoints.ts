import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { listOf, pageLimit, permission, SEARCH_MAX } from '../kit/page.ts';
import { storableText } from '../net/index.ts';
import { job } from '../devices/schema.ts';
import { projectParams } from '../projects/endpoints.ts';
import { deviceAnswer } from './answers.ts';
import { driftEndpoints } from './drift.ts';
import {
  configChange,
  configReview,
  HISTORY_PAGE,
  historyEntry,
  networkConfig,
  networkDraft,
  networkEditor,
  networkScope,
  stagedConfig,
} from './schema.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}/network-config';
/** What a configuration gets wrong is told by its schema and its rules together. */
const judged = /^config\./;
const versionParams = projectParams.extend({ version: z.coerce.number().int().nonnegative() });

export const networkEndpoints = {
  ...driftEndpoints,
  networkConfigGet: endpoint({
    method: 'GET',
    path,
    access: both,
    needs: 'read',
    summary: 'What a project wants of its network, its version, and what its devices can do.',
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
      'What a staged configuration would change, on which devices, and what that costs. Nothing is stored.',
    params: projectParams,
    body: stagedConfig,
    judged,
    response: configReview,
    errors: ['configConflict', 'vlanIdExists', 'dhcpOutsideVlan'],
  }),
  networkConfigApply: endpoint({
    method: 'PUT',
    path,
    access: both,
    needs: 'write',
    summary:
      'Stores a configuration and pushes it; the job has a row per device. One that cuts a device off from its management has to name the project.',
    params: projectParams,
    body: stagedConfig.extend({ confirmName: z.string().max(60).optional() }),
    judged,
    response: z.object({ version: z.number().int(), job }),
    errors: ['configConflict', 'managementCutOff', 'vlanIdExists', 'dhcpOutsideVlan'],
    status: 202,
  }),
  networkDraftGet: endpoint({
    method: 'GET',
    path: `${path}/draft`,
    access: both,
    needs: 'write',
    summary: "The caller's own edits that are not applied yet, and what they were made on.",
    params: projectParams,
    response: z.object({ draft: networkDraft.optional() }),
  }),
  networkDraftSave: endpoint({
    method: 'PUT',
    path: `${path}/draft`,
    access: both,
    needs: 'write',
    summary:
      'Keeps edits without applying or checking them. `version` is that of the draft as it was read, 0 for none. Edits that change nothing are no draft.',
    params: projectParams,
    body: stagedConfig.extend({ version: z.number().int().nonnegative() }),
    response: z.object({ draft: networkDraft.optional() }),
    errors: ['configConflict'],
  }),
  networkDraftDiscard: endpoint({
    method: 'DELETE',
    path: `${path}/draft`,
    access: both,
    needs: 'write',
    summary: "Forgets all of the caller's edits that are not applied yet.",
    params: projectParams,
    response: z.object({ ok: z.literal(true) }),
  }),
  networkEditorTell: endpoint({
    method: 'POST',
    path: `${path}/editors`,
    access: ['web'],
    needs: 'write',
    summary: 'Says that the caller has the configuration open, and who else has, or has changes staged.',
    params: projectParams,
    response: listOf(networkEditor),
  }),
  networkSecretReveal: endpoint({
    method: 'POST',
    path: `${path}/secrets/{secretId}/reveal`,
    access: both,
    needs: 'write',
    summary: 'Reveals one secret that a document names, sealed under the key of the session; audited.',
    params: projectParams.extend({ secretId: z.uuid() }),
    response: z.object({ ciphertext: z.string().regex(/^[0-9a-f]+$/) }),
  }),
  networkAnswerList: endpoint({
    method: 'GET',
    path: `${path}/answers`,
    access: both,
    needs: 'read',
    summary: 'What devices could not take of the configuration as it is, by item and field, in their words.',
    params: projectParams,
    response: listOf(deviceAnswer),
  }),
  networkHistoryList: endpoint({
    method: 'GET',
    path: `${path}/history`,
    access: both,
    needs: 'read',
    summary: 'Configurations that were applied, the latest first.',
    params: projectParams,
    query: z.object({
      /** Part of the title or of the author's account. */
      search: storableText(SEARCH_MAX).optional(),
      /** Account that applied it, in any case. */
      changedBy: storableText(254).optional(),
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, 'The cursor is not one that was given out.')
        .optional(),
      limit: pageLimit(HISTORY_PAGE),
    }),
    response: listOf(historyEntry),
  }),
  networkHistoryGet: endpoint({
    method: 'GET',
    path: `${path}/history/{version}`,
    access: both,
    needs: 'read',
    summary: 'One configuration as it was applied.',
    params: versionParams,
    response: historyEntry.extend({ config: networkConfig }),
  }),
  networkHistoryCompare: endpoint({
    method: 'GET',
    path: `${path}/history/{version}/changes`,
    access: both,
    needs: 'read',
    summary: 'What differs from another version to this one: setting, then, now. Version 0 is the empty one.',
    params: versionParams,
    query: z.object({ since: z.coerce.number().int().nonnegative() }),
    response: listOf(configChange),
  }),
} as const;
