import { PATHS } from './addresses.ts';
import type { CameraState, ImagingSettings } from './camera-state.ts';
import { NAMESPACES } from './namespaces.ts';
import { type OnvifService, operator, reader, requireInteger, requireText } from './operations.ts';
import { invalidArgument } from './soap.ts';
import { type Markup, xml, type XmlElement } from './xml.ts';

const { timg, tt } = NAMESPACES;
const SOURCE = 'source0';
const LIMITS = [0, 100] as const;
const LEVELS = [
  ['Brightness', 'brightness'],
  ['ColorSaturation', 'colorSaturation'],
  ['Contrast', 'contrast'],
  ['Sharpness', 'sharpness'],
] as const;
const FILTERS: readonly ImagingSettings['irCutFilter'][] = ['ON', 'OFF', 'AUTO'];

function checkSource(operation: XmlElement): void {
  if (requireText(operation, timg, 'VideoSourceToken') !== SOURCE)
    throw invalidArgument('ter:NoSource', 'The video source does not exist.');
}

/** The imaging service, `ver20/imaging/wsdl`. */
export function createImagingService(state: CameraState): OnvifService {
  return {
    namespace: timg,
    path: PATHS.imaging,
    version: [19, 6],
    operations: {
      GetServiceCapabilities: reader(
        () =>
          xml`<timg:GetServiceCapabilitiesResponse><timg:Capabilities ImageStabilization="false"/></timg:GetServiceCapabilitiesResponse>`,
      ),
      GetImagingSettings: reader(({ operation }) => {
        checkSource(operation);
        const { brightness, colorSaturation, contrast, irCutFilter, sharpness } = state.imaging;
        return xml`<timg:GetImagingSettingsResponse><timg:ImagingSettings>
          <tt:Brightness>${brightness}</tt:Brightness>
          <tt:ColorSaturation>${colorSaturation}</tt:ColorSaturation>
          <tt:Contrast>${contrast}</tt:Contrast>
          <tt:IrCutFilter>${irCutFilter}</tt:IrCutFilter>
          <tt:Sharpness>${sharpness}</tt:Sharpness>
        </timg:ImagingSettings></timg:GetImagingSettingsResponse>`;
      }),
      SetImagingSettings: operator(({ operation }) => setImaging(state, operation)),
      GetOptions: reader(({ operation }) => {
        checkSource(operation);
        const range = xml`<tt:Min>${LIMITS[0]}</tt:Min><tt:Max>${LIMITS[1]}</tt:Max>`;
        return xml`<timg:GetOptionsResponse><timg:ImagingOptions>
          <tt:Brightness>${range}</tt:Brightness>
          <tt:ColorSaturation>${range}</tt:ColorSaturation>
          <tt:Contrast>${range}</tt:Contrast>
          ${FILTERS.map((mode) => xml`<tt:IrCutFilterModes>${mode}</tt:IrCutFilterModes>`)}
          <tt:Sharpness>${range}</tt:Sharpness>
        </timg:ImagingOptions></timg:GetOptionsResponse>`;
      }),
    },
  };
}

/** Changes the settings that the request contains; others keep their values. */
function setImaging(state: CameraState, operation: XmlElement): Markup {
  checkSource(operation);
  const settings = operation.child(timg, 'ImagingSettings');
  if (!settings) throw invalidArgument('ter:SettingsInvalid', 'There are no settings.');
  const filter = settings.textAt(tt, 'IrCutFilter');
  const irCutFilter = FILTERS.find((mode) => mode === filter);
  if (filter !== undefined && !irCutFilter)
    throw invalidArgument('ter:SettingsInvalid', 'The mode of the infra-red filter is unknown.');
  const levels = LEVELS.flatMap(([name, key]) => {
    const text = settings.textAt(tt, name);
    return text === undefined
      ? []
      : [[key, requireInteger(text.replace(/\.0+$/, ''), LIMITS, name)] as const];
  });
  state.imaging = { ...state.imaging, ...Object.fromEntries(levels), ...(irCutFilter && { irCutFilter }) };
  return xml`<timg:SetImagingSettingsResponse/>`;
}
