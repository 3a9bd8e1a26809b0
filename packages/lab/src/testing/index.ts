export { MqttCloud } from './mqtt-cloud.ts';
