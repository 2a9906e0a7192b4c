import { modeChoice } from '@greenwave/controller/mode'

/** Returns the text key of a mode's name. Values without an option of their own count as automatic. */
export function modeTextKey(mode: number) {
  return `mode.${modeChoice(mode).name}` as const
}
