import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { OnvifDevice } from 'node-onvif-ts';
import { describe, expect, test } from 'vitest';
import { SimulatedOnvifCamera } from './simulated-onvif-camera.ts';
import { ADMIN, createOptions } from './test-camera.ts';

// The client signs with the time of the machine.
const start = () =>
  SimulatedOnvifCamera.start(
    createOptions({ clock: new SystemClock(), entropy: new SystemEntropy(), users: [USER] }),
  );
const USER = { ...ADMIN, password: 'look & see' };
const connect = (camera: SimulatedOnvifCamera, pass = USER.password) =>
  new OnvifDevice({ xaddr: camera.deviceAddress, user: USER.username, pass });

describe('the client node-onvif-ts', () => {
  test('reads information, profiles, streams and snapshots', async () => {
    await using camera = await start();
    const client = connect(camera);
    expect(await client.init()).toEqual({
      Manufacturer: 'Northlight',
      Model: 'NL-Cam 4',
      FirmwareVersion: '1.2.3',
      SerialNumber: 'C0001',
      HardwareId: 'NL-Cam 4',
    });
    const [main, sub] = client.getProfileList();
    expect(main).toMatchObject({
      token: 'main',
      snapshot: `http://127.0.0.1:${camera.port}/onvif/snapshot?profile=main`,
      stream: { rtsp: 'rtsp://127.0.0.1:554/main', udp: 'rtsp://127.0.0.1:554/main' },
      video: {
        source: { token: 'sourceconfig0', bounds: { width: 2560, height: 1440 } },
        encoder: {
          resolution: { width: 2560, height: 1440 },
          framerate: 25,
          bitrate: 4_096,
          encoding: 'H264',
        },
      },
    });
    expect(sub).toMatchObject({ token: 'sub', stream: { rtsp: 'rtsp://127.0.0.1:554/sub' } });
  });

  test('reads users and the network', async () => {
    await using camera = await start();
    const client = connect(camera);
    await client.init();
    const users = await client.services.device?.getUsers();
    const network = await client.services.device?.getNetworkInterfaces();
    expect(JSON.stringify(users?.data)).toContain('Administrator');
    expect(JSON.stringify(network?.data)).toContain('02:00:5E:00:53:01');
  });

  test('is refused where it sends a prefix without namespace', async () => {
    await using camera = await start();
    const client = connect(camera);
    await client.init();
    await expect(client.services.events?.getEventProperties()).rejects.toThrow('unbound namespace prefix');
  });

  test('fails with a wrong password', async () => {
    await using camera = await start();
    await expect(connect(camera, 'wrong').init()).rejects.toThrow('not authorized');
  });
});
