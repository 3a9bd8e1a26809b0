export { formatPictureUrl, PROMISED_DAYS_MAX, videoEndpoints } from './endpoints.ts';
export { type CameraPicture, cameraPicture, EVENT_PICTURES_MAX, PICTURE_SIZES } from './schema.ts';
