export { Gazetteer } from './gazetteer.ts';
export { type CountryExtract, packGazetteer, type Place, type Province } from './gazetteer-file.ts';
