import { z } from 'zod';
import { done, endpoint } from '../kit/endpoint.ts';
import { versionNumber, createWholeListSchema } from '../kit/page.ts';
import {
  newTemplate,
  template,
  TEMPLATE_TARGETS_LIMIT,
  templateChange,
  templateOutcome,
  templatePreview,
  templateSummary,
  templateTarget,
} from './schema.ts';

/**
 * Access types of templates: only the console, because templates also affect projects that a token cannot
 * access.
 */
const web = ['web'] as const;
const path = '/api/v1/templates';
const one = `${path}/{templateId}`;
const params = z.object({ templateId: z.uuid() });
/** A target project with its version at the time of the preview. */
const versioned = templateTarget.extend({ baseVersion: versionNumber });

export const templateEndpoints = {
  templateList: endpoint({
    method: 'GET',
    path,
    access: web,
    needs: 'account',
    reads: ['templates'],
    summary: 'Lists the templates of the account, by name.',
    response: createWholeListSchema(templateSummary),
  }),
  templateCreate: endpoint({
    method: 'POST',
    path,
    access: web,
    needs: 'account',
    changes: ['templates'],
    summary:
      'Saves applied VLANs, DHCP pools and policies of a project as a template. Passwords are included if the caller may reveal them.',
    refusesUnknown: true,
    body: newTemplate,
    response: template,
    errors: ['projectInvalid', 'projectExpired'],
    status: 201,
  }),
  templateGet: endpoint({
    method: 'GET',
    path: one,
    access: web,
    needs: 'account',
    reads: ['templates'],
    summary: 'Returns one template, without its passwords.',
    params,
    response: template,
  }),
  templateChange: endpoint({
    method: 'PATCH',
    path: one,
    access: web,
    needs: 'account',
    changes: ['templates'],
    summary: 'Renames a template, or sets the password of one of its policies.',
    params,
    refusesUnknown: true,
    body: templateChange,
    response: template,
  }),
  templateDelete: endpoint({
    method: 'DELETE',
    path: one,
    access: web,
    needs: 'account',
    changes: ['templates'],
    summary: 'Deletes a template with its passwords. Applied configurations are unchanged.',
    params,
    response: done,
  }),
  templatePreview: endpoint({
    method: 'POST',
    path: `${one}/previews`,
    access: web,
    needs: 'account',
    summary:
      'Previews a template in one project: changes, violated rules and broken paths. It stores nothing.',
    params,
    body: templateTarget,
    response: templatePreview,
    errors: ['projectInvalid', 'projectExpired', 'demoProject', 'readOnly'],
  }),
  templateStage: endpoint({
    method: 'POST',
    path: `${one}/drafts`,
    access: web,
    needs: 'account',
    changes: ['networkDraft'],
    summary:
      "Stages a template as the caller's draft of a project, to be edited, reviewed and applied. Refused if there is a draft.",
    params,
    body: versioned,
    response: z.object({ changes: z.number().int() }),
    errors: ['projectInvalid', 'projectExpired', 'demoProject', 'readOnly', 'configConflict'],
  }),
  templateApply: endpoint({
    method: 'POST',
    path: `${one}/applications`,
    access: web,
    needs: 'account',
    changes: ['networkConfig', 'devices', 'jobs'],
    summary:
      'Applies a template to projects, each on the previewed version. A refusal in one project does not stop the others.',
    params,
    body: z.object({
      targets: z
        .array(versioned)
        .min(1, 'Choose a project.')
        .max(TEMPLATE_TARGETS_LIMIT, `Choose at most ${TEMPLATE_TARGETS_LIMIT} projects.`)
        .refine(
          (targets) => new Set(targets.map(({ projectId }) => projectId)).size === targets.length,
          'A project is listed twice.',
        ),
    }),
    response: createWholeListSchema(templateOutcome),
    status: 202,
  }),
} as const;
