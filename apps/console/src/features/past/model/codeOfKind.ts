import { HEALTH_CODES, type HealthCode } from '../../../data/health.ts'
import { common } from '../../../texts/default/common.ts'

/** The codes of states by their plain English names, which are also the types of the watcher's alarms. */
const CODES: ReadonlyMap<string, HealthCode> = new Map(HEALTH_CODES.map((code) => [common.health.codes[code], code]))

/** Returns the code of the incidents whose alarms are of a type; undefined for alarms of others. */
export function codeOfKind(type: string): HealthCode | undefined {
  return CODES.get(type)
}
