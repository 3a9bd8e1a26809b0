import { getProjectAccess } from '../platform/http/request-context.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { listAnswers } from './reported/answers.ts';
import { applyConfig } from './apply.ts';
import { readConnectionCheck } from './connection/read-connection-check.ts';
import { discardDraft, readDraft, saveDraft } from './document/drafts.ts';
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
    deviceDriftGet: ({ params }, context) => presentDrift(services, params.deviceId, context),
    deviceDriftKeep: async ({ params }, context) => {
      await keepDeviceSettings(services, params.deviceId, context);
      return { ok: true as const };
    },
    deviceDriftPush: ({ params, body }, context) =>
      pushProjectSettings(services, params.deviceId, body, context),
    networkConfigReview: ({ body }, context) => reviewConfig(services, body, context),
    networkConfigApply: ({ body }, context) => applyConfig(services, body, context),
    networkDraftGet: (_input, context) => readDraft(services, context),
    networkDraftSave: ({ body }, context) => saveDraft(services, body, context),
    networkDraftDiscard: async (_input, context) => {
      await discardDraft(services, context);
      return { ok: true as const };
    },
    networkEditorHeartbeat: async (_input, context) => ({ items: await recordEditor(services, context) }),
    networkSecretReveal: ({ params }, context) => revealSecret(services, params.secretId, context),
    networkAnswerList: async (_input, context) => ({
      items: await listAnswers(services, getProjectAccess(context).projectId),
    }),
    networkHistoryList: ({ query }, context) => listHistory(db, getProjectAccess(context).projectId, query),
    networkHistoryGet: ({ params }, context) =>
      readEntry(db, getProjectAccess(context).projectId, params.version),
    networkHistoryCompare: async ({ params, query }, context) => ({
      items: await compareVersions(db, getProjectAccess(context).projectId, query.since, params.version),
    }),
  };
}
