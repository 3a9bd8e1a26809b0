export { Gazetteer } from './gazetteer.ts';
export { type CountryExtract, packGazetteer, type GazetteerPlace, type Province } from './gazetteer-file.ts';
