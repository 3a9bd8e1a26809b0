import { getAccount } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { applyTemplate, stageTemplate } from './apply.ts';
import { changeTemplate, deleteTemplate } from './change.ts';
import { previewTemplate } from './preview.ts';
import { saveTemplate } from './save.ts';
import { findTemplate, listTemplates, presentTemplate } from './store.ts';

type TemplateRoutes = HandlersOf<
  | 'templateList'
  | 'templateCreate'
  | 'templateGet'
  | 'templateChange'
  | 'templateDelete'
  | 'templatePreview'
  | 'templateStage'
  | 'templateApply'
>;

export function templateRoutes(services: Services): TemplateRoutes {
  const { db } = services;
  return {
    templateList: async (_input, context) => ({ items: await listTemplates(db, getAccount(context).id) }),
    templateCreate: async ({ body }, context) =>
      presentTemplate(db, await saveTemplate(services, body, context)),
    templateGet: async ({ params }, context) =>
      presentTemplate(db, await findTemplate(db, getAccount(context).id, params.templateId)),
    templateChange: async ({ body, params }, context) =>
      presentTemplate(db, await changeTemplate(services, params.templateId, body, context)),
    templateDelete: async ({ params }, context) => {
      await deleteTemplate(services, params.templateId, context);
      return { ok: true as const };
    },
    templatePreview: ({ body, params }, context) =>
      previewTemplate(services, params.templateId, body, context),
    templateStage: ({ body, params }, context) => stageTemplate(services, params.templateId, body, context),
    templateApply: async ({ body, params }, context) => ({
      items: await applyTemplate(services, params.templateId, body.targets, context),
    }),
  };
}
