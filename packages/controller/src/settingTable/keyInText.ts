import { type PhaseNames, phaseInText } from '../phaseNames.ts'
import { settingKey } from './table.ts'

/**
 * Returns the English name of a key of the table, with the names of the phases of a junction: 'Program 1 phase 3
 * (Lê Lợi) start' for Start_Pr1_X3; of any other key the key itself.
 */
export function keyInText(key: string, names: PhaseNames = []): string {
  const entry = settingKey(key)
  if (!entry) return key
  const { name, parts } = entry
  return 'phase' in parts
    ? name.replace(`phase ${parts.phase}`, () => `phase ${phaseInText(names, parts.phase)}`)
    : name
}
