import { describe, expect, test } from 'vitest';
import { NAMESPACES } from './namespaces.ts';
import { readAnswer, TestCamera, writeRequest } from './test-camera.ts';

const { tev, tt, wsa, wsnt } = NAMESPACES;
const EVENTS = '/onvif/event_service';
const CONCRETE_SET = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet';

async function subscribe(test: TestCamera, inner = ''): Promise<string> {
  const operation = `<tev:CreatePullPointSubscription>${inner}</tev:CreatePullPointSubscription>`;
  const { element, text } = await test.call(EVENTS, operation);
  const address = element.find(tev, 'SubscriptionReference')?.textAt(wsa, 'Address');
  if (!address) throw new Error(text);
  return new URL(address).pathname;
}

const filter = (topics: string) =>
  `<tev:Filter><wsnt:TopicExpression Dialect="${CONCRETE_SET}">${topics}</wsnt:TopicExpression></tev:Filter>`;

async function pull(test: TestCamera, path: string, timeout = 'PT0S', limit = 10): Promise<string[]> {
  const operation = `<tev:PullMessages><tev:Timeout>${timeout}</tev:Timeout><tev:MessageLimit>${limit}</tev:MessageLimit></tev:PullMessages>`;
  const { element, text } = await test.call(path, operation);
  if (element.name !== 'PullMessagesResponse') throw new Error(text);
  return element.children
    .filter(({ name }) => name === 'NotificationMessage')
    .map((message) => {
      const content = message.child(wsnt, 'Message')?.child(tt, 'Message');
      const item = content?.find(tt, 'Data', 'SimpleItem');
      const value = `${item?.attributes.get('Name')}=${item?.attributes.get('Value')}`;
      return [message.textAt(wsnt, 'Topic'), value, content?.attributes.get('PropertyOperation')].join(' ');
    });
}

describe('a pull point', () => {
  test('begins with the present states and reports each change once', async () => {
    await using test = await TestCamera.start();
    const path = await subscribe(test);
    expect(await pull(test, path)).toEqual([
      'tns1:VideoSource/MotionAlarm State=false Initialized',
      'tns1:RuleEngine/CellMotionDetector/Motion IsMotion=false Initialized',
      'tns1:VideoSource/GlobalSceneChange/ImagingService State=false Initialized',
    ]);
    test.camera.setMotion(true);
    test.camera.setMotion(true);
    test.camera.setCondition({ kind: 'covered' });
    expect(await pull(test, path, 'PT0S', 2)).toEqual([
      'tns1:VideoSource/MotionAlarm State=true Changed',
      'tns1:RuleEngine/CellMotionDetector/Motion IsMotion=true Changed',
    ]);
    expect(await pull(test, path)).toEqual([
      'tns1:VideoSource/GlobalSceneChange/ImagingService State=true Changed',
    ]);
    expect((await test.call(path, '<tev:SetSynchronizationPoint/>')).status).toBe(200);
    expect(await pull(test, path)).toHaveLength(3);
  });

  test('waits for an event, or until the timeout', async () => {
    await using test = await TestCamera.start();
    const path = await subscribe(test, filter('tns1:VideoSource/MotionAlarm'));
    await pull(test, path);
    const waits = async (timers: number) => {
      while (test.clock.pendingTimers < timers) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = pull(test, path, 'PT20S');
    await waits(1);
    test.camera.setMotion(true);
    expect(await first).toEqual(['tns1:VideoSource/MotionAlarm State=true Changed']);
    const second = pull(test, path, 'PT20S');
    await waits(1);
    await test.clock.advance(20_000);
    expect(await second).toEqual([]);
    expect(test.clock.pendingTimers).toBe(0);
  });

  test('ends an open request when the camera closes or the client disconnects', async () => {
    const test = await TestCamera.start();
    const path = await subscribe(test, filter('tns1:VideoSource/MotionAlarm'));
    await pull(test, path);
    const pending = pull(test, path, 'PT60S').catch((error: unknown) => error);
    while (test.clock.pendingTimers === 0) await new Promise((resolve) => setImmediate(resolve));
    await test[Symbol.asyncDispose]();
    await pending;
    expect(test.clock.pendingTimers).toBe(0);
  });

  test.each([
    ['tns1:VideoSource/MotionAlarm', 1],
    ['tns1:VideoSource//.', 2],
    ['tns1:VideoSource/MotionAlarm|tns1:RuleEngine/CellMotionDetector/Motion', 2],
    ['tns1:RuleEngine//.', 1],
    ['tns1:Device//.', 0],
  ])('with the filter %s reports %i states', async (topics, count) => {
    await using test = await TestCamera.start();
    expect(await pull(test, await subscribe(test, filter(topics)))).toHaveLength(count);
  });

  test.each([
    ['an unknown prefix', filter('x:VideoSource//.'), 'wsnt:InvalidTopicExpressionFault'],
    ['another namespace', filter('tt:VideoSource//.'), 'wsnt:InvalidTopicExpressionFault'],
    ['another dialect', filter('tns1:VideoSource').replace(CONCRETE_SET, 'urn:x'), 'wsnt:InvalidFilterFault'],
    [
      'a time in the past',
      '<tev:InitialTerminationTime>2020-01-01T00:00:00Z</tev:InitialTerminationTime>',
      'wsnt:UnacceptableTerminationTimeFault',
    ],
    [
      'a duration without value',
      '<tev:InitialTerminationTime>PT</tev:InitialTerminationTime>',
      'wsnt:UnacceptableTerminationTimeFault',
    ],
  ])('is refused for %s', async (_title, inner, code) => {
    await using test = await TestCamera.start();
    await expect(subscribe(test, inner)).rejects.toThrow(code);
  });

  test('ends after its lifetime, later if the client pulls or renews it, and when it is removed', async () => {
    await using test = await TestCamera.start();
    const begin = () => subscribe(test, '<tev:InitialTerminationTime>PT10S</tev:InitialTerminationTime>');
    const [ended, pulled, renewed, removed] = [await begin(), await begin(), await begin(), await begin()];
    await test.clock.advance(8_000);
    await pull(test, pulled);
    const renewal = await test.call(
      renewed,
      '<wsnt:Renew><wsnt:TerminationTime>PT1M</wsnt:TerminationTime></wsnt:Renew>',
    );
    expect(renewal.element.textAt(wsnt, 'TerminationTime')).toBe('2026-01-05T08:01:08Z');
    expect((await test.call(removed, '<wsnt:Unsubscribe/>')).element.name).toBe('UnsubscribeResponse');
    await test.clock.advance(4_000);
    for (const path of [ended, removed])
      await expect(pull(test, path)).rejects.toThrow('wsrf-rw:ResourceUnknownFault');
    for (const path of [pulled, renewed]) await pull(test, path);
    await test.clock.advance(14_000);
    await expect(pull(test, pulled)).rejects.toThrow('wsrf-rw:ResourceUnknownFault');
  });

  test('is refused if there are 10, needs credentials, and drops the oldest of more than 100 events', async () => {
    await using test = await TestCamera.start();
    const path = await subscribe(test, filter('tns1:VideoSource/MotionAlarm'));
    for (let index = 0; index < 9; index++) await subscribe(test);
    await expect(subscribe(test)).rejects.toThrow('ter:MaxPullPoints');
    expect((await test.post(path, writeRequest('<wsnt:Unsubscribe/>'))).status).toBe(401);
    for (let index = 0; index < 120; index++) test.camera.setMotion(index % 2 === 0);
    expect(await pull(test, path, 'PT0S', 1_000)).toHaveLength(100);
  });

  test('answers with the action and the id of the request', async () => {
    await using test = await TestCamera.start();
    const header = `${test.sign()}<wsa:MessageID>urn:uuid:1</wsa:MessageID><wsa:Action env:mustUnderstand="1">x</wsa:Action>`;
    const response = await test.post(EVENTS, writeRequest('<tev:CreatePullPointSubscription/>', header));
    const { text } = await readAnswer(response);
    expect(text).toContain('EventPortType/CreatePullPointSubscriptionResponse</wsa:Action>');
    expect(text).toContain('<wsa:RelatesTo>urn:uuid:1</wsa:RelatesTo>');
  });
});
