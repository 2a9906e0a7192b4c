import { modeChoice } from '@greenwave/controller/mode'

/** The text key of a mode's name: values that no option has are automatic. */
export function modeTextKey(mode: number) {
  return `mode.${modeChoice(mode).name}` as const
}
