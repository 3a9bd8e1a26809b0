import { type ApiKey, api, type Endpoint } from '@northlight/contract';
import { EXAMPLES } from '@northlight/contract/openapi';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Names of members that identify an item in lists and answers. */
const ID_MEMBERS = ['id', 'mac', 'sn', 'version', 'key'] as const;
const MAX_EACH = 20;

/** Returns the last part of a path that is no parameter: `maps` of `/projects/{projectId}/maps/{mapId}`. */
const findCollection = (path: string): string | undefined =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .at(-1);

/** Returns the collection of each parameter of a path: `mapId` of `maps`. */
function listParameters(path: string): (readonly [name: string, collection: string])[] {
  const parts = path.split('/');
  return parts.flatMap((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined || name === 'projectId' ? [] : [[name, parts[index - 1] ?? ''] as const];
  });
}

/**
 * Ids of one tenant's answers, so that later requests name items that exist: jobs, maps, templates, messages. The requests
 * stay repeatable, because they depend on the seed and the answers before them alone.
 */
export class FoundIds {
  readonly #ids = new Map<string, unknown[]>();
  readonly #projectId: number;
  #turn = 0;

  constructor(projectId: number, deviceId: string) {
    this.#projectId = projectId;
    this.#ids.set('devices id', [deviceId]);
  }

  /** Keeps the ids of a successful answer. */
  add(key: ApiKey, answer: unknown): void {
    const { path }: Endpoint = api[key];
    const collection = findCollection(path);
    if (collection === undefined || !isMembers(answer)) return;
    const { items } = answer;
    for (const item of Array.isArray(items) ? items : [answer])
      if (isMembers(item)) this.#keep(collection, item);
  }

  /** Returns the parameters of a request to the own project, with ids that exist where there are any. */
  fill(key: ApiKey, params: Members | null): Members | null {
    if (!isMembers(params)) return params;
    const { path }: Endpoint = api[key];
    const own = 'projectId' in params ? { projectId: this.#projectId } : {};
    const known = listParameters(path).flatMap(([name, collection]) => {
      const ids =
        this.#ids.get(`${collection} ${name.toLowerCase()}`) ?? this.#ids.get(`${collection} id`) ?? [];
      return ids.length === 0 ? [] : [[name, ids[this.#turn++ % ids.length]] as const];
    });
    return { ...params, ...own, ...Object.fromEntries(known) };
  }

  /** Returns the documented body of an operation for the own device and the present version; undefined without one. */
  fillExample(key: ApiKey): unknown {
    const body = EXAMPLES[key]?.body;
    return body === undefined
      ? undefined
      : this.#replace(structuredClone(body), findCollection(api[key].path) ?? '');
  }

  #replace(value: unknown, collection: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#replace(item, collection));
    if (!isMembers(value)) return value;
    const [device] = this.#ids.get('devices id') ?? [];
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (name === 'deviceId') return [name, device];
        if (name === 'deviceIds') return [name, [device]];
        if (name === 'baseVersion' || name === 'version')
          return [name, this.#ids.get(`${collection} version`)?.at(-1) ?? member];
        return [name, this.#replace(member, collection)];
      }),
    );
  }

  #keep(collection: string, item: Members): void {
    for (const member of ID_MEMBERS) {
      const value = item[member];
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const ids = this.#ids.get(`${collection} ${member}`) ?? [];
      this.#ids.set(`${collection} ${member}`, ids);
      if (!ids.includes(value)) ids.push(value);
      if (ids.length > MAX_EACH) ids.shift();
    }
  }
}
