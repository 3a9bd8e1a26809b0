import {
  type DevicePlane,
  type MqttEndpoint,
  SocketLimiter,
  startMqttEndpoint,
  startUcentralEndpoint,
  type UcentralEndpoint,
} from '@northlight/device-plane';
import { createOpenWifiStore } from './devices/index.ts';
import { publishChanges } from './platform/work.ts';
import { chooseLoopbackHost } from './platform/config.ts';
import type { DeviceFiles } from './platform/device-files/device-files.ts';
import { disableFeature, enableFeature, type Feature } from './platform/feature.ts';
import { computeMaxDeviceSockets } from './platform/file-limit.ts';
import { explainPortInUse } from './platform/startup-error.ts';
import type { ServerTls } from './platform/tls/server-tls.ts';
import type { Services } from './services.ts';

export interface Gateway {
  readonly mqtt: MqttEndpoint;
  readonly ucentral: Feature<UcentralEndpoint>;
  readonly deviceFiles: DeviceFiles;
}

type GatewayServices = Pick<Services, 'bus' | 'clock' | 'config' | 'db' | 'entropy' | 'envelope' | 'log'> & {
  readonly plane: DevicePlane;
  readonly tls: ServerTls;
  readonly deviceFiles: DeviceFiles;
};

/** Opens the listeners of devices and subscribes them to the bus. Throws a StartupError when a port is in use. */
export async function startGateway(services: GatewayServices): Promise<Gateway & AsyncDisposable> {
  const { bus, clock, config, db, deviceFiles, entropy, envelope, log, plane, tls } = services;
  await using building = new AsyncDisposableStack();
  const onDeviceWaiting = (accountId: string): void =>
    publishChanges(bus, (after) => after.liveTo([accountId], 'waitingDevices'));
  // The plane publishes the changes; the endpoints only pass messages to it.
  const planeServices = { store: plane.store, clock, entropy, log, publishChange: () => undefined };
  const limits = new SocketLimiter(clock, await computeMaxDeviceSockets());
  const mqtt = await startMqttEndpoint(plane, planeServices, {
    limits,
    plain: { host: chooseLoopbackHost(config.host), port: config.mqttPort },
    tls: { host: config.host, port: config.mqttsPort, identity: tls },
    onDeviceWaiting,
  }).catch((error: unknown) => {
    const plain = error instanceof Error && 'port' in error && error.port === config.mqttPort;
    throw plain
      ? explainPortInUse(error, 'NORTHLIGHT_MQTT_PORT', config.mqttPort)
      : explainPortInUse(error, 'NORTHLIGHT_MQTTS_PORT', config.mqttsPort);
  });
  building.use(mqtt);
  const ucentral =
    config.ucentralPort === undefined
      ? undefined
      : await startUcentralEndpoint(plane, planeServices, {
          host: config.host,
          port: config.ucentralPort,
          limits,
          identity: tls,
          store: createOpenWifiStore(db, envelope),
          simulators: config.ucentralSimulators,
          onDeviceWaiting,
          onRefusal: onDeviceWaiting,
        }).catch((error: unknown) => {
          throw explainPortInUse(error, 'NORTHLIGHT_UCENTRAL_PORT', config.ucentralPort ?? 0);
        });
  building.use(ucentral);
  building.defer(
    bus.subscribe('claimed', ({ sn }) => {
      Promise.all([mqtt.provisioning.claimed(sn), ucentral?.claimed(sn)]).catch((error: unknown) =>
        log.warn({ err: error }, 'a claim could not be announced'),
      );
    }),
  );
  building.defer(
    bus.subscribe('distrusted', ({ accountId, keyHash }) => ucentral?.distrust(accountId, keyHash)),
  );
  await plane.start();
  await deviceFiles.listen().catch((error: unknown) => {
    throw explainPortInUse(error, 'NORTHLIGHT_DEVICE_HTTPS_PORT', config.deviceHttpsPort);
  });
  const disposal = building.move();
  return {
    mqtt,
    ucentral: ucentral ? enableFeature(ucentral) : disableFeature('NORTHLIGHT_UCENTRAL_PORT is off.'),
    deviceFiles,
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}
