import { type Addresses, PATHS } from './addresses.ts';
import type { CameraState } from './camera-state.ts';
import { formatUtc, parseDuration } from './durations.ts';
import { NAMESPACES } from './namespaces.ts';
import {
  type OnvifService,
  type Operation,
  type OperationContext,
  requireInteger,
  requireText,
} from './operations.ts';
import {
  type CameraEvent,
  type CameraProperty,
  MAX_PULL_POINTS,
  type PullPoint,
  type PullPoints,
  type TopicFilter,
} from './pull-points.ts';
import { invalidArgument, SoapFault } from './soap.ts';
import { type Markup, xml, type XmlElement } from './xml.ts';

const { tev, tns1, wsnt } = NAMESPACES;
const CONCRETE_SET = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet';
const CONCRETE = 'http://docs.oasis-open.org/wsn/t-1/TopicExpression/Concrete';
const WSDL = 'http://www.onvif.org/ver10/events/wsdl';
const WSNT_ACTION = 'http://docs.oasis-open.org/wsn/bw-2';
const LIFETIME_MS = { default: 60_000, min: 1_000, max: 3_600_000 } as const;
const MAX_WAIT_MS = 60_000;
const MAX_MESSAGES = 100;

/** Topics that the camera publishes, with the name of the value. */
export const TOPICS = {
  motion: { topic: 'VideoSource/MotionAlarm', value: 'State', source: ['Source', 'source0'] },
  cellMotion: {
    topic: 'RuleEngine/CellMotionDetector/Motion',
    value: 'IsMotion',
    source: ['VideoSourceConfigurationToken', 'sourceconfig0'],
  },
  tamper: {
    topic: 'VideoSource/GlobalSceneChange/ImagingService',
    value: 'State',
    source: ['Source', 'source0'],
  },
} as const;

interface EventServiceParts {
  readonly state: CameraState;
  readonly addresses: Addresses;
  readonly pullPoints: PullPoints;
  /** Present states, with which a subscription begins. */
  readonly listProperties: () => readonly CameraProperty[];
}

const action = (name: string): string => `${WSDL}/${name}`;

/** The event service, `ver10/events/wsdl`: pull points. */
export function createEventService(parts: EventServiceParts): OnvifService {
  return {
    namespace: tev,
    path: PATHS.events,
    version: [21, 12],
    operations: {
      GetServiceCapabilities: {
        level: 'User',
        action: action('EventPortType/GetServiceCapabilitiesResponse'),
        run: () =>
          xml`<tev:GetServiceCapabilitiesResponse><tev:Capabilities WSSubscriptionPolicySupport="false" WSPullPointSupport="true" WSPausableSubscriptionManagerInterfaceSupport="false" MaxNotificationProducers="${MAX_PULL_POINTS}" MaxPullPoints="${MAX_PULL_POINTS}" PersistentNotificationStorage="false"/></tev:GetServiceCapabilitiesResponse>`,
      },
      GetEventProperties: {
        level: 'User',
        action: action('EventPortType/GetEventPropertiesResponse'),
        run: writeEventProperties,
      },
      CreatePullPointSubscription: {
        level: 'User',
        action: action('EventPortType/CreatePullPointSubscriptionResponse'),
        run: ({ operation }) => createPullPoint(parts, operation),
      },
    },
  };
}

/** Operations at the address of a pull point. */
export function createSubscriptionOperations(
  parts: EventServiceParts,
): Readonly<Record<string, { readonly namespace: string } & Operation>> {
  const find = ({ path }: OperationContext): PullPoint => {
    const point = parts.pullPoints.find(path.slice(PATHS.subscription.length));
    if (!point)
      throw new SoapFault('Sender', ['wsrf-rw:ResourceUnknownFault'], 'The subscription does not exist.');
    return point;
  };
  return {
    PullMessages: {
      namespace: tev,
      level: 'User',
      action: action('PullPointSubscription/PullMessagesResponse'),
      run: ({ operation }, context) => pullMessages(parts, operation, find(context), context.signal),
    },
    SetSynchronizationPoint: {
      namespace: tev,
      level: 'User',
      action: action('PullPointSubscription/SetSynchronizationPointResponse'),
      run: (_request, context) => {
        pushProperties(parts, find(context));
        return xml`<tev:SetSynchronizationPointResponse/>`;
      },
    },
    Renew: {
      namespace: wsnt,
      level: 'User',
      action: `${WSNT_ACTION}/SubscriptionManager/RenewResponse`,
      run: ({ operation }, context) => {
        const point = find(context);
        const { clock } = parts.state.options;
        point.endsAt = clock.now() + readLifetime(parts.state, operation.textAt(wsnt, 'TerminationTime'));
        return xml`<wsnt:RenewResponse>${writeTimes(parts.state, point, 'wsnt')}</wsnt:RenewResponse>`;
      },
    },
    Unsubscribe: {
      namespace: wsnt,
      level: 'User',
      action: `${WSNT_ACTION}/SubscriptionManager/UnsubscribeResponse`,
      run: (_request, context) => {
        parts.pullPoints.remove(find(context));
        return xml`<wsnt:UnsubscribeResponse/>`;
      },
    },
  };
}

/** Writes the times of a pull point by the camera's clock; the order of the elements is that of the schema. */
function writeTimes(state: CameraState, point: PullPoint, prefix: 'wsnt' | 'tev'): Markup {
  const now = state.now();
  const current = formatUtc(now);
  const end = formatUtc(now + point.endsAt - state.options.clock.now());
  return prefix === 'tev'
    ? xml`<tev:CurrentTime>${current}</tev:CurrentTime><tev:TerminationTime>${end}</tev:TerminationTime>`
    : xml`<wsnt:TerminationTime>${end}</wsnt:TerminationTime><wsnt:CurrentTime>${current}</wsnt:CurrentTime>`;
}

/** Returns the lifetime that a duration or a time asks for (ms). Errors: `SoapFault`. */
function readLifetime(state: CameraState, text: string | undefined): number {
  if (text === undefined || text === '') return LIFETIME_MS.default;
  const lifetime = parseDuration(text) ?? Date.parse(text) - state.now();
  if (!(lifetime >= LIFETIME_MS.min))
    throw new SoapFault(
      'Sender',
      ['wsnt:UnacceptableTerminationTimeFault'],
      'The termination time is not accepted.',
    );
  return Math.min(LIFETIME_MS.max, lifetime);
}

function createPullPoint(parts: EventServiceParts, operation: XmlElement): Markup {
  const { addresses, pullPoints, state } = parts;
  const lifetime = readLifetime(state, operation.textAt(tev, 'InitialTerminationTime'));
  const point = pullPoints.create(readFilter(operation.child(tev, 'Filter')), lifetime);
  if (!point)
    throw new SoapFault('Receiver', ['ter:Action', 'ter:MaxPullPoints'], 'There are too many subscriptions.');
  pushProperties(parts, point);
  return xml`<tev:CreatePullPointSubscriptionResponse>
    <tev:SubscriptionReference><wsa:Address>${addresses.http(PATHS.subscription + point.id)}</wsa:Address></tev:SubscriptionReference>
    <wsnt:CurrentTime>${formatUtc(state.now())}</wsnt:CurrentTime>
    <wsnt:TerminationTime>${formatUtc(state.now() + lifetime)}</wsnt:TerminationTime>
  </tev:CreatePullPointSubscriptionResponse>`;
}

/** Reads a topic filter: topics, separated by `|`, each with `//.` for all topics below. Errors: `SoapFault`. */
function readFilter(filter: XmlElement | undefined): TopicFilter {
  if (!filter || filter.children.length === 0) return () => true;
  const [expression, ...others] = filter.children;
  const dialect = expression?.attributes.get('Dialect');
  const known = dialect === CONCRETE_SET || dialect === CONCRETE;
  if (!expression?.isNamed(wsnt, 'TopicExpression') || others.length > 0 || !known)
    throw new SoapFault('Sender', ['wsnt:InvalidFilterFault'], 'The filter is not supported.');
  const topics = expression.text.split('|').map((part) => {
    const [first = '', ...rest] = part
      .trim()
      .replace(/\/\/\.$/, '')
      .split('/');
    const root = expression.resolveName(first);
    if (!root?.startsWith(`{${tns1}}`))
      throw new SoapFault('Sender', ['wsnt:InvalidTopicExpressionFault'], 'The topic is unknown.');
    const topic = [root.slice(tns1.length + 2), ...rest.map((step) => step.split(':').at(-1))].join('/');
    return { topic, below: part.trim().endsWith('//.') };
  });
  return (candidate) =>
    topics.some(({ below, topic }) => candidate === topic || (below && candidate.startsWith(`${topic}/`)));
}

function pushProperties({ listProperties, state }: EventServiceParts, point: PullPoint): void {
  for (const property of listProperties())
    point.push({ ...property, at: state.now(), operation: 'Initialized' });
}

async function pullMessages(
  { addresses, state }: EventServiceParts,
  operation: XmlElement,
  point: PullPoint,
  signal: AbortSignal,
): Promise<Markup> {
  const { clock } = state.options;
  const timeout = parseDuration(requireText(operation, tev, 'Timeout'));
  const limit = requireInteger(requireText(operation, tev, 'MessageLimit'), [1, 1_000_000], 'MessageLimit');
  if (timeout === undefined) throw invalidArgument('ter:InvalidArgs', 'The timeout is not a duration.');
  const wait = Math.min(MAX_WAIT_MS, timeout);
  // A client that pulls keeps its subscription.
  point.endsAt = Math.max(point.endsAt, clock.now() + wait + point.lifetimeMs);
  const events = await point.pull(Math.min(MAX_MESSAGES, limit), wait, clock, signal);
  const reference = xml`<wsnt:SubscriptionReference><wsa:Address>${addresses.http(PATHS.subscription + point.id)}</wsa:Address></wsnt:SubscriptionReference>`;
  return xml`<tev:PullMessagesResponse>
    ${writeTimes(state, point, 'tev')}
    ${events.map((event) => writeMessage(event, reference))}
  </tev:PullMessagesResponse>`;
}

const writeMessage = (
  { at, data, operation, source, topic }: CameraEvent,
  reference: Markup,
): Markup => xml`<wsnt:NotificationMessage>
    ${reference}
    <wsnt:Topic Dialect="${CONCRETE_SET}">tns1:${topic}</wsnt:Topic>
    <wsnt:Message><tt:Message UtcTime="${formatUtc(at)}" PropertyOperation="${operation}">
      <tt:Source>${source.map(([name, value]) => xml`<tt:SimpleItem Name="${name}" Value="${value}"/>`)}</tt:Source>
      <tt:Data><tt:SimpleItem Name="${data.name}" Value="${data.value}"/></tt:Data>
    </tt:Message></wsnt:Message>
  </wsnt:NotificationMessage>`;

function writeEventProperties(): Markup {
  const describe = ({
    source,
    value,
  }: (typeof TOPICS)[keyof typeof TOPICS]): Markup => xml`<tt:MessageDescription IsProperty="true">
      <tt:Source><tt:SimpleItemDescription Name="${source[0]}" Type="tt:ReferenceToken"/></tt:Source>
      <tt:Data><tt:SimpleItemDescription Name="${value}" Type="xs:boolean"/></tt:Data>
    </tt:MessageDescription>`;
  return xml`<tev:GetEventPropertiesResponse>
    <tev:TopicNamespaceLocation>http://www.onvif.org/onvif/ver10/topics/topicns.xml</tev:TopicNamespaceLocation>
    <wsnt:FixedTopicSet>true</wsnt:FixedTopicSet>
    <wstop:TopicSet>
      <tns1:VideoSource>
        <MotionAlarm wstop:topic="true">${describe(TOPICS.motion)}</MotionAlarm>
        <GlobalSceneChange><ImagingService wstop:topic="true">${describe(TOPICS.tamper)}</ImagingService></GlobalSceneChange>
      </tns1:VideoSource>
      <tns1:RuleEngine><CellMotionDetector><Motion wstop:topic="true">${describe(TOPICS.cellMotion)}</Motion></CellMotionDetector></tns1:RuleEngine>
    </wstop:TopicSet>
    <wsnt:TopicExpressionDialect>${CONCRETE_SET}</wsnt:TopicExpressionDialect>
    <wsnt:TopicExpressionDialect>${CONCRETE}</wsnt:TopicExpressionDialect>
    <tev:MessageContentFilterDialect>http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter</tev:MessageContentFilterDialect>
    <tev:MessageContentSchemaLocation>http://www.onvif.org/onvif/ver10/schema/onvif.xsd</tev:MessageContentSchemaLocation>
  </tev:GetEventPropertiesResponse>`;
}
