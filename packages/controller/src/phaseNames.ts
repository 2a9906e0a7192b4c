/** How phases stand in texts. Their names are noted by people (docs/geometry.md); a controller knows numbers only. */

/** The names of a junction's phases, phase 1 first; undefined, or missing at the end, for a phase without one. */
export type PhaseNames = readonly (string | undefined)[]

/** Returns a phase as it stands in a sentence after the word "phase": '1 (Lê Lợi)', or '1' if it has no name. */
export function phaseInText(names: PhaseNames, phase: number): string {
  const name = names[phase - 1]
  // A line break would make two lines of a sentence, and a terminal executes control characters.
  return name === undefined ? String(phase) : `${phase} (${name.replace(/[\s\p{C}]+/gu, ' ')})`
}
