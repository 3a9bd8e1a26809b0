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

export function templateRoutes({ db }: Services): TemplateRoutes {
  return {
    templateList: async (_input, context) => ({ items: await listTemplates(db, getAccount(context).id) }),
    templateCreate: async ({ body }, context) => presentTemplate(db, await saveTemplate(context, body)),
    templateGet: async ({ params }, context) =>
      presentTemplate(db, await findTemplate(db, getAccount(context).id, params.templateId)),
    templateChange: async ({ body, params }, context) =>
      presentTemplate(db, await changeTemplate(context, params.templateId, body)),
    templateDelete: ({ params }, context) => deleteTemplate(context, params.templateId),
    templatePreview: ({ body, params }, context) => previewTemplate(context, params.templateId, body),
    templateStage: ({ body, params }, context) => stageTemplate(context, params.templateId, body),
    templateApply: async ({ body, params }, context) => ({
      items: await applyTemplate(context, params.templateId, body.targets),
    }),
  };
}
