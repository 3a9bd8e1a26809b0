import { getProjectAccess } from '../platform/http/request-context.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { listAnswers } from './reported/answers.ts';
import { applyConfig } from './apply.ts';
import { readConnectionCheck } from './connection/read-connection-check.ts';
import { changeDraftInBulk, discardDraft, readDraft, saveDraft } from './document/drafts.ts';
import { recordEditor } from './document/editors.ts';
import { keepDeviceSettings, presentDrift, pushProjectSettings } from './reported/drift.ts';
import { compareVersions, listHistory, readEntry } from './document/history.ts';
import { networkReads } from './reads.ts';
import { reviewConfig } from './consequences/review.ts';
import { revealSecret } from './document/reveal.ts';

type NetworkRoutes = HandlersOf<
  | 'clientConnectionCheck'
  | 'deviceDriftGet'
  | 'deviceDriftKeep'
  | 'deviceDriftPush'
  | 'networkAnswerList'
  | 'bridgeStateList'
  | 'foreignNetworkList'
  | 'networkConfigGet'
  | 'networkConfigReview'
  | 'networkConfigApply'
  | 'networkDeliveryGet'
  | 'networkPortVlanList'
  | 'networkDraftGet'
  | 'networkDraftSave'
  | 'networkDraftBulkChange'
  | 'networkDraftDiscard'
  | 'networkEditorHeartbeat'
  | 'networkSecretReveal'
  | 'networkHistoryList'
  | 'networkHistoryGet'
  | 'networkHistoryCompare'
  | 'wirelessAirGet'
>;

export function networkRoutes(services: Services): NetworkRoutes {
  const { db } = services;
  return {
    ...serveReads(services, networkReads),
    clientConnectionCheck: ({ params }, context) =>
      readConnectionCheck(db, getProjectAccess(context).projectId, params.mac.toLowerCase()),
    deviceDriftGet: ({ params }, context) => presentDrift(context, params.deviceId),
    deviceDriftKeep: ({ params }, context) => keepDeviceSettings(context, params.deviceId),
    deviceDriftPush: ({ params, body }, context) => pushProjectSettings(context, params.deviceId, body),
    networkConfigReview: ({ body }, context) => reviewConfig(context, body),
    networkConfigApply: ({ body }, context) => applyConfig(context, body),
    networkDraftGet: (_input, context) => readDraft(context),
    networkDraftSave: ({ body }, context) => saveDraft(context, body),
    networkDraftBulkChange: ({ body }, context) => changeDraftInBulk(context, body),
    networkDraftDiscard: (_input, context) => discardDraft(context),
    networkEditorHeartbeat: async (_input, context) => ({ items: await recordEditor(context) }),
    networkSecretReveal: ({ params }, context) => revealSecret(context, params.secretId),
    networkAnswerList: async (_input, context) => ({ items: await listAnswers(context) }),
    networkHistoryList: ({ query }, context) => listHistory(db, getProjectAccess(context).projectId, query),
    networkHistoryGet: ({ params }, context) =>
      readEntry(db, getProjectAccess(context).projectId, params.version),
    networkHistoryCompare: async ({ params, query }, context) => ({
      items: await compareVersions(db, getProjectAccess(context).projectId, query.since, params.version),
    }),
  };
}
