import { z } from 'zod';
import { ipv4, KEY_TITLE, macAddress, serialNumber } from '../net/index.ts';
import { commandArgs, commandPush } from './commands.ts';
import { MESSAGE_EXAMPLES } from './message-examples.ts';
import { configEnvelope, helloMessage, offerMessage, upMessages } from './messages.ts';
import { deviceAnswer, deviceRequest } from './requests.ts';

type Schema = z.core.$ZodType;
const ABSENT = 'absent';

interface Member {
  readonly path: string;
  readonly isRequired: boolean;
  readonly form: string;
}

const FORMS: ReadonlyMap<Schema, string> = new Map<Schema, string>([
  [macAddress, 'MAC address'],
  [ipv4, 'IPv4 address'],
  [serialNumber, 'serial number: 16 to 32 letters and digits'],
]);

interface DescribedMessage {
  readonly name: keyof typeof MESSAGE_EXAMPLES;
  readonly topic: string;
  readonly schema: z.ZodType;
}

/** The messages of all channels, in the order of a connection. The document of a configuration has an example of its own. */
export const DESCRIBED_MESSAGES: readonly DescribedMessage[] = [
  { name: 'hello', topic: 'p/SN/up/hello', schema: helloMessage },
  { name: 'offer', topic: 'p/SN/down/offer', schema: offerMessage },
  ...(['birth', 'death', 'stat', 'clients', 'topo', 'evt'] as const).map((name) => ({
    name,
    topic: `d/ID/up/${name}`,
    schema: upMessages[name],
  })),
  { name: 'cfg to the device', topic: 'd/ID/down/cfg', schema: configEnvelope },
  { name: 'cfg from the device', topic: 'd/ID/up/cfg', schema: upMessages.cfg },
  { name: 'cmd to the device', topic: 'd/ID/down/cmd/CID', schema: commandPush },
  { name: 'cmd from the device', topic: 'd/ID/up/cmd/CID', schema: upMessages.cmd },
  { name: 'req from the device', topic: 'd/ID/up/req/RID', schema: deviceRequest },
  { name: 'res to the device', topic: 'd/ID/down/res/RID', schema: deviceAnswer },
];

/**
 * Returns a page in Markdown with every member of the messages between devices and the cloud: required or not, its form and
 * its limits, with a message of each channel.
 */
export const describeMembers = (): string =>
  [
    '# Members of the messages',
    'Written by `npm run pages` from `packages/contract/src/device-protocol`. `packages/contract/device-messages.json` has the examples for programs. `docs/device-protocol.md` describes the meaning of the members. `[]` is an item of a list. A text is counted in characters. In a message of a device, a text, number or item outside its form is left out with the smallest part that requires it, except that a long text is shortened; a key (an identifier) is never shortened. The examples have more members than one device has.',
    ...DESCRIBED_MESSAGES.map(
      ({ name, schema, topic }) =>
        `## ${name}\n\nTopic \`${topic}\`.\n\n\`\`\`json\n${JSON.stringify(MESSAGE_EXAMPLES[name])}\n\`\`\`\n\n${formatTable(listMembers(schema, ''))}`,
    ),
    `## args of a command\n\nKinds that are not listed have no arguments.\n\n${formatArgs()}`,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');

const formatArgs = (): string =>
  formatTable(
    Object.entries(commandArgs).flatMap(([kind, args]) =>
      listMembers(args, '').map((member) => ({ ...member, path: `${kind}: ${member.path}` })),
    ),
  );

function formatTable(members: readonly Member[]): string {
  const rows = members.map(
    ({ form, isRequired, path }) => `| \`${path}\` | ${isRequired ? 'yes' : ''} | ${form} |`,
  );
  return ['| member | required | form |', '| --- | --- | --- |', ...rows].join('\n');
}

function listMembers(schema: Schema, path: string): Member[] {
  const { core } = unwrap(schema);
  const { def } = core._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, member]) => {
      const { core: inner, isRequired } = unwrap(member);
      const at = path === '' ? name : `${path}.${name}`;
      const form = `${formatForm(inner)}${formatDefault(member)}`;
      return [{ path: at, isRequired, form }, ...listMembers(inner, at)];
    });
  if (def.type === 'array') {
    const { core: item } = unwrap(def.element);
    const inner = listMembers(item, `${path}[]`);
    return inner.length > 0 ? inner : [{ path: `${path}[]`, isRequired: false, form: formatForm(item) }];
  }
  if (def.type !== 'union') return [];
  const options = def.options.map((option) => listMembers(option, path));
  const members = new Map(options.flat().map((member) => [member.path, member] as const));
  return [...members.values()].map((member) => {
    const same = options.map((option) => option.find((other) => other.path === member.path));
    const forms = [...new Set(same.flatMap((each) => (each ? [each.form] : [])))].filter(
      (form) => form !== 'absent',
    );
    return {
      ...member,
      form: forms.join(' or '),
      isRequired: same.every((each) => each?.isRequired === true),
    };
  });
}

function formatDefault(member: Schema): string {
  const { def } = member._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  if (def.type !== 'default' || typeof def.defaultValue === 'object') return '';
  return `, ${JSON.stringify(def.defaultValue)} by default`;
}

/** Returns the schema within optional and transformed ones, and whether a value is required. */
function unwrap(schema: Schema, isRequired = true): { core: Schema; isRequired: boolean } {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  if (def.type === 'optional' || def.type === 'default') return unwrap(def.innerType, false);
  if (def.type === 'pipe') {
    const isPreprocess = (def.in._zod.def as { type: string }).type === 'transform';
    return unwrap(isPreprocess ? def.out : def.in, isRequired);
  }
  return { core: schema, isRequired };
}

function formatForm(schema: Schema): string {
  const known = FORMS.get(schema);
  if (known !== undefined) return known;
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  const limits = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const upTo = (limit: number | undefined, what = '') =>
    limit === undefined ? '' : ` of up to ${limit}${what}`;
  if (def.type === 'string')
    return `${limits.title === KEY_TITLE ? 'key' : 'text'}${upTo(limits.maxLength, ' characters')}`;
  if (def.type === 'number') return formatNumber(limits);
  if (def.type === 'enum') return formatValues(Object.values(def.entries));
  if (def.type === 'literal') return formatValues(def.values);
  if (def.type === 'array') return `list${upTo(limits.maxItems)}`;
  if (def.type === 'union')
    return [...new Set(def.options.map((option) => formatForm(unwrap(option).core)))].join(' or ');
  if (def.type === 'record') return `object; each value is ${formatForm(unwrap(def.valueType).core)}`;
  return def.type === 'never' ? ABSENT : def.type;
}

const formatValues = (values: readonly unknown[]): string =>
  values.map((value) => `\`${String(value)}\``).join(', ');

function formatNumber({ exclusiveMinimum, maximum, minimum, type }: z.core.JSONSchema.BaseSchema): string {
  const kind = type === 'integer' ? 'integer' : 'number';
  const from = exclusiveMinimum === undefined ? minimum : `above ${exclusiveMinimum}`;
  const isFrom = from !== undefined && from !== Number.MIN_SAFE_INTEGER;
  const isTo = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER;
  if (!isFrom) return isTo ? `${kind} up to ${maximum}` : kind;
  const start = typeof from === 'number' ? `from ${from}` : from;
  return isTo ? `${kind} ${start} to ${maximum}` : `${kind} ${start}`;
}
