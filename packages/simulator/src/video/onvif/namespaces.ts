/** Namespaces of ONVIF and SOAP, by the prefixes of the specifications. */
export const NAMESPACES = {
  env: 'http://www.w3.org/2003/05/soap-envelope',
  wsa: 'http://www.w3.org/2005/08/addressing',
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  trt: 'http://www.onvif.org/ver10/media/wsdl',
  tr2: 'http://www.onvif.org/ver20/media/wsdl',
  tev: 'http://www.onvif.org/ver10/events/wsdl',
  timg: 'http://www.onvif.org/ver20/imaging/wsdl',
  trc: 'http://www.onvif.org/ver10/recording/wsdl',
  tse: 'http://www.onvif.org/ver10/search/wsdl',
  trp: 'http://www.onvif.org/ver10/replay/wsdl',
  tt: 'http://www.onvif.org/ver10/schema',
  ter: 'http://www.onvif.org/ver10/error',
  tns1: 'http://www.onvif.org/ver10/topics',
  wsnt: 'http://docs.oasis-open.org/wsn/b-2',
  wstop: 'http://docs.oasis-open.org/wsn/t-1',
  'wsrf-rw': 'http://docs.oasis-open.org/wsrf/rw-2',
  xs: 'http://www.w3.org/2001/XMLSchema',
} as const;

export const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
export const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
export const PASSWORD_DIGEST =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest';
export const BASE64_BINARY =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary';

/** Namespaces of WS-Discovery, which uses an older WS-Addressing. */
export const DISCOVERY = {
  wsa: 'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  d: 'http://schemas.xmlsoap.org/ws/2005/04/discovery',
  dn: 'http://www.onvif.org/ver10/network/wsdl',
} as const;
