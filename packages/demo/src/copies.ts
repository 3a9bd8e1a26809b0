import {
  DEMO_COPIES_PER_DAY,
  DEMO_COPY_DAYS,
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  DomainError,
  EXPER_CFG,
  type NetworkConfig,
} from '@northlight/contract';
import { DAY_MS, createRandomId } from '@northlight/runtime';
import {
  getAccount,
  addAttempt,
  commitRequest,
  countAttempts,
  deleteEndedDemoCopies,
  type DemoScene,
  hasDemoCopy,
  lockLimitKey,
  putBaseDevices,
  createProjectId,
  type RequestContext,
  type Services,
} from '@northlight/server/extension';
import { createClaimCode, describeSite } from '@northlight/simulator';
import { type DemoProject, listDemoProjects, insertDemoProject, seedDevices } from './seed.ts';

const SOURCES = { wlan: DEMO_WLAN_PROJECT, mesh: DEMO_MESH_PROJECT } as const;

/**
 * Creates the requester's own copy of a demo project: at most five copies a day (1160), and one of each demo
 * project at a time (1161). The process that runs `CopySites` then starts its devices.
 */
export async function createCopy(context: RequestContext, scene: DemoScene): Promise<number> {
  const { services } = context;
  const account = getAccount(context);
  const source = SOURCES[scene];
  const now = services.clock.now();
  const copy = toCopy(source, createProjectId(services));
  await commitRequest(context, async (work) => {
    const { tx } = work;
    const key = `demo-copy:${account.id}`;
    await lockLimitKey(tx, key);
    if (await hasDemoCopy(tx, account.id, source, new Date(now))) throw new DomainError('experienceExists');
    if ((await countAttempts(tx, key, new Date(now - DAY_MS))) >= DEMO_COPIES_PER_DAY)
      throw new DomainError('experienceDailyLimit');
    await addAttempt(tx, key, createRandomId(services.entropy, now), new Date(now));
    await deleteEndedDemoCopies(tx, account.id, source, new Date(now));
    await insertDemoProject(services, tx, copy, {
      ownerId: account.id,
      expiresAt: new Date(now + DEMO_COPY_DAYS * DAY_MS),
      copyOf: source,
    });
    await seedDevices(services, work, copy, {
      secretOf: (sn) => copySecret(services, sn),
      isNew: true,
    });
    const { spares = [] } = copy.spec;
    await putBaseDevices(
      work,
      spares.map((spare) => ({
        ...spare,
        secret: copySecret(services, spare.sn),
        claimCode: copyClaimCode(services, spare.sn),
      })),
    );
    await work.audit({
      action: 'project.demo-copy',
      object: `project ${copy.id}`,
      after: copy.project.name,
      projectId: copy.id,
    });
    work.projectsChanged();
    work.liveTo([account.id], 'projects');
  });
  return copy.id;
}

/**
 * Returns the demo project `source` with another id, its own devices, and the names that `exper_cfg`
 * replaces.
 */
export function toCopy(source: number, id: number): DemoProject {
  const demo = listDemoProjects().find((candidate) => candidate.id === source);
  if (!demo) throw new Error(`There is no demo ${source}.`);
  const kind = source === DEMO_MESH_PROJECT ? 'mesh-house' : 'hotel';
  const spec = describeSite(kind, id);
  return {
    ...demo,
    id,
    spec: {
      ...spec,
      zoneHours: demo.spec.zoneHours,
      clients: spec.clients.map((client) =>
        client.ssid === undefined ? client : { ...client, ssid: renameContent(client.ssid) },
      ),
    },
    gateway: demo.gateway && withRenamed(demo.gateway),
    project: { ...demo.project, name: EXPER_CFG.exper_pro_name[demo.project.name] ?? demo.project.name },
  };
}

const renameContent = (ssid: string): string => EXPER_CFG.exper_pro_ssid[ssid] ?? ssid;

const withRenamed = ({ wireless, ...config }: NetworkConfig): NetworkConfig => ({
  ...config,
  ...(wireless && {
    wireless: {
      ...wireless,
      policies: wireless.policies.map(({ ssid, ssid5g, ...policy }) => ({
        ...policy,
        ssid: renameContent(ssid),
        ...(ssid5g !== undefined && { ssid5g: renameContent(ssid5g) }),
      })),
    },
  }),
});

/**
 * Derives the secret of a copy's device from the server's key, so that every process can compute the secret
 * and none stores it.
 */
export const copySecret = ({ envelope }: Pick<Services, 'envelope'>, sn: string): string =>
  envelope.derive('demo-device', sn).toString('hex');

/** Derives the claim code of a spare node of a copy, which only the node's primary node reports. */
export const copyClaimCode = ({ envelope }: Pick<Services, 'envelope'>, sn: string): string =>
  createClaimCode({ bytes: (count) => envelope.derive('demo-claim-code', sn).subarray(0, count) });
