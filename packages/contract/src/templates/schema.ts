import { z } from 'zod';
import { secret } from '../kit/secret.ts';
import { dhcpPool, vlan } from '../network/gateway/schema.ts';
import { policyName, projectName, storableText } from '../net/index.ts';
import { configChange } from '../kit/config-change.ts';
import { configReview } from '../network/schema.ts';
import { POLICY_LIMIT, wifiPolicy } from '../network/wireless/schema.ts';

/** Maximum number of templates per account. */
export const TEMPLATE_LIMIT = 50;
/** Maximum number of projects in one apply. */
export const TEMPLATE_TARGETS_LIMIT = 50;
const TEMPLATE_VLANS = 100;

/** A DHCP pool without reservations, which belong to a single project. */
export const templatePool = dhcpPool.omit({ reservations: true });
export type TemplatePool = z.infer<typeof templatePool>;
export const templatePolicy = wifiPolicy.omit({ devices: true });
export type TemplatePolicy = z.infer<typeof templatePolicy>;

/** Content of a template. An apply changes only these parts of a project. */
export const templateContent = z.object({
  vlans: z.array(vlan),
  dhcpPools: z.array(templatePool),
  policies: z.array(templatePolicy),
});
export type TemplateContent = z.infer<typeof templateContent>;

/** Password of a policy: stored in the template, missing, or not needed. */
export const templateSecret = z.enum(['kept', 'missing', 'none']);

const head = {
  id: z.string(),
  name: z.string(),
  remark: z.string().optional(),
  /** Name of the source project at the time of saving. */
  source: z.string(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
};

export const templateSummary = z.object({
  ...head,
  vlans: z.array(z.number().int()),
  pools: z.number().int(),
  policies: z.array(z.string()),
  /** Number of policies whose password must be entered before the template can add them to a project. */
  secretsMissing: z.number().int(),
});
export type TemplateSummary = z.infer<typeof templateSummary>;

export const template = z.object({
  ...head,
  content: templateContent,
  /** State of each policy's password, by policy id. */
  secrets: z.record(z.string(), templateSecret),
});
export type Template = z.infer<typeof template>;

const remark = policyName;

/** Parts of a project's applied configuration that become a template. */
export const newTemplate = z.object({
  projectId: z.number().int().nonnegative(),
  name: projectName,
  remark: remark.optional(),
  vlans: z
    .array(z.number().int().max(4094))
    .max(TEMPLATE_VLANS, `The limit of ${TEMPLATE_VLANS} VLANs in a template is reached. Remove one first.`),
  /** VLANs whose DHCP pool is included. */
  pools: z.array(z.number().int().max(4094)).max(TEMPLATE_VLANS),
  /** Ids of policies to include. */
  policies: z.array(storableText(16)).max(POLICY_LIMIT),
});
export type NewTemplate = z.infer<typeof newTemplate>;

export const templateChange = z.object({
  name: projectName.optional(),
  /** New remark; an empty text removes the remark. */
  remark: z.union([remark, z.literal('')]).optional(),
  /** New password of a policy, for later applies. */
  secret: z.object({ policyId: storableText(16), value: secret(storableText(64)) }).optional(),
});
export type TemplateChange = z.infer<typeof templateChange>;

/** Address of an item in a template: `vlans/20`, `dhcpPools/20` by the VLAN of the pool, `policies/guests`. */
export const templateItemKey = z.string().regex(/^(vlans|dhcpPools)\/\d{1,4}$|^policies\/[0-9a-z]{1,16}$/);

/** A target project and the items of the template to leave out. */
export const templateTarget = z.object({
  projectId: z.number().int().nonnegative(),
  except: z.array(templateItemKey).max(2 * TEMPLATE_VLANS + POLICY_LIMIT),
});
export type TemplateTarget = z.infer<typeof templateTarget>;

export const mergedItem = z.object({
  key: templateItemKey,
  title: z.string(),
  /** State of the item in the project: missing, different or identical. */
  state: z.enum(['new', 'different', 'same']),
  /** Changes that the item would cause, even if it is left out. */
  changes: z.array(configChange),
  excepted: z.boolean(),
  /** Path of the item in the resulting document; absent if the item is left out. */
  path: z.string().optional(),
  /** Sentences about parts of the item that are not applied. */
  notes: z.array(z.string()),
});
export type MergedItem = z.infer<typeof mergedItem>;

export const templatePreview = z.object({
  projectId: z.number().int(),
  projectName: z.string(),
  /** Version of the project, which the apply must repeat. */
  baseVersion: z.number().int(),
  items: z.array(mergedItem),
  /** Violated rules, because of which an apply would be refused. */
  violations: z.array(z.object({ path: z.string(), code: z.number().int(), message: z.string() })),
  /** Review of the changes; absent while rules are violated. */
  review: configReview.optional(),
  /**
   * True if the apply would disconnect a device from the cloud (714). Such a change must be applied in the
   * project itself.
   */
  cutsOff: z.boolean(),
  /** Number of changes in the caller's draft for the project. Applying the template does not remove them. */
  ownDraft: z.number().int(),
});
export type TemplatePreview = z.infer<typeof templatePreview>;

/** Result in one project: applied, unchanged or refused. */
export const templateOutcome = z.object({
  projectId: z.number().int(),
  result: z.enum(['applied', 'unchanged', 'refused']),
  version: z.number().int().optional(),
  jobId: z.string().optional(),
  refusal: z
    .object({
      code: z.number().int(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
});
export type TemplateOutcome = z.infer<typeof templateOutcome>;
