import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { NAMESPACES } from './namespaces.ts';
import { fetchWithDigest, TestCamera, VIEWER, writeRequest, writeToken } from './test-camera.ts';

const { tds, timg, trt, tt } = NAMESPACES;
const DEVICE = '/onvif/device_service';
const MEDIA = '/onvif/media_service';
const IMAGING = '/onvif/imaging_service';
const INFORMATION = '<tds:GetDeviceInformation/>';

describe('a simulated ONVIF camera', () => {
  test('answers its time without credentials, and everything else only with them', async () => {
    await using test = await TestCamera.start({ zoneHours: 5.5 });
    const time = await test.call(DEVICE, '<tds:GetSystemDateAndTime/>', '');
    const read = (...path: string[]) => time.element.find(tds, 'SystemDateAndTime')?.find(tt, ...path)?.text;
    expect([read('UTCDateTime', 'Time', 'Hour'), read('LocalDateTime', 'Time', 'Hour')]).toEqual(['8', '13']);
    expect(read('TimeZone', 'TZ')).toBe('<+05>-5:30');
    for (const operation of [
      INFORMATION,
      '<tds:GetServices/>',
      '<tds:GetCapabilities/>',
      '<tds:DeleteUsers/>',
    ]) {
      const refused = await test.call(DEVICE, operation, '');
      expect([operation, refused.status, refused.codes]).toEqual([
        operation,
        401,
        ['env:Sender', 'ter:NotAuthorized'],
      ]);
    }
  });

  test('answers a fault for an unknown operation, and for one of another service', async () => {
    await using test = await TestCamera.start();
    for (const [path, operation] of [
      [DEVICE, '<tds:UpgradeSystemFirmware/>'],
      [DEVICE, '<tds:toString/>'],
      [DEVICE, '<trt:GetProfiles/>'],
      [MEDIA, '<trt:GetDeviceInformation/>'],
    ] as const) {
      const fault = await test.call(path, operation);
      expect([fault.status, ...fault.codes]).toEqual([500, 'env:Receiver', 'ter:ActionNotSupported']);
    }
  });

  test('allows changes to users of a sufficient level only', async () => {
    await using test = await TestCamera.start();
    expect((await test.call(DEVICE, INFORMATION, test.sign(VIEWER))).status).toBe(200);
    for (const operation of ['<tds:SystemReboot/>', '<tds:GetUsers/>']) {
      const fault = await test.call(DEVICE, operation, test.sign(VIEWER));
      expect([fault.status, ...fault.codes]).toEqual([400, 'env:Sender', 'ter:NotAuthorized']);
    }
    expect((await test.call(DEVICE, '<tds:GetUsers/>')).text).not.toContain('Gr');
  });

  const envelope = (inner: string) =>
    `<env:Envelope xmlns:env="${NAMESPACES.env}" xmlns:tds="${tds}">${inner}</env:Envelope>`;
  test.each([
    [
      'a DOCTYPE',
      `<!DOCTYPE a [<!ENTITY b "c">]>${writeRequest('<tds:GetSystemDateAndTime/>')}`,
      'ter:WellFormed',
    ],
    [
      'an unknown entity',
      writeRequest('<tds:GetSystemDateAndTime>&b;</tds:GetSystemDateAndTime>'),
      'ter:WellFormed',
    ],
    ['an element that is not closed', '<env:Envelope>', 'ter:WellFormed'],
    ['an unknown prefix', envelope('<env:Body><x:GetScopes/></env:Body>'), 'ter:WellFormed'],
    ['two operations', envelope('<env:Body><tds:GetScopes/><tds:GetScopes/></env:Body>'), 'ter:WellFormed'],
    ['no body', envelope('<tds:GetScopes/>'), 'ter:WellFormed'],
    ['deep elements', envelope('<a>'.repeat(60) + '</a>'.repeat(60)), 'ter:WellFormed'],
    ['SOAP 1.1', '<a:Envelope xmlns:a="http://schemas.xmlsoap.org/soap/envelope/"/>', 'env:VersionMismatch'],
    [
      'a header that must be understood',
      writeRequest('<tds:GetSystemDateAndTime/>', '<tt:A env:mustUnderstand="1"/>'),
      'env:MustUnderstand',
    ],
  ])('answers a fault for %s', async (_title, text, code) => {
    await using test = await TestCamera.start();
    const response = await test.post(DEVICE, text);
    expect(response.status).toBe(code === 'ter:WellFormed' ? 400 : 500);
    expect(await response.text()).toContain(`<env:Value>${code}</env:Value>`);
  });

  test('refuses large requests, other types, bytes that are not UTF-8, other paths and methods', async () => {
    await using test = await TestCamera.start();
    const large = writeRequest(`<tds:GetSystemDateAndTime>${' '.repeat(70_000)}</tds:GetSystemDateAndTime>`);
    const stream = new Blob([large]).stream();
    const chunked = await fetch(`${test.origin}${DEVICE}`, {
      method: 'POST',
      headers: { 'content-type': 'application/soap+xml' },
      body: stream,
      duplex: 'half',
    });
    const statuses = [
      (await test.post(DEVICE, large)).status,
      chunked.status,
      (await test.post(DEVICE, writeRequest(INFORMATION), { 'content-type': 'text/xml' })).status,
      (await test.post(DEVICE, new Uint8Array([0xff, 0xfe]))).status,
      (await test.post('/onvif/other', writeRequest(INFORMATION))).status,
      (await fetch(`${test.origin}${DEVICE}`)).status,
    ];
    expect(statuses).toEqual([413, 413, 415, 400, 404, 405]);
  });

  test('changes its time, which moves the time of tokens and of the picture', async () => {
    await using test = await TestCamera.start();
    const change = `<tds:SetSystemDateAndTime><tds:DateTimeType>Manual</tds:DateTimeType><tds:DaylightSavings>false</tds:DaylightSavings>
      <tds:TimeZone><tt:TZ>CET-1CEST,M3.5.0,M10.5.0/3</tt:TZ></tds:TimeZone>
      <tds:UTCDateTime><tt:Time><tt:Hour>3</tt:Hour><tt:Minute>4</tt:Minute><tt:Second>5</tt:Second></tt:Time><tt:Date><tt:Year>2030</tt:Year><tt:Month>6</tt:Month><tt:Day>7</tt:Day></tt:Date></tds:UTCDateTime></tds:SetSystemDateAndTime>`;
    const before = test.camera.state.now();
    expect((await test.call(DEVICE, change)).status).toBe(200);
    expect([test.camera.state.now(), test.camera.state.zoneHours]).toEqual([
      Date.UTC(2030, 5, 7, 3, 4, 5),
      1,
    ]);
    const token = writeToken({
      username: 'viewer',
      password: 'look',
      nonce: 'from before',
      createdAt: before,
    });
    expect((await test.call(DEVICE, INFORMATION, token)).status).toBe(400);
    expect((await test.call(DEVICE, INFORMATION)).status).toBe(200);
    const ntp = change.replace('Manual', 'NTP');
    expect((await test.call(DEVICE, ntp)).status).toBe(200);
    expect(test.camera.state.now()).toBe(before);
    const wrong = await test.call(DEVICE, change.replace('<tt:Day>7', '<tt:Day>31'));
    expect(wrong.codes).toContain('ter:InvalidDateTime');
    expect((await test.call(DEVICE, change.replace('CET-1', '1'))).codes).toContain('ter:InvalidTimeZone');
  });

  test('changes its network settings without moving', async () => {
    await using test = await TestCamera.start();
    const change = (address: string, token = 'eth0') =>
      test.call(
        DEVICE,
        `<tds:SetNetworkInterfaces><tds:InterfaceToken>${token}</tds:InterfaceToken><tds:NetworkInterface><tt:IPv4><tt:Enabled>true</tt:Enabled><tt:Manual><tt:Address>${address}</tt:Address><tt:PrefixLength>25</tt:PrefixLength></tt:Manual><tt:DHCP>false</tt:DHCP></tt:IPv4></tds:NetworkInterface></tds:SetNetworkInterfaces>`,
      );
    expect((await change('10.0.40.9')).status).toBe(200);
    expect(test.camera.network).toMatchObject({ address: '10.0.40.9', prefixLength: 25, dhcp: false });
    expect((await change('10.0.40.900')).codes).toContain('ter:InvalidIPv4Address');
    expect((await change('10.0.40.9', 'eth1')).codes).toContain('ter:InvalidNetworkInterface');
    expect((await test.call(DEVICE, '<tds:GetNetworkInterfaces/>')).text).toContain('10.0.40.9');
  });

  test('names profiles, streams and snapshots, also by the newer media service', async () => {
    await using test = await TestCamera.start();
    const stream = (prefix: string, setup: string) =>
      `<${prefix}:GetStreamUri>${setup}<${prefix}:ProfileToken>sub</${prefix}:ProfileToken></${prefix}:GetStreamUri>`;
    const setup =
      '<trt:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></trt:StreamSetup>';
    expect((await test.call(MEDIA, stream('trt', setup))).text).toContain('rtsp://127.0.0.1:554/sub');
    const newer = await test.call(
      '/onvif/media2_service',
      stream('tr2', '<tr2:Protocol>RTSP</tr2:Protocol>'),
    );
    expect(newer.text).toContain('rtsp://127.0.0.1:554/sub');
    const missing = await test.call(MEDIA, stream('trt', setup).replace('sub', 'third'));
    expect([missing.status, ...missing.codes]).toEqual([
      400,
      'env:Sender',
      'ter:InvalidArgVal',
      'ter:NoProfile',
    ]);
    expect((await test.call(MEDIA, stream('trt', ''))).codes).toContain('ter:InvalidStreamSetup');
  });

  test('sends a snapshot of its time with its name, in the size of the profile', async () => {
    await using test = await TestCamera.start();
    const address = (
      await test.call(
        MEDIA,
        '<trt:GetSnapshotUri><trt:ProfileToken>main</trt:ProfileToken></trt:GetSnapshotUri>',
      )
    ).element
      .find(trt, 'MediaUri')
      ?.textAt(tt, 'Uri');
    const take = async (uri = `${test.origin}/onvif/snapshot?profile=sub`) =>
      Buffer.from(await (await fetchWithDigest(uri)).arrayBuffer());
    expect(await sharp(await take(address)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1280,
      height: 720,
    });
    const first = await take();
    expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 });
    expect((await take()).equals(first)).toBe(true);
    await test.clock.advance(1_000);
    const second = await take();
    expect(second.equals(first)).toBe(false);
    test.camera.setCondition({ kind: 'frozen', since: test.clock.now() });
    await test.clock.advance(60_000);
    expect((await take()).equals(second)).toBe(true);
    expect((await fetchWithDigest(`${test.origin}/onvif/snapshot?profile=other`)).status).toBe(404);
  });

  test('shows another name and infra-red light when they are set', async () => {
    await using test = await TestCamera.start();
    const take = async () =>
      Buffer.from(await (await fetchWithDigest(`${test.origin}/onvif/snapshot?profile=sub`)).arrayBuffer());
    const before = await take();
    const overlay = (token: string) =>
      test.call(
        MEDIA,
        `<trt:SetOSD><trt:OSD token="${token}"><tt:VideoSourceConfigurationToken>sourceconfig0</tt:VideoSourceConfigurationToken><tt:Type>Text</tt:Type><tt:Position><tt:Type>LowerLeft</tt:Type></tt:Position><tt:TextString><tt:Type>Plain</tt:Type><tt:PlainText>Tor &amp; Hof</tt:PlainText></tt:TextString></trt:OSD></trt:SetOSD>`,
      );
    expect((await overlay('osd_name')).status).toBe(200);
    expect((await overlay('osd_other')).codes).toContain('ter:NoConfig');
    expect((await test.call(MEDIA, '<trt:GetOSDs/>')).text).toContain(
      '<tt:PlainText>Tor &amp; Hof</tt:PlainText>',
    );
    const named = await take();
    expect(named.equals(before)).toBe(false);
    const filter = (mode: string) =>
      test.call(
        IMAGING,
        `<timg:SetImagingSettings><timg:VideoSourceToken>source0</timg:VideoSourceToken><timg:ImagingSettings><tt:Brightness>70</tt:Brightness><tt:IrCutFilter>${mode}</tt:IrCutFilter></timg:ImagingSettings></timg:SetImagingSettings>`,
      );
    expect((await filter('OFF')).status).toBe(200);
    expect((await filter('BLUE')).codes).toContain('ter:SettingsInvalid');
    const { element } = await test.call(
      IMAGING,
      '<timg:GetImagingSettings><timg:VideoSourceToken>source0</timg:VideoSourceToken></timg:GetImagingSettings>',
    );
    const settings = element.child(timg, 'ImagingSettings');
    expect([settings?.textAt(tt, 'IrCutFilter'), settings?.textAt(tt, 'Brightness')]).toEqual(['OFF', '70']);
    const [red, , blue] = (await sharp(await take()).stats()).channels;
    expect(Math.abs((red?.mean ?? 0) - (blue?.mean ?? 99))).toBeLessThan(1);
  });

  test('is off while it reboots, and answers afterwards', async () => {
    await using test = await TestCamera.start();
    expect((await test.call(DEVICE, '<tds:SystemReboot/>')).text).toContain('Rebooting in 2 seconds');
    expect((await test.call(DEVICE, INFORMATION)).status).toBe(200);
    await test.clock.advance(2_000);
    await expect(test.call(DEVICE, INFORMATION)).rejects.toThrow('fetch failed');
    expect(test.camera.running).toBe(false);
    await test.clock.advance(30_000);
    expect((await test.call(DEVICE, INFORMATION)).status).toBe(200);
  });

  test('has the services of a recorder only with a memory card', async () => {
    await using with_ = await TestCamera.start({ records: true });
    await using without = await TestCamera.start();
    const summary = '<tse:GetRecordingSummary/>';
    const answer = await with_.call('/onvif/search_service', summary);
    expect(answer.text).toContain('<tt:DataFrom>2025-12-29T08:00:00Z</tt:DataFrom>');
    expect((await with_.call('/onvif/recording_service', '<trc:GetRecordings/>')).text).toContain(
      'recording0',
    );
    expect((await with_.call(DEVICE, '<tds:GetCapabilities/>')).text).toContain('/onvif/replay_service');
    expect((await without.post('/onvif/search_service', writeRequest(summary))).status).toBe(404);
    expect((await without.call(DEVICE, '<tds:GetServices/>')).text).not.toContain('search_service');
  });
});
