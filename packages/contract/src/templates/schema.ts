import { z } from 'zod';
import { dhcpPool, vlan } from '../network/gateway/schema.ts';
import { policyName, projectName } from '../net/index.ts';
import { configChange, configReview } from '../network/schema.ts';
import { POLICY_LIMIT, wifiPolicy } from '../network/wireless/schema.ts';

/** Of one account. */
export const TEMPLATE_LIMIT = 50;
/** Projects that one apply reaches. */
export const TEMPLATE_TARGETS_LIMIT = 50;
const TEMPLATE_VLANS = 100;

/** Which address belongs to which client is a project's own, and which devices have a policy too. */
export const templatePool = dhcpPool.omit({ reservations: true });
export type TemplatePool = z.infer<typeof templatePool>;
export const templatePolicy = wifiPolicy.omit({ devices: true });
export type TemplatePolicy = z.infer<typeof templatePolicy>;

/** What a template says; of everything else in a project it says nothing. */
export const templateContent = z.object({
  vlans: z.array(vlan),
  dhcpPools: z.array(templatePool),
  policies: z.array(templatePolicy),
});
export type TemplateContent = z.infer<typeof templateContent>;

/** Where the password of a policy is: in the template, nowhere yet, or the policy has none. */
export const templateSecret = z.enum(['kept', 'missing', 'none']);

const head = {
  id: z.string(),
  name: z.string(),
  remark: z.string().optional(),
  /** Name of the project that it was saved from, as it was then. */
  source: z.string(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
};

export const templateSummary = z.object({
  ...head,
  vlans: z.array(z.number().int()),
  pools: z.number().int(),
  policies: z.array(z.string()),
  /** Policies whose password has to be entered before they can go to a project that has none of them. */
  secretsMissing: z.number().int(),
});
export type TemplateSummary = z.infer<typeof templateSummary>;

export const template = z.object({
  ...head,
  content: templateContent,
  /** By the id of the policy. */
  secrets: z.record(z.string(), templateSecret),
});
export type Template = z.infer<typeof template>;

const remark = policyName;

/** What of a project's applied configuration is kept. */
export const newTemplate = z.object({
  projectId: z.number().int().nonnegative(),
  name: projectName,
  remark: remark.optional(),
  vlans: z.array(z.number().int()).max(TEMPLATE_VLANS, `A template has at most ${TEMPLATE_VLANS} VLANs.`),
  /** VLANs whose DHCP pool comes with them. */
  pools: z.array(z.number().int()).max(TEMPLATE_VLANS),
  /** Ids of policies. */
  policies: z.array(z.string().max(16)).max(POLICY_LIMIT),
});
export type NewTemplate = z.infer<typeof newTemplate>;

export const templateChange = z.object({
  name: projectName.optional(),
  /** Empty takes it away. */
  remark: z.union([remark, z.literal('')]).optional(),
  /** The password of one policy, for every project that the template goes to from now on. */
  secret: z.object({ policyId: z.string().max(16), value: z.string().max(64) }).optional(),
});
export type TemplateChange = z.infer<typeof templateChange>;

/** One thing of a template, as exceptions name it: `vlan:20`, `pool:20`, `policy:guests`. */
export const templateItemKey = z.string().regex(/^(vlan|pool):\d{1,4}$|^policy:[0-9a-z]{1,16}$/);

/** A project, and what of the template is left out there. */
export const templateTarget = z.object({
  projectId: z.number().int().nonnegative(),
  except: z.array(templateItemKey).max(2 * TEMPLATE_VLANS + POLICY_LIMIT),
});
export type TemplateTarget = z.infer<typeof templateTarget>;

export const mergedItem = z.object({
  key: templateItemKey,
  title: z.string(),
  /** What it is in the project: not there, there and otherwise, there just so. */
  state: z.enum(['new', 'different', 'same']),
  /** What it alone would change; left out or not. */
  changes: z.array(configChange),
  excepted: z.boolean(),
  /** Where it stands in the project's document afterwards; absent when it is left out. */
  path: z.string().optional(),
  /** What of it does not go along, in sentences. */
  notes: z.array(z.string()),
});
export type MergedItem = z.infer<typeof mergedItem>;

/** What a template would do to one project. Nothing is stored. */
export const templatePreview = z.object({
  projectId: z.number().int(),
  projectName: z.string(),
  /** The version that an apply of this has to name. */
  baseVersion: z.number().int(),
  items: z.array(mergedItem),
  /** Rules that the project would break: it is refused there. */
  violations: z.array(z.object({ path: z.string(), code: z.number().int(), message: z.string() })),
  /** Absent while rules are broken. */
  review: configReview.optional(),
  /** A device would lose its way to the cloud (714): it is reviewed in the project, not applied from here. */
  cutsOff: z.boolean(),
  /** Changes of the caller that wait in the project: they stay, and are put on top there. */
  ownDraft: z.number().int(),
});
export type TemplatePreview = z.infer<typeof templatePreview>;

/** How it went in one project; either it was applied, or nothing was to change, or it was refused. */
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
